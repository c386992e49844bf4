#pragma once
#include <stdint.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <time.h>

/* Timers that go by the wall clock, or by the time since the machine started; -1 where there is none.
   The caller closes them. */
static inline int wall_timer_create(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}
static inline int boot_timer_create(void) {
  return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

/* Makes a boot timer readable after a time; returns 0, or -1 where it can't. `nanoseconds` are
   positive. */
static inline int boot_timer_set(int timer, int64_t nanoseconds) {
  struct itimerspec time = {
    .it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
  return timerfd_settime(timer, 0, &time, NULL);
}

/* Makes a wall timer readable at a time, or as soon as the clock is set or the machine wakes up; returns 0, or
   -1 where it can't. `milliseconds` since the epoch are positive. */
static inline int wall_timer_set(int timer, int64_t milliseconds) {
  struct itimerspec time = {
    .it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}

/* The number of the file system that a path lies on, as in linux/magic.h; 0 where it can't be told. */
static inline uint32_t file_system_number(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}
