#include <csdbus.h>

#include <errno.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>

struct csdbus_reply {
  sd_bus_message *message;
  int status; /* of the first part that could not be added */
};

/* The connection that a handler is called for; all happens on one thread. */
static sd_bus *serving;

static void note(csdbus_reply *reply, int status) {
  if (status < 0 && reply->status >= 0) reply->status = status;
}

void csdbus_add_id(csdbus_reply *reply, const char *id) {
  note(reply, sd_bus_message_append(reply->message, "s", id));
}

static void add_property(csdbus_reply *reply, const char *name, const char *value) {
  if (value) note(reply, sd_bus_message_append(reply->message, "{sv}", name, "s", value));
}

void csdbus_add_meta(
    csdbus_reply *reply, const char *id, const char *name, const char *description,
    const char *clipboard, const char *icon) {
  note(reply, sd_bus_message_open_container(reply->message, 'a', "{sv}"));
  add_property(reply, "id", id);
  add_property(reply, "name", name);
  add_property(reply, "description", description);
  add_property(reply, "clipboardText", clipboard);
  add_property(reply, "gicon", icon);
  note(reply, sd_bus_message_close_container(reply->message));
}

void csdbus_add_match(csdbus_reply *reply, const csdbus_match *match) {
  sd_bus_message *message = reply->message;
  note(reply, sd_bus_message_open_container(message, 'r', "sssida{sv}"));
  note(
      reply, sd_bus_message_append(
                 message, "sssid", match->id, match->text, match->icon, (int)match->type,
                 match->relevance));
  note(reply, sd_bus_message_open_container(message, 'a', "{sv}"));
  add_property(reply, "subtext", match->subtext);
  add_property(reply, "category", match->category);
  if (match->url)
    note(reply, sd_bus_message_append(message, "{sv}", "urls", "as", 1, match->url));
  note(reply, sd_bus_message_close_container(message));
  note(reply, sd_bus_message_close_container(message));
}

void csdbus_add_action(csdbus_reply *reply, const char *id, const char *text, const char *icon) {
  note(reply, sd_bus_message_append(reply->message, "(sss)", id, text, icon));
}

static int ignore(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)message, (void)context, (void)error;
  return 0;
}

void csdbus_copy_in_plasma(const char *text) {
  sd_bus_call_method_async(
      serving, NULL, "org.kde.klipper", "/klipper", "org.kde.klipper.klipper",
      "setClipboardContents", ignore, NULL, "s", text);
}

/* Lists of texts are freed after the handler's call. */
static csdbus_texts texts_of(char **list) {
  size_t count = 0;
  while (list && list[count]) ++count;
  return (csdbus_texts){(const char *const *)list, count};
}

static void free_list(char **list) {
  for (char **item = list; item && *item; ++item) free(*item);
  free(list);
}

/* Begins an answer that is one array, and sends it. */
static int begin(sd_bus_message *call, csdbus_reply *reply, const char *element) {
  int status = sd_bus_message_new_method_return(call, &reply->message);
  if (status < 0) return status;
  return sd_bus_message_open_container(reply->message, 'a', element);
}

static int finish(csdbus_reply *reply) {
  if (reply->status >= 0) reply->status = sd_bus_message_close_container(reply->message);
  if (reply->status >= 0) reply->status = sd_bus_send(NULL, reply->message, NULL);
  sd_bus_message_unref(reply->message);
  return reply->status < 0 ? reply->status : 1;
}

#define METHOD(name) \
  static int name(sd_bus_message *call, void *context, sd_bus_error *error)

METHOD(get_initial_result_set) {
  (void)error;
  const csdbus_handlers *handlers = context;
  char **terms = NULL;
  csdbus_reply reply = {0};
  int status = sd_bus_message_read_strv(call, &terms);
  if (status >= 0) status = begin(call, &reply, "s");
  if (status >= 0) {
    handlers->find(handlers->context, texts_of(terms), &reply);
    status = finish(&reply);
  }
  free_list(terms);
  return status;
}

METHOD(get_subsearch_result_set) {
  (void)error;
  const csdbus_handlers *handlers = context;
  char **earlier = NULL, **terms = NULL;
  csdbus_reply reply = {0};
  int status = sd_bus_message_read_strv(call, &earlier);
  if (status >= 0) status = sd_bus_message_read_strv(call, &terms);
  if (status >= 0) status = begin(call, &reply, "s");
  if (status >= 0) {
    handlers->narrow(handlers->context, texts_of(earlier), texts_of(terms), &reply);
    status = finish(&reply);
  }
  free_list(earlier);
  free_list(terms);
  return status;
}

METHOD(get_result_metas) {
  (void)error;
  const csdbus_handlers *handlers = context;
  char **ids = NULL;
  csdbus_reply reply = {0};
  int status = sd_bus_message_read_strv(call, &ids);
  if (status >= 0) status = begin(call, &reply, "a{sv}");
  if (status >= 0) {
    handlers->describe(handlers->context, texts_of(ids), &reply);
    status = finish(&reply);
  }
  free_list(ids);
  return status;
}

METHOD(activate_result) {
  (void)error;
  const csdbus_handlers *handlers = context;
  const char *id;
  int status = sd_bus_message_read(call, "s", &id);
  if (status < 0) return status;
  handlers->open(handlers->context, id);
  return sd_bus_reply_method_return(call, "");
}

METHOD(launch_search) {
  (void)error;
  const csdbus_handlers *handlers = context;
  char **terms = NULL;
  int status = sd_bus_message_read_strv(call, &terms);
  if (status >= 0) {
    handlers->open_all(handlers->context, texts_of(terms));
    status = sd_bus_reply_method_return(call, "");
  }
  free_list(terms);
  return status;
}

METHOD(match) {
  (void)error;
  const csdbus_handlers *handlers = context;
  const char *query;
  csdbus_reply reply = {0};
  int status = sd_bus_message_read(call, "s", &query);
  if (status >= 0) status = begin(call, &reply, "(sssida{sv})");
  if (status < 0) return status;
  handlers->match(handlers->context, query, &reply);
  return finish(&reply);
}

METHOD(actions) {
  (void)error;
  const csdbus_handlers *handlers = context;
  csdbus_reply reply = {0};
  int status = begin(call, &reply, "(sss)");
  if (status < 0) return status;
  handlers->actions(handlers->context, &reply);
  return finish(&reply);
}

METHOD(run) {
  (void)error;
  const csdbus_handlers *handlers = context;
  const char *id, *action;
  int status = sd_bus_message_read(call, "ss", &id, &action);
  if (status < 0) return status;
  handlers->run(handlers->context, id, action);
  return sd_bus_reply_method_return(call, "");
}

/* The interface's XML says `{sv}`, which no message can hold; KRunner reads `a{sv}`. */
METHOD(config) {
  (void)error;
  const csdbus_handlers *handlers = context;
  csdbus_reply reply = {0};
  int status = begin(call, &reply, "{sv}");
  if (status < 0) return status;
  sd_bus_message *message = reply.message;
  note(&reply, sd_bus_message_append(message, "{sv}", "MinLetterCount", "i", handlers->least_letters));
  note(&reply, sd_bus_message_open_container(message, 'e', "sv"));
  note(&reply, sd_bus_message_append(message, "s", "Actions"));
  note(&reply, sd_bus_message_open_container(message, 'v', "a(sss)"));
  note(&reply, sd_bus_message_open_container(message, 'a', "(sss)"));
  handlers->actions(handlers->context, &reply);
  for (int depth = 0; depth < 3; ++depth) note(&reply, sd_bus_message_close_container(message));
  return finish(&reply);
}

/* Nothing is kept between queries. */
METHOD(teardown) {
  (void)context, (void)error;
  return sd_bus_reply_method_return(call, "");
}

static const sd_bus_vtable provider_methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_ARGS(
        "GetInitialResultSet", SD_BUS_ARGS("as", terms), SD_BUS_RESULT("as", results),
        get_initial_result_set, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "GetSubsearchResultSet", SD_BUS_ARGS("as", previous_results, "as", terms),
        SD_BUS_RESULT("as", results), get_subsearch_result_set, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "GetResultMetas", SD_BUS_ARGS("as", identifiers), SD_BUS_RESULT("aa{sv}", metas),
        get_result_metas, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "ActivateResult", SD_BUS_ARGS("s", identifier, "as", terms, "u", timestamp),
        SD_BUS_NO_RESULT, activate_result, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "LaunchSearch", SD_BUS_ARGS("as", terms, "u", timestamp), SD_BUS_NO_RESULT, launch_search,
        SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END};

static const sd_bus_vtable runner_methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_ARGS(
        "Match", SD_BUS_ARGS("s", query), SD_BUS_RESULT("a(sssida{sv})", matches), match,
        SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "Actions", SD_BUS_NO_ARGS, SD_BUS_RESULT("a(sss)", matches), actions,
        SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "Run", SD_BUS_ARGS("s", matchId, "s", actionId), SD_BUS_NO_RESULT, run,
        SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "Config", SD_BUS_NO_ARGS, SD_BUS_RESULT("a{sv}", config), config,
        SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD_WITH_ARGS(
        "Teardown", SD_BUS_NO_ARGS, SD_BUS_NO_RESULT, teardown, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END};

/* Answers what has arrived; returns 0 when nothing is left. */
static int answer_all(sd_bus *bus) {
  int status;
  while ((status = sd_bus_process(bus, NULL)) > 0) {
  }
  return status;
}

static int serve(sd_bus *bus, uint64_t idle_microseconds) {
  int status;
  while ((status = answer_all(bus)) >= 0) {
    status = sd_bus_wait(bus, idle_microseconds);
    if (status == -EINTR) continue;
    if (status < 0) return status;
    if (status > 0) continue;
    /* Calls that the bus has passed on already are before its answer to this. */
    status = sd_bus_release_name(bus, CSDBUS_NAME);
    if (status >= 0) status = answer_all(bus);
    return status < 0 ? status : sd_bus_flush(bus);
  }
  return status;
}

int csdbus_serve(const csdbus_handlers *handlers, uint64_t idle_microseconds) {
  sd_bus *bus = NULL;
  void *context = (void *)handlers;
  int status = sd_bus_open_user(&bus);
  serving = bus;
  if (status >= 0)
    status = sd_bus_add_object_vtable(
        bus, NULL, CSDBUS_PROVIDER_PATH, "org.gnome.Shell.SearchProvider2", provider_methods,
        context);
  if (status >= 0)
    status = sd_bus_add_object_vtable(
        bus, NULL, CSDBUS_RUNNER_PATH, "org.kde.krunner1", runner_methods, context);
  if (status >= 0) status = sd_bus_request_name(bus, CSDBUS_NAME, 0);
  if (status >= 0) status = serve(bus, idle_microseconds);
  /* The bus going away is the end of the session. */
  if (status == -ECONNRESET || status == -ENOTCONN) status = 0;
  sd_bus_flush_close_unref(bus);
  return status;
}
