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
    """
  ]
}
