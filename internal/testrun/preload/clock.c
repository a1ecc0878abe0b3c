// Shifts the time of day of the C library by TEST_CLOCK_SHIFT seconds, loaded by LD_PRELOAD. Monotonic time is unchanged.
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t ahead;

__attribute__((constructor)) static void read_shift(void) {
  const char *seconds = getenv("TEST_CLOCK_SHIFT");
  if (seconds) ahead = strtoll(seconds, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  int failed = syscall(SYS_gettimeofday, now, zone);
  if (!failed && now) now->tv_sec += ahead;
  return failed;
}

time_t time(time_t *into) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (into) *into = now.tv_sec;
  return now.tv_sec;
}
