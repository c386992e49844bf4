/* What plain C does with the tables of ZitareJobs: one no-op job is one row.
 *   cc -O2 -o queue queue.c -lsqlite3 -lpthread
 *   ./queue DATABASE enqueue|claim|fused|batch|connections sync=FULL n=20000 batch=1 clients=16
 * The database is made, and filled with n jobs for what claims, by `bench-queue`.
 * enqueue      INSERT, `batch` rows per transaction
 * claim        claim one job, complete it: two transactions
 * fused        complete the last job and claim the next in one transaction
 * batch        claim `batch` jobs in one transaction, complete them in another
 * connections  `clients` threads enqueue one by one, each on a connection of its own
 * Prints one line: jobs per second, microseconds of CPU per job, the median and 99th percentile of the
 * milliseconds that a call took. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char *path, *sync_mode = "FULL";
static long n = 20000, batch = 1, clients = 16;
static double *calls;
static char parameters[64];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
static long long wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}
static double cpu(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_utime.tv_sec + u.ru_stime.tv_sec + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}
static int busy(void *context, int attempt) {   /* 50 us, doubling to 1 ms, as ours */
    (void)context;
    usleep(attempt < 5 ? 50u << attempt : 1000u);
    return attempt < 30000;
}
static void check(sqlite3 *db, int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    exit(1);
}

struct connection {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *insert, *due, *claim, *complete;
};

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
    sqlite3_stmt *s;
    check(db, sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, 0));
    return s;
}
static struct connection open_database(void) {
    struct connection c;
    char sql[64];
    check(0, sqlite3_open_v2(path, &c.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0));
    sqlite3_busy_handler(c.db, busy, 0);
    snprintf(sql, sizeof sql, "PRAGMA synchronous=%s", sync_mode);
    check(c.db, sqlite3_exec(c.db, sql, 0, 0, 0));
    c.begin = prepare(c.db, "BEGIN IMMEDIATE");
    c.commit = prepare(c.db, "COMMIT");
    c.insert = prepare(c.db,
        "INSERT INTO job (kind_id, queue_id, state, priority, run_at, max_attempts, created_at, parameters)"
        " VALUES (1, 1, 1, 5, ?1, 8, ?1, ?2)");
    c.due = prepare(c.db,
        "SELECT id, kind_id, parameters, attempt, max_attempts, claim, run_at FROM job"
        " WHERE state = 1 AND queue_id = 1 ORDER BY priority, run_at, id LIMIT ?1");
    c.claim = prepare(c.db,
        "UPDATE job SET state = 3, claim = claim + 1, worker_id = 1, lease_until = ?1, claimed_at = ?1"
        " WHERE id = ?2 AND state = 1");
    c.complete = prepare(c.db,
        "UPDATE job SET state = 4, attempt = attempt + 1, finished_at = ?1, worker_id = NULL, lease_until = NULL"
        " WHERE id = ?2 AND state = 3 AND worker_id = 1 AND claim = 1");
    return c;
}
static void run(struct connection *c, sqlite3_stmt *s) {
    check(c->db, sqlite3_step(s));
    check(c->db, sqlite3_reset(s));
}
static void add(struct connection *c) {
    sqlite3_bind_int64(c->insert, 1, wall());
    sqlite3_bind_blob(c->insert, 2, parameters, sizeof parameters, SQLITE_STATIC);
    run(c, c->insert);
}
static long claim(struct connection *c, sqlite3_int64 *ids, long limit) {
    long found = 0, i;
    int code;
    sqlite3_bind_int64(c->due, 1, limit);
    while ((code = sqlite3_step(c->due)) == SQLITE_ROW) ids[found++] = sqlite3_column_int64(c->due, 0);
    check(c->db, code);
    check(c->db, sqlite3_reset(c->due));
    for (i = 0; i < found; i++) {
        sqlite3_bind_int64(c->claim, 1, wall());
        sqlite3_bind_int64(c->claim, 2, ids[i]);
        run(c, c->claim);
    }
    return found;
}
static void complete(struct connection *c, sqlite3_int64 id) {
    sqlite3_bind_int64(c->complete, 1, wall());
    sqlite3_bind_int64(c->complete, 2, id);
    run(c, c->complete);
    if (sqlite3_changes(c->db) != 1) { fprintf(stderr, "job %lld was not held\n", (long long)id); exit(1); }
}
static void *client(void *argument) {
    long number = (long)argument, share = n / clients, i;
    struct connection c = open_database();
    for (i = 0; i < share; i++) {
        double start = now();
        run(&c, c.begin);
        add(&c);
        run(&c, c.commit);
        calls[number * share + i] = now() - start;
    }
    return 0;
}
static int order(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    long done = 0, made = 0, have = 0, i;
    if (argc < 3) return 64;
    path = argv[1];
    for (i = 3; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value) return 64;
        *value++ = 0;
        if (!strcmp(argv[i], "sync")) sync_mode = value;
        else if (!strcmp(argv[i], "n")) n = atol(value);
        else if (!strcmp(argv[i], "batch")) batch = atol(value);
        else if (!strcmp(argv[i], "clients")) clients = atol(value);
        else return 64;
    }
    memset(parameters, 'p', sizeof parameters);
    calls = calloc((size_t)n + 1, sizeof *calls);
    sqlite3_int64 *ids = calloc((size_t)batch + 1, sizeof *ids);
    struct connection c = open_database();
    double start = now(), cpu_start = cpu();
    if (!strcmp(argv[2], "connections")) {
        pthread_t *threads = calloc((size_t)clients, sizeof *threads);
        for (i = 0; i < clients; i++) pthread_create(&threads[i], 0, client, (void *)i);
        for (i = 0; i < clients; i++) pthread_join(threads[i], 0);
        done = made = n / clients * clients;
    } else if (!strcmp(argv[2], "enqueue")) {
        while (done < n) {
            double call = now();
            run(&c, c.begin);
            for (i = 0; i < batch && done < n; i++, done++) add(&c);
            run(&c, c.commit);
            calls[made++] = now() - call;
        }
    } else {
        int is_fused = !strcmp(argv[2], "fused"), is_batch = !strcmp(argv[2], "batch");
        do {
            double call = now();
            run(&c, c.begin);
            if (is_fused && have) { complete(&c, ids[0]); done++; }
            have = claim(&c, ids, is_batch ? batch : 1);
            run(&c, c.commit);
            if (!is_fused && have) {
                run(&c, c.begin);
                for (i = 0; i < have; i++) { complete(&c, ids[i]); done++; }
                run(&c, c.commit);
            }
            calls[made++] = now() - call;
        } while (have && made < n);
    }
    double seconds = now() - start, spent = cpu() - cpu_start;
    qsort(calls, (size_t)made, sizeof *calls, order);
    printf("%.1f %.3f %.4f %.4f\n", done / seconds, spent * 1e6 / done, calls[made / 2] * 1e3,
           calls[made * 99 / 100] * 1e3);
    return 0;
}
