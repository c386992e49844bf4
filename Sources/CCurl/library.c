// Defines those of libcurl's functions that are used here: each calls the real one.
//
// Loading libcurl and the 25 libraries below it takes 9 ms, more than all the rest of a command that
// speaks to nobody, such as the one that a panel calls. So it happens at the first call.
#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define FUNCTIONS(each)                                                                            \
  each(curl_easy_cleanup) each(curl_easy_getinfo) each(curl_easy_init) each(curl_easy_pause)       \
  each(curl_easy_reset) each(curl_easy_setopt) each(curl_easy_strerror) each(curl_free)            \
  each(curl_getdate) each(curl_global_init) each(curl_multi_add_handle) each(curl_multi_cleanup)   \
  each(curl_multi_fdset) each(curl_multi_info_read) each(curl_multi_init)                          \
  each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_remove_handle)                    \
  each(curl_multi_setopt) each(curl_multi_strerror) each(curl_multi_wakeup)                        \
  each(curl_slist_append) each(curl_slist_free_all) each(curl_url) each(curl_url_cleanup)          \
  each(curl_url_get) each(curl_url_set) each(curl_url_strerror) each(curl_version_info)

static struct {
#define POINTER(name) __typeof__(&(name)) name;
  FUNCTIONS(POINTER)
} real;

// Ends the process as the loader ends one that lacks a library.
static _Noreturn void give_up(void) {
  fprintf(stderr, "%s (Debian package libcurl4)\n", dlerror());
  _exit(127);
}

static void *symbol(void *library, const char *name) {
  void *address = dlsym(library, name);
  if (address == NULL) give_up();
  return address;
}

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) give_up();
#define FIND(name) *(void **)&real.name = symbol(library, #name);
  FUNCTIONS(FIND)
}

static void require_libcurl(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

// libcurl must not find these in place of its own.
#define HIDDEN __attribute__((visibility("hidden")))

#define FORWARD(result, name, parameters, ...)                                                     \
  HIDDEN result(name) parameters {                                                                 \
    require_libcurl();                                                                             \
    return real.name(__VA_ARGS__);                                                                 \
  }

FORWARD(void, curl_easy_cleanup, (CURL * easy), easy)
FORWARD(CURL *, curl_easy_init, (void))
FORWARD(CURLcode, curl_easy_pause, (CURL * easy, int mask), easy, mask)
FORWARD(void, curl_easy_reset, (CURL * easy), easy)
FORWARD(const char *, curl_easy_strerror, (CURLcode code), code)
FORWARD(void, curl_free, (void *memory), memory)
FORWARD(time_t, curl_getdate, (const char *text, const time_t *unused), text, unused)
FORWARD(CURLcode, curl_global_init, (long flags), flags)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), multi, easy)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM * multi), multi)
FORWARD(
    CURLMcode, curl_multi_fdset,
    (CURLM * multi, fd_set *reading, fd_set *writing, fd_set *failing, int *last), multi, reading,
    writing, failing, last)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), multi, left)
FORWARD(CURLM *, curl_multi_init, (void))
FORWARD(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), multi, running)
FORWARD(
    CURLMcode, curl_multi_poll,
    (CURLM * multi, struct curl_waitfd extra[], unsigned count, int timeout, int *ready), multi,
    extra, count, timeout, ready)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), multi, easy)
FORWARD(const char *, curl_multi_strerror, (CURLMcode code), code)
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM * multi), multi)
FORWARD(
    struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), list,
    text)
FORWARD(void, curl_slist_free_all, (struct curl_slist * list), list)
FORWARD(CURLU *, curl_url, (void))
FORWARD(void, curl_url_cleanup, (CURLU * url), url)
FORWARD(
    CURLUcode, curl_url_set, (CURLU * url, CURLUPart part, const char *text, unsigned flags), url,
    part, text, flags)
FORWARD(const char *, curl_url_strerror, (CURLUcode code), code)
FORWARD(curl_version_info_data *, curl_version_info, (CURLversion age), age)

CURLUcode zitare_url_part(CURLU *url, CURLUPart part, char **text, unsigned flags) {
  require_libcurl();
  return real.curl_url_get(url, part, text, flags);
}

// The third argument of these is a number or an address. libcurl takes it by the option; here it is
// passed on by its width, which on Linux is the same for long, curl_off_t and every pointer where
// long has 64 bits.
_Static_assert(
    sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "one width for all");

#define FORWARD_ONE_MORE(result, name, handle_type, option_type)                                   \
  HIDDEN result(name)(handle_type * handle, option_type option, ...) {                             \
    va_list list;                                                                                  \
    va_start(list, option);                                                                        \
    void *value = va_arg(list, void *);                                                            \
    va_end(list);                                                                                  \
    require_libcurl();                                                                             \
    return (real.name)(handle, option, value);                                                     \
  }

FORWARD_ONE_MORE(CURLcode, curl_easy_getinfo, CURL, CURLINFO)
FORWARD_ONE_MORE(CURLcode, curl_easy_setopt, CURL, CURLoption)
FORWARD_ONE_MORE(CURLMcode, curl_multi_setopt, CURLM, CURLMoption)
