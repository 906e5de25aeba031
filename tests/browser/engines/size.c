/* Makes the view of WPE, which has no window, as large as WPE_SIZE says, such as 390x844. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct wpe_view_backend;

typedef void (*set_size)(struct wpe_view_backend *, uint32_t, uint32_t);

void wpe_view_backend_dispatch_set_size(struct wpe_view_backend *backend, uint32_t width, uint32_t height) {
  set_size real = (set_size)dlsym(RTLD_NEXT, "wpe_view_backend_dispatch_set_size");
  const char *size = getenv("WPE_SIZE");
  if (size) sscanf(size, "%ux%u", &width, &height);
  real(backend, width, height);
}
