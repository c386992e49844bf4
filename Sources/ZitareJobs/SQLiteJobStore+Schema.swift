extension SQLiteJobStore {
  static let component = "jobs"

  /// The tables of the queue, step by step; a shipped step is never edited.
  ///
  /// States are those of `JobState`. Jobs that wait for a time lie apart from those that are ready,
  /// or a claim would have to pass over all of them. `lease_until` counts milliseconds since the
  /// start of the machine that `worker.boot` names.
  static let steps: [StaticString] = [
    """
    CREATE TABLE queue (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE worker (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      token TEXT NOT NULL UNIQUE,
      boot TEXT NOT NULL,
      lock TEXT NOT NULL,           -- the file that its process keeps locked
      enrolled_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE job (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind_id INTEGER NOT NULL,
      queue_id INTEGER NOT NULL,
      state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 6),
      priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 9),
      run_at INTEGER NOT NULL,
      attempt INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
      max_attempts INTEGER NOT NULL CHECK (attempt <= max_attempts),
      claim INTEGER NOT NULL DEFAULT 0,
      worker_id INTEGER,
      lease_until INTEGER,
      claimed_at INTEGER,
      created_at INTEGER NOT NULL,
      finished_at INTEGER,
      condition TEXT,
      cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
      unique_key BLOB CHECK (length(unique_key) = 16),
      successor BLOB,               -- parameters of a further run that was asked for meanwhile
      progress TEXT,
      reason TEXT,
      parameters BLOB NOT NULL,
      CHECK (state >= 4 OR attempt < max_attempts),
      CHECK ((state = 2) = (condition IS NOT NULL)),
      CHECK ((state = 3) = (worker_id IS NOT NULL)),
      CHECK ((state = 3) = (lease_until IS NOT NULL)),
      CHECK (state = 3 OR (successor IS NULL AND cancel_requested = 0)),
      CHECK ((state >= 4) = (finished_at IS NOT NULL))
    ) STRICT;
    CREATE INDEX job_due ON job (run_at) WHERE state = 0;
    CREATE INDEX job_ready ON job (queue_id, priority, run_at, id) WHERE state = 1;
    CREATE INDEX job_blocked ON job (condition) WHERE state = 2;
    CREATE INDEX job_held ON job (worker_id) WHERE state = 3;
    CREATE INDEX job_finished ON job (state, finished_at) WHERE state >= 4;
    CREATE UNIQUE INDEX job_unique ON job (unique_key) WHERE unique_key IS NOT NULL AND state < 4;

    -- The moves of JobState.successors: one bit per state that may follow.
    CREATE TRIGGER job_move BEFORE UPDATE OF state ON job
    WHEN old.state <> new.state AND NOT (
      CASE old.state
        WHEN 0 THEN 102 WHEN 1 THEN 109 WHEN 2 THEN 99 WHEN 3 THEN 119
        WHEN 5 THEN 2 WHEN 6 THEN 34 ELSE 0
      END >> new.state & 1)
    BEGIN
      SELECT raise(ABORT, 'a job cannot make this move');
    END;

    CREATE TABLE attempt (          -- those that did not complete
      job_id INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
      number INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      error TEXT NOT NULL,
      PRIMARY KEY (job_id, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE release (          -- when a condition was last released
      condition TEXT PRIMARY KEY,
      released_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE schedule (
      name TEXT PRIMARY KEY,
      definition TEXT NOT NULL,
      cursor INTEGER NOT NULL,
      paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1))
    ) STRICT;
    CREATE TABLE fire (
      schedule TEXT NOT NULL,
      slot INTEGER NOT NULL,
      job_id INTEGER NOT NULL,
      fired_at INTEGER NOT NULL,
      UNIQUE (schedule, slot)
    ) STRICT;

    CREATE VIEW job_text AS         -- for people with a shell
      SELECT
        job.id, kind.name AS kind, queue.name AS queue,
        CASE state
          WHEN 0 THEN 'scheduled' WHEN 1 THEN 'available' WHEN 2 THEN 'blocked'
          WHEN 3 THEN 'running' WHEN 4 THEN 'completed' WHEN 5 THEN 'cancelled' ELSE 'dead'
        END AS state,
        priority, datetime(run_at / 1000, 'unixepoch') AS run_at, attempt, max_attempts, condition,
        reason, CAST(parameters AS TEXT) AS parameters
      FROM job JOIN kind ON kind.id = kind_id JOIN queue ON queue.id = queue_id
    """,
    """
    ALTER TABLE queue ADD COLUMN paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1));
    ALTER TABLE queue ADD COLUMN limiter_id INTEGER;

    CREATE TABLE limiter (          -- what jobs that share it may do together
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,    -- that of a queue's begins with 'queue '
      concurrency INTEGER CHECK (concurrency >= 0),
      rate_count INTEGER CHECK (rate_count >= 1),
      rate_period INTEGER CHECK (rate_period >= 1),
      rate_burst INTEGER CHECK (rate_burst >= 1),
      tokens REAL NOT NULL DEFAULT 0,
      refilled_at INTEGER NOT NULL DEFAULT 0,
      wake_at INTEGER,              -- when a job may start that only the rate holds back
      is_operators INTEGER NOT NULL DEFAULT 0 CHECK (is_operators IN (0, 1)),
      CHECK ((rate_count IS NULL) = (rate_period IS NULL)),
      CHECK ((rate_count IS NULL) = (rate_burst IS NULL))
    ) STRICT;
    CREATE INDEX limiter_wake ON limiter (wake_at) WHERE wake_at IS NOT NULL;

    CREATE TABLE batch (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      finished_at INTEGER,
      completion_id INTEGER
    ) STRICT;
    CREATE INDEX batch_open ON batch (id) WHERE finished_at IS NULL;
    CREATE UNIQUE INDEX batch_completion ON batch (completion_id)
      WHERE completion_id IS NOT NULL;
    CREATE TABLE dependency (       -- as long as job_id waits for needs_id
      needs_id INTEGER NOT NULL,
      job_id INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
      PRIMARY KEY (needs_id, job_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX dependency_job ON dependency (job_id);

    ALTER TABLE job ADD COLUMN limiter_id INTEGER;
    ALTER TABLE job ADD COLUMN batch_id INTEGER;
    ALTER TABLE job ADD COLUMN deadline INTEGER;
    ALTER TABLE job ADD COLUMN once_key BLOB CHECK (length(once_key) = 16);
    ALTER TABLE job ADD COLUMN once_until INTEGER;
    ALTER TABLE job ADD COLUMN unique_scope INTEGER NOT NULL DEFAULT 0
      CHECK (unique_scope IN (0, 1));
    -- Whether others wait for its end: jobs, its batch, or a queue with bounds.
    ALTER TABLE job ADD COLUMN is_watched INTEGER NOT NULL DEFAULT 0 CHECK (is_watched IN (0, 1));
    ALTER TABLE job ADD COLUMN is_prefetched INTEGER NOT NULL DEFAULT 0
      CHECK (is_prefetched IN (0, 1));
    CREATE INDEX job_deadline ON job (deadline) WHERE deadline IS NOT NULL AND state < 3;
    CREATE INDEX job_limited ON job (limiter_id) WHERE limiter_id IS NOT NULL AND state = 3;
    CREATE INDEX job_batch ON job (batch_id, state) WHERE batch_id IS NOT NULL;
    CREATE UNIQUE INDEX job_once ON job (once_key) WHERE once_key IS NOT NULL;
    DROP INDEX job_blocked;
    CREATE INDEX job_blocked ON job (condition, priority, run_at, id) WHERE state = 2
    """,
    """
    ALTER TABLE schedule ADD COLUMN anchor INTEGER;     -- since when it is as it is
    ALTER TABLE schedule ADD COLUMN boot TEXT;          -- the machine's start it last knew of
    ALTER TABLE schedule ADD COLUMN missed INTEGER;     -- how many slots were last passed over,
    ALTER TABLE schedule ADD COLUMN missed_at INTEGER;  -- and when that was seen

    -- Why a slot has no job of its own, see SkippedSlot.Reason; job_id is what stood in its way.
    ALTER TABLE fire ADD COLUMN skipped INTEGER CHECK (skipped IN (1, 2));
    CREATE INDEX fire_skipped ON fire (schedule, slot) WHERE skipped IS NOT NULL;

    ALTER TABLE job ADD COLUMN schedule TEXT;           -- whose slot it was fired for
    CREATE INDEX job_of_schedule ON job (schedule) WHERE schedule IS NOT NULL AND state < 4;
    -- Whether the job waits for the end only, however that comes.
    ALTER TABLE dependency ADD COLUMN until_end INTEGER NOT NULL DEFAULT 0
      CHECK (until_end IN (0, 1))
    """,
    """
    DROP INDEX job_limited;         -- finished jobs keep their limit, too
    CREATE INDEX job_limited ON job (limiter_id, state) WHERE limiter_id IS NOT NULL
    """,
    """
    -- What retention goes by; without them each minute's look passes over the whole history.
    CREATE INDEX fire_age ON fire (fired_at);
    CREATE INDEX batch_age ON batch (finished_at) WHERE finished_at IS NOT NULL
    """,
  ]

  /// A program that knows this many steps can go on using the tables of the present ones.
  static let compatibleSince = 1
}
