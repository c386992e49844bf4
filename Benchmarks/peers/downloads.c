/* What plain C on libcurl does to download files: one thread, several at a time.
 *   cc -O2 -o downloads downloads.c -lcurl -lcrypto
 *   ./downloads FOLDER PARALLEL BUFFER discard|durable < addresses
 * discard  the bytes are counted
 * durable  each file is hashed on the way, written to NAME.part, synced and renamed, and the folder
 *          is synced once at the end
 * Ends with 1 where an answer was not 200 or ended early. */
#include <curl/curl.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct file {
    CURL *easy;
    int handle;
    curl_off_t received;
    EVP_MD_CTX *hash;
    char part[4096], final[4096];
};

static const char *folder;
static long buffer;
static int durable, failed;

static size_t take(char *bytes, size_t one, size_t count, void *context) {
    struct file *file = context;
    (void)one;
    file->received += count;
    if (!durable) return count;
    EVP_DigestUpdate(file->hash, bytes, count);
    for (size_t done = 0; done < count;) {
        ssize_t written = write(file->handle, bytes + done, count - done);
        if (written < 0) return 0;
        done += written;
    }
    return count;
}

/* Starts the next address from standard input; 0 where there is none. */
static int start(CURLM *multi, struct file *file) {
    char address[4096];
    if (!fgets(address, sizeof address, stdin)) return 0;
    address[strcspn(address, "\n")] = 0;
    const char *name = strrchr(address, '/') + 1;
    snprintf(file->final, sizeof file->final, "%s/%s", folder, name);
    snprintf(file->part, sizeof file->part, "%s/%s.part", folder, name);
    file->received = 0;
    if (durable) {
        file->handle = open(file->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
        EVP_DigestInit_ex(file->hash, EVP_sha256(), NULL);
    }
    curl_easy_reset(file->easy);
    curl_easy_setopt(file->easy, CURLOPT_URL, address);
    curl_easy_setopt(file->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(file->easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(file->easy, CURLOPT_BUFFERSIZE, buffer);
    curl_easy_setopt(file->easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(file->easy, CURLOPT_WRITEDATA, file);
    curl_easy_setopt(file->easy, CURLOPT_PRIVATE, file);
    curl_multi_add_handle(multi, file->easy);
    return 1;
}

static void finish(struct file *file, CURLcode code) {
    curl_off_t length = -1;
    curl_easy_getinfo(file->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    if (code != CURLE_OK || length != file->received) failed = 1;
    if (!durable) return;
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_DigestFinal_ex(file->hash, digest, NULL);
    if (fdatasync(file->handle) || rename(file->part, file->final)) failed = 1;
    close(file->handle);
}

int main(int count, char **words) {
    if (count != 5) return 64;
    folder = words[1];
    int parallel = atoi(words[2]), running = 0;
    buffer = atol(words[3]);
    durable = !strcmp(words[4], "durable");
    curl_global_init(CURL_GLOBAL_DEFAULT);
    CURLM *multi = curl_multi_init();
    struct file *files = calloc(parallel, sizeof *files);
    for (int i = 0; i < parallel; i++) {
        files[i].easy = curl_easy_init();
        files[i].hash = EVP_MD_CTX_new();
        running += start(multi, &files[i]);
    }
    while (running) {
        int active, left;
        curl_multi_perform(multi, &active);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            struct file *file;
            CURLcode code = message->data.result;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&file);
            curl_multi_remove_handle(multi, file->easy);
            finish(file, code);
            if (start(multi, file)) active++; else running--;
        }
        if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    if (durable) {
        int handle = open(folder, O_RDONLY | O_DIRECTORY);
        fsync(handle);
        close(handle);
    }
    return failed;
}
