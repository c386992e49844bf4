#include "cbuild.h"

// git archive fills the words in (.gitattributes); `make release` defines them; else they stay.
#ifndef ZITARE_COMMIT
#define ZITARE_COMMIT "$Format:%h$"
#endif
#ifndef ZITARE_DATE
#define ZITARE_DATE "$Format:%cs$"
#endif

static const char *known(const char *text) { return text[0] == '$' ? "" : text; }

const char *cbuild_commit(void) { return known(ZITARE_COMMIT); }
const char *cbuild_date(void) { return known(ZITARE_DATE); }
