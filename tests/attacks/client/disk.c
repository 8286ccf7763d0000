/* A disk that keeps a trace of all that is written to one folder and of when it was synced, that can be full, and a clock
 * that can leap. It is put before a server with LD_PRELOAD; the server itself is not changed.
 *
 * SABACC_DISK_FOLDER   the folder that is watched; all below is about its files
 * SABACC_DISK_TRACE    where the trace goes (optional)
 * SABACC_DISK_CONTROL  a file with two 64-bit numbers: whether the disk is full, and the seconds that the clock is wrong
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { CREATED = 1, WRITTEN, TRUNCATED, SYNCED, FOLDER_SYNCED, RENAMED, LINKED, UNLINKED };
enum { MAX_FILES = 65536 };

struct record {
    uint64_t kind, nanoseconds, inode, offset, data_size, path_size, other_size;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char watched[MAX_FILES]; /* by descriptor */
static const char *folder;
static int trace = -1;
static volatile int64_t *control;

static void set_up(void) {
    if (folder != NULL) return;
    const char *name = getenv("SABACC_DISK_FOLDER");
    if (name == NULL) return;
    folder = strdup(name);
    const char *path = getenv("SABACC_DISK_TRACE");
    if (path != NULL) trace = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    path = getenv("SABACC_DISK_CONTROL");
    int file = path == NULL ? -1 : syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        void *place = mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);
        if (place != MAP_FAILED) control = place;
        syscall(SYS_close, file);
    }
}

static int inside(const char *path) {
    size_t size;
    set_up();
    if (folder == NULL || path == NULL) return 0;
    size = strlen(folder);
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == 0);
}

static int is_watched(int file) { return file >= 0 && file < MAX_FILES && watched[file]; }

static int is_full(void) { return control != NULL && control[0]; }

static uint64_t inode_of(int file) {
    struct stat found;
    return fstat(file, &found) == 0 ? found.st_ino : 0;
}

static void note(uint64_t kind, uint64_t inode, uint64_t offset, const void *data, size_t size, const char *path,
                 const char *other) {
    struct timespec now;
    if (trace < 0) return;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    struct record head = {kind, now.tv_sec * 1000000000ull + now.tv_nsec, inode, offset, size, strlen(path), strlen(other)};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)path, head.path_size}, {(void *)other, head.other_size}, {(void *)data, size}};
    syscall(SYS_writev, trace, parts, 4);
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int opened(int file, const char *path, int existed, int flags) {
    if (file >= 0 && file < MAX_FILES && (watched[file] = inside(path))) {
        if (!existed) note(CREATED, inode_of(file), 0, "", 0, path, "");
        else if (flags & O_TRUNC) note(TRUNCATED, inode_of(file), 0, "", 0, "", "");
    }
    return file;
}

#define OPEN(name)                                                              \
    int name(const char *path, int flags, ...) {                                \
        va_list more;                                                           \
        va_start(more, flags);                                                  \
        int mode = va_arg(more, int);                                           \
        va_end(more);                                                           \
        if (!inside(path)) return syscall(SYS_openat, AT_FDCWD, path, flags, mode); \
        pthread_mutex_lock(&mutex);                                             \
        int existed = access(path, F_OK) == 0;                                  \
        int file = opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path, existed, flags); \
        pthread_mutex_unlock(&mutex);                                           \
        return file;                                                            \
    }
OPEN(open)
OPEN(open64)

int close(int file) {
    if (is_watched(file)) watched[file] = 0;
    return syscall(SYS_close, file);
}

static ssize_t put(int file, const void *data, size_t size, off_t offset) {
    if (is_full()) {
        errno = ENOSPC;
        return -1;
    }
    pthread_mutex_lock(&mutex);
    if (offset < 0) {
        int appends = fcntl(file, F_GETFL) & O_APPEND;
        offset = lseek(file, 0, appends ? SEEK_END : SEEK_CUR);
        size = syscall(SYS_write, file, data, size);
    } else {
        size = syscall(SYS_pwrite64, file, data, size, offset);
    }
    if ((ssize_t)size > 0) note(WRITTEN, inode_of(file), offset, data, size, "", "");
    pthread_mutex_unlock(&mutex);
    return size;
}

ssize_t write(int file, const void *data, size_t size) {
    return is_watched(file) ? put(file, data, size, -1) : syscall(SYS_write, file, data, size);
}

#define PWRITE(name)                                                            \
    ssize_t name(int file, const void *data, size_t size, off_t offset) {       \
        return is_watched(file) ? put(file, data, size, offset) : syscall(SYS_pwrite64, file, data, size, offset); \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define FTRUNCATE(name)                                                         \
    int name(int file, off_t size) {                                            \
        int done = syscall(SYS_ftruncate, file, size);                          \
        if (done == 0 && is_watched(file)) {                                    \
            pthread_mutex_lock(&mutex);                                         \
            note(TRUNCATED, inode_of(file), size, "", 0, "", "");               \
            pthread_mutex_unlock(&mutex);                                       \
        }                                                                       \
        return done;                                                            \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

static int sync_file(int file) {
    struct stat found;
    char link[64], path[PATH_MAX] = "";
    if (is_full()) {
        errno = ENOSPC;
        return -1;
    }
    pthread_mutex_lock(&mutex);
    fstat(file, &found);
    if (S_ISDIR(found.st_mode)) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        if (readlink(link, path, sizeof path - 1) < 0) path[0] = 0;
        note(FOLDER_SYNCED, found.st_ino, 0, "", 0, path, "");
    } else {
        note(SYNCED, found.st_ino, 0, "", 0, "", "");
    }
    pthread_mutex_unlock(&mutex);
    return 0; /* the trace is what lasts, so the real disk is spared */
}

int fsync(int file) { return is_watched(file) ? sync_file(file) : syscall(SYS_fsync, file); }
int fdatasync(int file) { return is_watched(file) ? sync_file(file) : syscall(SYS_fdatasync, file); }

#define MOVE(name, kind)                                                        \
    int name(const char *from, const char *to) {                                \
        REAL(name);                                                             \
        if (!inside(to)) return real(from, to);                                 \
        pthread_mutex_lock(&mutex);                                             \
        int done = real(from, to);                                              \
        if (done == 0) note(kind, 0, 0, "", 0, from, to);                       \
        pthread_mutex_unlock(&mutex);                                           \
        return done;                                                            \
    }
MOVE(rename, RENAMED)
MOVE(link, LINKED)

int unlink(const char *path) {
    REAL(unlink);
    if (!inside(path)) return real(path);
    pthread_mutex_lock(&mutex);
    int done = real(path);
    if (done == 0) note(UNLINKED, 0, 0, "", 0, path, "");
    pthread_mutex_unlock(&mutex);
    return done;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int done = syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME && done == 0 && control != NULL) now->tv_sec += control[1];
    return done;
}
