#pragma once

/// What the build was made of. The texts are never freed, and empty where nobody said.
const char *cbuild_commit(void);
/// The day of that commit, such as 2026-11-30.
const char *cbuild_date(void);
