#pragma once
#include <zlib.h>

/* What the macro deflateInit does. */
static inline int deflate_begin(z_stream *stream, int level) { return deflateInit(stream, level); }
