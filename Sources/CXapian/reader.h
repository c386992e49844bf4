#pragma once

#include "guarded.h"

struct cx_reader {
  Xapian::Database database;
};
