# shellcheck shell=bash
# What bin/serve and bin/test share: a virtual environment beside the code, set up when it must be.
# Kept to what bash 3.2 knows, which is what macOS has.

root="$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)"
venv="$root/.venv"

say() { printf '%s\n' "$*" >&2; }

# set_up LEVEL: makes the environment fit requirements-LEVEL.lock (run: requirements.lock).
set_up() {
  if ! is_ready "$1"; then
    if [[ ! -w "$root" ]]; then
      say "Cannot write to $root, where the virtual environment belongs."
      exit 1
    fi
    hold_lock
    # Another process may have done the work while this one waited.
    is_ready "$1" || install_level "$1"
    release_lock
  fi
  compile_catalogues
  need_printing
}

# A catalogue is compiled as soon as it is newer than what the app reads of it.
compile_catalogues() {
  local catalogue
  for catalogue in "$root"/scorekeeper/translations/*/LC_MESSAGES/messages.po; do
    if [[ -f "$catalogue" && "$catalogue" -nt "${catalogue%.po}.mo" ]]; then
      "$venv/bin/python" "$root/bin/_catalogues.py" compile "$catalogue" ||
        say "The translations could not be compiled; what they say may be out of date."
    fi
  done
}

is_ready() { [[ -f "$venv/.ready-$1" && "$(<"$venv/.ready-$1")" == "$(place)
$(checksum "$1")" ]]; }

# Where the environment stands and with which Python: if this differs, it has to be made anew.
place() {
  printf '%s ' "$root"
  "$venv/bin/python" -SE -c 'import sys; print(*sys.version_info[:2])' 2>/dev/null || printf 'none\n'
}

checksum() {
  (
    cd "$root" || exit
    cat "$(lock_of "$1")" pyproject.toml hatch_build.py
  ) | cksum
}

lock_of() { if [[ "$1" == run ]]; then echo requirements.lock; else echo "requirements-$1.lock"; fi; }

install_level() {
  if ! is_sound; then
    make_venv
  fi
  : >"$venv/.unfinished"
  say "Installing Python packages into .venv (the first time takes a minute) …"
  (
    cd "$root" || exit
    # A lock is complete, so nothing is left to resolve.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
      --no-deps -r "$(lock_of "$1")" -e .
  ) || {
    say "The packages could not be installed; the lines above say why. The first run needs the internet."
    exit 1
  }
  # The test lock holds everything that the other two do.
  local level levels="$1"
  if [[ "$1" == test ]]; then levels="run postgres test"; fi
  for level in $levels; do
    { place; checksum "$level"; } >"$venv/.ready-$level"
  done
  rm -f "$venv/.unfinished"
}

# Whether packages can be added to the environment: it was finished once, here, and not left half-way since.
is_sound() {
  local stamp
  if [[ -e "$venv/.unfinished" ]]; then return 1; fi
  for stamp in "$venv"/.ready-*; do
    if [[ -f "$stamp" && "$(head -n 1 "$stamp")" == "$(place)" ]]; then return 0; fi
  done
  return 1
}

make_venv() {
  local python
  python="$(find_python)" || install_packages python || true
  python="$(find_python)" || {
    say "Scorekeeper needs Python 3.11 or newer with its venv module."
    advise python
    exit 1
  }
  say "Making the virtual environment .venv with $("$python" -V) …"
  "$python" -m venv --clear "$venv"
}

find_python() {
  local candidate
  for candidate in python3 python3.13 python3.12 python3.11 python3.14; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}

# Two starts at once: the second waits for the first. Where there is no flock, nothing waits.
hold_lock() {
  command -v flock >/dev/null || return 0
  exec 9>"$root/.venv.lock"
  flock -n 9 || {
    say "Waiting for another set-up of .venv to finish …"
    flock 9
  }
}

release_lock() { exec 9>&-; }

# Printing needs Pango. Without it everything else works, so its absence is told but stops nothing.
need_printing() {
  if [[ "$(uname -s)" == Darwin ]]; then
    # Homebrew's libraries are not where Python looks by itself.
    export DYLD_FALLBACK_LIBRARY_PATH="${DYLD_FALLBACK_LIBRARY_PATH:-/opt/homebrew/lib:/usr/local/lib}"
  fi
  if [[ -e "$venv/.prints" ]]; then return; fi
  if prints || { install_packages pango && prints; }; then
    : 2>/dev/null >"$venv/.prints" || true
    return
  fi
  say "Scorecards cannot be printed yet: the library Pango is missing. All else works."
  advise pango
}

prints() { "$venv/bin/python" -c 'import weasyprint' >/dev/null 2>&1; }

# install_packages WHAT: where this process may, and knows how.
install_packages() {
  [[ "$(id -u)" == 0 ]] && command -v apt-get >/dev/null || return 1
  say "Installing $(packages "$1" apt-get) …"
  # shellcheck disable=SC2046 # several words: several packages
  apt_install $(packages "$1" apt-get) || { apt_get update && apt_install $(packages "$1" apt-get); }
}

apt_install() { apt_get install --no-install-recommends "$@"; }

apt_get() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0 "$@" >/dev/null </dev/null
}

# What the tests can use beside Python, by the names that `bin/test --without` takes.
# shellcheck disable=SC2034 # bin/test reads it
programs=(chromium firefox webkit wpe postgresql nginx)

has_chromium() {
  local name
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null; then return 0; fi
  done
  [[ -d "/Applications/Chromium.app" || -d "/Applications/Google Chrome.app" ]]
}

has_firefox() { command -v firefox-esr >/dev/null || command -v firefox >/dev/null; }

# WebKit in windows of GTK, which the system's Python opens, and a screen that nobody sees.
has_webkit() {
  command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null &&
    /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")' \
      >/dev/null 2>&1
}

# An old WebKit without windows; a small library made by the compiler gives it the size of a phone.
has_wpe() {
  command -v WPEWebDriver >/dev/null && command -v cc >/dev/null &&
    compgen -G '/usr/lib/*/wpe-webkit-1.1/MiniBrowser' >/dev/null
}

# Debian keeps it where only root looks.
has_nginx() { command -v nginx >/dev/null || [[ -x /usr/sbin/nginx ]]; }

has_postgresql() {
  command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

# advise WHAT: says how to install it on this system, or on each when this one is not known.
advise() {
  local manager found=''
  for manager in apt-get dnf pacman apk brew; do
    if command -v "$manager" >/dev/null; then
      found=yes
      say "  Install it with:  $(install_command "$1" "$manager")"
    fi
  done
  if [[ -n "$found" ]]; then return; fi
  say "  Debian, Ubuntu:  $(install_command "$1" apt-get)"
  say "  Fedora:          $(install_command "$1" dnf)"
  say "  Arch:            $(install_command "$1" pacman)"
  say "  Alpine:          $(install_command "$1" apk)"
  say "  macOS:           $(install_command "$1" brew)"
}

install_command() {
  local names
  names="$(packages "$1" "$2")"
  case "$2" in
    apt-get | dnf) echo "sudo $2 install $names" ;;
    pacman) echo "sudo pacman -S $names" ;;
    apk) echo "doas apk add $names" ;;
    brew) echo "brew install $names" ;;
  esac
}

packages() {
  case "$1/$2" in
    python/apt-get) echo python3 python3-venv ;;
    python/pacman) echo python ;;
    python/brew) echo python@3.13 ;;
    python/*) echo python3 ;;
    pango/apt-get) echo libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 ;;
    pango/apk) echo pango fontconfig ;;
    pango/*) echo pango ;;
    headless-shell/apt-get) echo chromium-headless-shell ;;
    chromium/brew) echo --cask chromium ;;
    chromium/*) echo chromium ;;
    firefox/apt-get) echo firefox-esr ;;
    firefox/brew) echo --cask firefox ;;
    firefox/*) echo firefox ;;
    webkit/apt-get) echo webkit2gtk-driver gir1.2-webkit2-4.1 gir1.2-gtk-3.0 python3-gi xvfb ;;
    webkit/dnf) echo webkit2gtk4.1 python3-gobject xorg-x11-server-Xvfb ;;
    webkit/pacman) echo webkit2gtk-4.1 python-gobject xorg-server-xvfb ;;
    webkit/*) echo webkit2gtk-4.1 py3-gobject3 xvfb ;;
    wpe/apt-get) echo wpewebkit-driver libwpewebkit-1.1-0 libwpe-1.0-1 libwpebackend-fdo-1.0-1 gcc libc6-dev ;;
    wpe/*) echo wpewebkit gcc ;;
    postgresql/dnf) echo postgresql-server ;;
    postgresql/brew) echo postgresql@17 ;;
    postgresql/*) echo postgresql ;;
    nginx/*) echo nginx ;;
  esac
}
