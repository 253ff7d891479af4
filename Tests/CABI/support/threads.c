#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"

struct start {
    atomic_size_t awaited;
    void *(*body)(void *context);
    void *context;
};

static void *run(void *context) {
    struct start *start = context;
    atomic_fetch_sub(&start->awaited, 1);
    while (atomic_load(&start->awaited) > 0) {
        sched_yield();
    }
    return start->body(start->context);
}

void at_once(size_t count, void *(*body)(void *context), void *context) {
    struct start start = {count, body, context};
    pthread_t *threads = calloc(count, sizeof *threads);
    for (size_t i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, run, &start) != 0) {
            give_up("no thread to be had");
        }
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
    free(threads);
}
