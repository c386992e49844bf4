import ZitareSQLite

/// The tables of `corpus.sqlite`, which can always be made anew from the origins.
enum CorpusSchema {
  static let component = "corpus"

  /// Append-only: a shipped step is never edited.
  static let steps: [StaticString] = [
    """
    CREATE TABLE origin (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      rank INTEGER NOT NULL UNIQUE,          -- on equal slugs the smaller one is shown bare
      address TEXT NOT NULL,                 -- without secrets, for people
      site TEXT,
      etag TEXT,
      last_modified TEXT,
      generated_at INTEGER,                  -- what the snapshot says of itself
      count INTEGER NOT NULL DEFAULT 0 CHECK (count >= 0),
      accepted BLOB,                         -- digest of the bytes last taken in
      synced_at INTEGER,                     -- when its content last changed here
      skipped INTEGER NOT NULL DEFAULT 0,
      skipped_names TEXT NOT NULL DEFAULT '[]',
      refusal TEXT,
      refused_at INTEGER,
      CHECK ((refusal IS NULL) = (refused_at IS NULL)),
      CHECK ((accepted IS NULL) = (synced_at IS NULL))
    ) STRICT;

    -- One row per state that readers could see; an index tells by it how far it is behind.
    CREATE TABLE revision (
      revision INTEGER PRIMARY KEY,
      digest BLOB NOT NULL CHECK (length(digest) = 16),
      count INTEGER NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE quote (
      id INTEGER PRIMARY KEY,
      origin_id INTEGER NOT NULL REFERENCES origin (id),
      slug TEXT NOT NULL,
      text TEXT NOT NULL,
      language TEXT NOT NULL,
      author_slug TEXT,
      author_name TEXT,
      source_slug TEXT,
      source_title TEXT,
      theme_slugs TEXT NOT NULL,             -- JSON arrays
      place_slugs TEXT NOT NULL,
      role_slugs TEXT NOT NULL,
      epoch_slug TEXT,
      year INTEGER,
      original TEXT,
      translation_of TEXT,
      attribution TEXT,
      license TEXT,
      published_at INTEGER,
      updated_at INTEGER,
      url TEXT,
      extra TEXT,
      first_seen INTEGER,                    -- NULL: came with its origin's first import
      wire BLOB NOT NULL,                    -- digest of the bytes it was decoded from
      content BLOB NOT NULL,                 -- digest of what readers see
      revision INTEGER NOT NULL,             -- in which it last changed
      UNIQUE (slug, origin_id)
    ) STRICT;
    CREATE INDEX quote_revision ON quote (revision);

    CREATE TABLE removal (
      origin TEXT NOT NULL,
      slug TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (origin, slug)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX removal_revision ON removal (revision);

    -- Master data: what slugs of authors, themes and so on are called.
    CREATE TABLE name (
      id INTEGER PRIMARY KEY,
      kind INTEGER NOT NULL,
      origin_id INTEGER NOT NULL REFERENCES origin (id),
      slug TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (kind, origin_id, slug)
    ) STRICT;

    CREATE TABLE tombstone (
      id INTEGER PRIMARY KEY,
      origin_id INTEGER NOT NULL REFERENCES origin (id),
      slug TEXT NOT NULL,
      author_slug TEXT,
      published_at INTEGER,
      removed_at INTEGER,
      UNIQUE (origin_id, slug)
    ) STRICT;

    CREATE TABLE daily (
      origin_id INTEGER NOT NULL REFERENCES origin (id),
      day INTEGER NOT NULL,                  -- days since 1970-01-01
      slug TEXT NOT NULL,
      PRIMARY KEY (origin_id, day)
    ) STRICT, WITHOUT ROWID;

    CREATE VIEW document AS
    SELECT q.id, q.slug, q.text, q.language, q.author_slug, q.author_name, q.source_slug,
      q.source_title, q.theme_slugs, q.place_slugs, q.role_slugs, q.epoch_slug, q.year, q.original,
      q.translation_of, q.attribution, q.license, q.published_at, q.updated_at, q.url, q.extra,
      o.name AS origin, o.site,
      o.rank > (SELECT min(rank) FROM origin) AND EXISTS (
        SELECT 1 FROM quote e JOIN origin eo ON eo.id = e.origin_id
        WHERE e.slug = q.slug AND eo.rank < o.rank
      ) AS is_shadowed,
      a.name AS known_author, s.name AS known_source,
      q.first_seen, q.revision, q.origin_id
    FROM quote q
    JOIN origin o ON o.id = q.origin_id
    LEFT JOIN name a ON a.kind = 1 AND a.origin_id = q.origin_id AND a.slug = q.author_slug
    LEFT JOIN name s ON s.kind = 2 AND s.origin_id = q.origin_id AND s.slug = q.source_slug;
    """,
    """
    -- The records of each origin's last snapshot in its order, in parts of 1024: what each was decoded
    -- from (16 bytes) and the id of its row (8 bytes, big-endian).
    CREATE TABLE sequence (
      origin_id INTEGER NOT NULL REFERENCES origin (id),
      generation INTEGER NOT NULL,           -- the next one is written beside the last one
      part INTEGER NOT NULL,
      entries BLOB NOT NULL CHECK (length(entries) % 24 = 0),
      PRIMARY KEY (origin_id, generation, part)
    ) STRICT;

    -- The files of master data that were taken in last.
    CREATE TABLE master_data (
      origin_id INTEGER NOT NULL REFERENCES origin (id),
      kind INTEGER NOT NULL,
      etag TEXT,
      last_modified TEXT,
      generated_at INTEGER,                  -- what the file says of itself
      accepted BLOB NOT NULL,                -- digest of its bytes
      PRIMARY KEY (origin_id, kind)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    -- A digest of the address that etag and last_modified are of: they say nothing of another one.
    ALTER TABLE origin ADD COLUMN validated TEXT;
    ALTER TABLE master_data ADD COLUMN validated TEXT;
    """,
    """
    -- Of authors: LifeDate's text. Their file is read anew, though it may be known.
    ALTER TABLE name ADD COLUMN born TEXT CHECK (born IS NULL OR kind = 1);
    ALTER TABLE name ADD COLUMN died TEXT CHECK (died IS NULL OR kind = 1);
    UPDATE master_data SET etag = NULL, last_modified = NULL, accepted = x'' WHERE kind = 1;
    """,
  ]
}
