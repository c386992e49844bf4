/// The search on the session bus, for GNOME Shell (`org.gnome.Shell.SearchProvider2`) and KRunner
/// (`org.kde.krunner1`), over sd-bus.
///
/// All calls happen on the thread that runs `csdbus_serve`. Texts are UTF-8 and end with a NUL; those
/// handed to a handler are lent for the call, those handed to this library are copied.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The name that is owned on the bus, and the two objects.
#define CSDBUS_NAME "ev.mana.zitare.Search"
#define CSDBUS_PROVIDER_PATH "/ev/mana/zitare/SearchProvider"
#define CSDBUS_RUNNER_PATH "/ev/mana/zitare/Runner"

typedef struct csdbus_texts {
  const char *const *items;
  size_t count;
} csdbus_texts;

/// An answer that is being written, in the order in which its parts are added.
typedef struct csdbus_reply csdbus_reply;

/// What a program does with the calls. Each handler adds to its reply what it has; none may be NULL.
typedef struct csdbus_handlers {
  void *context;
  /// Adds the ids of what matches all terms, the best first: `csdbus_add_id`.
  void (*find)(void *context, csdbus_texts terms, csdbus_reply *reply);
  /// Adds those of the earlier ids that match all terms.
  void (*narrow)(void *context, csdbus_texts earlier, csdbus_texts terms, csdbus_reply *reply);
  /// Adds one description for each id, in their order: `csdbus_add_meta`.
  void (*describe)(void *context, csdbus_texts ids, csdbus_reply *reply);
  void (*open)(void *context, const char *id);
  void (*open_all)(void *context, csdbus_texts terms);
  /// Adds what matches a query: `csdbus_add_match`.
  void (*match)(void *context, const char *query, csdbus_reply *reply);
  /// Runs a match, or an action of it; the action is empty for the match itself.
  void (*run)(void *context, const char *id, const char *action);
  /// Adds what can be done with each match: `csdbus_add_action`.
  void (*actions)(void *context, csdbus_reply *reply);
  /// KRunner asks from so many letters on.
  int32_t least_letters;
} csdbus_handlers;

void csdbus_add_id(csdbus_reply *reply, const char *id);

/// `description`, `clipboard` and `icon` may be NULL; id and name must not be empty.
void csdbus_add_meta(
    csdbus_reply *reply, const char *id, const char *name, const char *description,
    const char *clipboard, const char *icon);

typedef struct csdbus_match {
  const char *id;
  const char *text;
  const char *subtext;
  const char *category;
  const char *icon;
  const char *url;  ///< NULL where there is none
  int32_t type;     ///< KRunner's: 30 for a possible match, 100 for an exact one
  double relevance;  ///< 0 to 1
} csdbus_match;

void csdbus_add_match(csdbus_reply *reply, const csdbus_match *match);

void csdbus_add_action(csdbus_reply *reply, const char *id, const char *text, const char *icon);

/// Puts a text on the clipboard of a Plasma session; without one nothing happens. Only during a
/// handler's call.
void csdbus_copy_in_plasma(const char *text);

/// Takes the name on the session bus and answers calls until none has come for so long; those that
/// arrive meanwhile are still answered. Returns 0, or a negative errno: -EEXIST where another process
/// has the name.
int csdbus_serve(const csdbus_handlers *handlers, uint64_t idle_microseconds);

#ifdef __cplusplus
}
#endif
