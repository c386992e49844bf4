/* Rule pool-1 over a corpus of one origin, as one would write it in C.
 *   cc -O2 -o daily daily.c -lsqlite3 -lcrypto
 *   ./daily CORPUS FROM DAYS [HISTORY]
 * CORPUS is a corpus.sqlite, FROM a date, HISTORY a history.jsonl of one cycle up to the day before FROM;
 * without one all days from 2026-01-01 on are played. Prints the slugs of DAYS days from FROM on. It knows
 * neither tombstones nor schedules nor a second origin, and keeps the whole deck in memory. */
#define _GNU_SOURCE
#include <openssl/sha.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCKED = 180, DELAY = 14 };

struct card {
    uint64_t key, author;
    int64_t eligible;
    char *slug;
};

static struct card *cards;
static size_t count;

static uint64_t key_of(const char *text, size_t length) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256((const unsigned char *)text, length, digest);
    uint64_t key = 0;
    for (int i = 0; i < 8; i++) key = key << 8 | digest[i];
    return key;
}

static uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static int64_t day_number(const char *date) {
    struct tm day = {0};
    if (!strptime(date, "%Y-%m-%d", &day)) exit(64);
    return timegm(&day) / 86400 - 20454;
}

static void fail(sqlite3 *db) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    exit(1);
}

static void read_corpus(const char *path) {
    sqlite3 *db;
    sqlite3_stmt *all;
    size_t room = 0;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL)) fail(db);
    if (sqlite3_prepare_v2(
                    db, "SELECT slug, author_slug, coalesce(published_at, first_seen) FROM quote", -1, &all, NULL))
        fail(db);
    int status;
    while ((status = sqlite3_step(all)) == SQLITE_ROW) {
        if (count == room) cards = realloc(cards, (room = room * 2 + 1024) * sizeof *cards);
        const char *slug = (const char *)sqlite3_column_text(all, 0);
        const char *author = (const char *)sqlite3_column_text(all, 1);
        cards[count++] = (struct card){
                key_of(slug, strlen(slug)), author ? key_of(author, strlen(author)) : 0,
                sqlite3_column_type(all, 2) == SQLITE_NULL
                        ? INT64_MIN
                        : sqlite3_column_int64(all, 2) / 86400000 - 20454 + DELAY,
                strdup(slug)};
    }
    if (status != SQLITE_DONE) fail(db);
    sqlite3_finalize(all);
    sqlite3_close(db);
}

static int by_slug(const void *a, const void *b) {
    return strcmp(((const struct card *)a)->slug, ((const struct card *)b)->slug);
}

int main(int argc, char **argv) {
    if (argc < 4) return 64;
    read_corpus(argv[1]);
    qsort(cards, count, sizeof *cards, by_slug);
    char *shown = calloc(count, 1);
    size_t *recent = malloc(sizeof *recent * 100000), played = 0;
    uint64_t author = 0;
    int64_t first = 0, from = day_number(argv[2]), end = from + atoi(argv[3]);
    FILE *history = argc > 4 ? fopen(argv[4], "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    while (history && getline(&line, &room, history) > 0) {
        char *slug = strstr(line, "\"slug\":\"") + 8;
        *strchr(slug, '"') = 0;
        struct card wanted = {.slug = slug};
        struct card *found = bsearch(&wanted, cards, count, sizeof *cards, by_slug);
        if (found) {
            shown[found - cards] = 1;
            author = found->author;
            recent[played++] = found - cards;
        }
        first = from;
    }
    for (int64_t day = first; day < end; day++) {
        size_t best = SIZE_MAX, any = SIZE_MAX, eligible = 0;
        uint64_t best_rank = 0, any_rank = 0;
        for (int again = 0; again < 2 && any == SIZE_MAX; again++) {
            if (again) {
                memset(shown, 0, count);
                size_t blocked = eligible / 2 < BLOCKED ? eligible / 2 : BLOCKED;
                for (size_t i = blocked < played ? played - blocked : 0; i < played; i++) shown[recent[i]] = 1;
            }
            eligible = 0;
            for (size_t i = 0; i < count; i++) {
                if (cards[i].eligible > day) continue;
                eligible++;
                if (shown[i]) continue;
                uint64_t rank = mix(cards[i].key ^ (uint64_t)day);
                if (any == SIZE_MAX || rank < any_rank) any = i, any_rank = rank;
                if ((cards[i].author != author || !author) && (best == SIZE_MAX || rank < best_rank))
                    best = i, best_rank = rank;
            }
        }
        if (any == SIZE_MAX) continue;
        if (best == SIZE_MAX) best = any;
        shown[best] = 1;
        author = cards[best].author;
        recent[played++] = best;
        if (day >= from) puts(cards[best].slug);
    }
    return 0;
}
