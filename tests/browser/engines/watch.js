// Keeps what goes wrong on a page where a test can ask for it: no driver hands the console on.
(() => {
  const keep = (kind, text) => {
    const all = JSON.parse(sessionStorage.getItem("faults") ?? "[]");
    sessionStorage.setItem("faults", JSON.stringify([...all, `${kind}: ${text} (${location.pathname})`]));
  };
  addEventListener("error", ({ message, target }) => keep("error", message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => keep("promise", reason));
  addEventListener("securitypolicyviolation", (event) => keep("policy", `${event.violatedDirective} ${event.blockedURI}`));
  for (const kind of ["error", "warn"]) {
    const real = console[kind];
    console[kind] = (...said) => {
      keep("console", said.join(" "));
      real.apply(console, said);
    };
  }
})();
