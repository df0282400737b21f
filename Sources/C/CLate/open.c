#include "CLate.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static void *give_up(void) {
  fprintf(stderr, "mdtypeset: error: %s; mdtypeset doctor says what to install\n", dlerror());
  fflush(stderr);
  _exit(70);
}

// Two threads may come here at once: both find the same handle and the same addresses.
static void *open_library(struct mdtypeset_late_library *library) {
  void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
  if (handle) return handle;
  handle = dlopen(library->name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return give_up();
  __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
  return handle;
}

void *mdtypeset_late_open(struct mdtypeset_late *function) {
  void *address = dlsym(open_library(function->library), function->name);
  if (!address) return give_up();
  __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
  return address;
}

extern struct mdtypeset_late_library late_library_rsvg, late_library_gio, late_library_gobject, late_library_glib, late_library_cairo,
    late_library_spng, late_library_turbojpeg;

extern struct mdtypeset_late_library late_library_fontconfig, late_library_xml, late_library_icu, late_library_icui18n;

void mdtypeset_late_open_for_typesetting(void) {
  struct mdtypeset_late_library *all[] = {&late_library_icu,   &late_library_icui18n, &late_library_xml,      &late_library_fontconfig,
                                          &late_library_cairo, &late_library_spng,    &late_library_turbojpeg};
  for (unsigned long index = 0; index < sizeof all / sizeof *all; index++) open_library(all[index]);
}

void mdtypeset_late_open_for_pictures(void) {
  struct mdtypeset_late_library *all[] = {&late_library_rsvg,  &late_library_gio,  &late_library_gobject,  &late_library_glib,
                                          &late_library_cairo, &late_library_spng, &late_library_turbojpeg};
  for (unsigned long index = 0; index < sizeof all / sizeof *all; index++) open_library(all[index]);
}
