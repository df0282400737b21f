// Tells ThreadSanitizer what Swift's `Mutex` does where it waits: the fast path is compiled into the program and seen, the slow one is in a
// library that is built without the sanitizer. Preloaded, these functions take the library's place and call it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define HANDLE __attribute__((swift_context)) void *handle
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t thread, HANDLE);
typedef __attribute__((swiftcall)) void (*Unlock)(HANDLE);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, HANDLE) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void unlock_slow(HANDLE) __asm__(UNLOCK_SLOW);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, HANDLE) {
  ((Lock)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
  __tsan_acquire(handle);
}

__attribute__((swiftcall)) void unlock_slow(HANDLE) {
  __tsan_release(handle);
  ((Unlock)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
