import type { PieceSource } from './piece.js';

/** Failures, memory, and the checks of inputs. */
export const CORE = {
  kir_chunk: {
    code: `
// A block of memory. Values that were made in it are never moved or changed.
typedef struct kir_chunk {
  struct kir_chunk *next;
  max_align_t data[];
} kir_chunk;
`,
  },
  kir_run: {
    uses: ['kir_chunk'],
    headers: ['setjmp.h'],
    code: `
// The state of one call: the memory of all its values, and the place to which
// a failure jumps.
typedef struct kir_run {
  kir_chunk *chunks;
  char *top;
  size_t left;
  size_t reserve;
  $status status;
  $error *error;
  jmp_buf failed;
} kir_run;
`,
  },
  kir_run_with_host: {
    uses: ['kir_chunk'],
    headers: ['setjmp.h'],
    code: `
// The state of one call: the memory of all its values, its entropy sources,
// and the place to which a failure jumps.
typedef struct kir_run {
  kir_chunk *chunks;
  char *top;
  size_t left;
  size_t reserve;
  $status status;
  $error *error;
  const $host *host;
  jmp_buf failed;
} kir_run;
`,
  },
  kir_stop: {
    headers: ['setjmp.h'],
    code: `
_Noreturn static void kir_stop(kir_run *run, $status status) {
  run->status = status;
  longjmp(run->failed, 1);
}
`,
  },
  kir_refuse: {
    code: `
static $status kir_refuse($error *error, const char *port, const char *message) {
  *error = ($error){.port = port, .message = message};
  return $STATUS_DOMAIN_ERROR;
}
`,
  },
  kir_fault: {
    code: `
static $status kir_fault($error *error, int64_t line, const char *message) {
  *error = ($error){.line = line, .message = message};
  return $STATUS_FAULT;
}
`,
  },
  kir_guard: {
    code: `
static $status kir_guard($error *error, const char *domain, int64_t line, const char *message) {
  *error = ($error){.domain = domain, .line = line, .message = message};
  return $STATUS_GUARD_ERROR;
}
`,
  },
  kir_place: {
    code: `
// A part of an input: a port without a place around it, a field, or an element.
typedef struct kir_place {
  const struct kir_place *around;
  const char *name;
  size_t index;
} kir_place;
`,
  },
  kir_write_path: {
    uses: ['kir_place'],
    code: `
// Writes the path of a place. The array has room for the longest one.
static char *kir_write_path(const kir_place *place, char *path) {
  if (place->around == NULL) {
    return path;
  }
  path = kir_write_path(place->around, path);
  if (place->name != NULL) {
    *path++ = '.';
    for (const char *name = place->name; *name != '\\0'; name++) {
      *path++ = *name;
    }
    return path;
  }
  char digits[20];
  size_t count = 0;
  for (size_t rest = place->index; count == 0 || rest > 0; rest /= 10) {
    digits[count++] = (char)('0' + rest % 10);
  }
  *path++ = '[';
  while (count > 0) {
    *path++ = digits[--count];
  }
  *path++ = ']';
  return path;
}
`,
  },
  kir_refuse_at: {
    uses: ['kir_write_path'],
    code: `
static bool kir_refuse_at($error *error, const kir_place *place, const char *message) {
  *error = ($error){.message = message};
  *kir_write_path(place, error->path) = '\\0';
  while (place->around != NULL) {
    place = place->around;
  }
  error->port = place->name;
  return false;
}
`,
  },
  kir_grow: {
    uses: ['kir_stop'],
    headers: ['stdlib.h'],
    code: `
// Adds a chunk. Its spare room lets the newest value grow in place.
static void kir_grow(kir_run *run, size_t size) {
  if (run->reserve < (size_t)1 << 20) {
    run->reserve = run->reserve == 0 ? 1024 : 2 * run->reserve;
  }
  const size_t capacity = 2 * size > run->reserve ? 2 * size : run->reserve;
  kir_chunk *chunk = malloc(sizeof(kir_chunk) + capacity);
  if (chunk == NULL) {
    *run->error = ($error){.message = "there is not enough memory"};
    kir_stop(run, $STATUS_OUT_OF_MEMORY);
  }
  chunk->next = run->chunks;
  run->chunks = chunk;
  run->top = (char *)chunk->data;
  run->left = capacity;
}
`,
  },
  kir_release: {
    uses: ['kir_chunk'],
    headers: ['stdlib.h'],
    code: `
static void kir_release(kir_chunk *chunks) {
  while (chunks != NULL) {
    kir_chunk *next = chunks->next;
    free(chunks);
    chunks = next;
  }
}
`,
  },
  kir_mark: {
    uses: ['kir_chunk'],
    code: `
// A point in the memory of a call.
typedef struct kir_mark {
  kir_chunk *chunks;
  char *top;
  size_t left;
} kir_mark;
`,
  },
  kir_mark_of: {
    uses: ['kir_mark'],
    code: `
static kir_mark kir_mark_of(const kir_run *run) {
  return (kir_mark){.chunks = run->chunks, .top = run->top, .left = run->left};
}
`,
  },
  kir_rewind: {
    uses: ['kir_mark'],
    headers: ['stdlib.h'],
    code: `
// Frees what was made since a mark.
static void kir_rewind(kir_run *run, kir_mark mark) {
  while (run->chunks != mark.chunks) {
    kir_chunk *next = run->chunks->next;
    free(run->chunks);
    run->chunks = next;
  }
  run->top = mark.top;
  run->left = mark.left;
}
`,
  },
  kir_allocate: {
    uses: ['kir_grow'],
    code: `
// Returns memory that is aligned for each kind of value.
static void *kir_allocate(kir_run *run, size_t size) {
  size_t padding = (size_t)(-(uintptr_t)run->top % sizeof(int64_t));
  if (run->left <= size + padding) {
    kir_grow(run, size + 1);
    padding = 0;
  }
  char *data = run->top + padding;
  run->top = data + size;
  run->left -= padding + size;
  return data;
}
`,
  },
  kir_copy: {
    uses: ['kir_allocate'],
    headers: ['string.h'],
    code: `
static void *kir_copy(kir_run *run, const void *data, size_t size) {
  void *copy = kir_allocate(run, size);
  if (size > 0) {
    memcpy(copy, data, size);
  }
  return copy;
}
`,
  },
  kir_join: {
    uses: ['kir_allocate'],
    headers: ['string.h'],
    code: `
// Returns a followed by b. The newest value grows in place: those who have it
// already see only its former part.
static const void *kir_join(kir_run *run, const void *a, size_t a_size, const void *b, size_t b_size) {
  if (b_size == 0) {
    return a;
  }
  if (a_size > 0 && (const char *)a + a_size == run->top && run->left > b_size) {
    memcpy(run->top, b, b_size);
    run->top += b_size;
    run->left -= b_size;
    return a;
  }
  char *joined = kir_allocate(run, a_size + b_size);
  if (a_size > 0) {
    memcpy(joined, a, a_size);
  }
  memcpy(joined + a_size, b, b_size);
  return joined;
}
`,
  },
} as const satisfies Record<string, PieceSource>;
