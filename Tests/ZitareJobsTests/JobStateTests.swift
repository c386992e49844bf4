import Testing
import ZitareJobs
import ZitareJobsTesting
import ZitareSQLite

@Suite struct JobStateTests {
  @Test(
    "the store admits exactly the moves of the table of states",
    arguments: JobState.allCases, JobState.allCases)
  func moves(from old: JobState, to new: JobState) async throws {
    guard old != new else { return }
    let store = try StoreFixture().open()
    let id = try await store.enqueue(ScriptedJob())
    let isAdmitted = try await store.transaction { transaction in
      let connection = transaction.connection
      // A row straight into the old state: only updates are moves.
      try connection.run("DELETE FROM job WHERE id = :id", [":id": .integer(id.rawValue)])
      try connection.run(
        """
        INSERT INTO job (id, kind_id, queue_id, state, priority, run_at, max_attempts, created_at,
          condition, worker_id, lease_until, finished_at, parameters)
        VALUES (:id, 1, 1, :state, 5, 0, 3, 0, iif(:state = 2, 'x', NULL), iif(:state = 3, 1, NULL),
          iif(:state = 3, 1, NULL), iif(:state >= 4, 1, NULL), x'7b7d')
        """,
        [":id": .integer(id.rawValue), ":state": .integer(old.rawValue)])
      do {
        try connection.run(
          """
          UPDATE job SET state = :state, condition = iif(:state = 2, 'x', NULL),
            worker_id = iif(:state = 3, 1, NULL), lease_until = iif(:state = 3, 1, NULL),
            finished_at = iif(:state >= 4, 1, NULL)
          WHERE id = :id
          """,
          [":id": .integer(id.rawValue), ":state": .integer(new.rawValue)])
        return true
      } catch let error as SQLiteError where error.code == 19 {  // a constraint
        return false
      }
    }
    #expect(isAdmitted == old.successors.contains(new))
  }

  @Test("a state is found by its name", arguments: JobState.allCases)
  func names(state: JobState) {
    #expect(JobState(state.description) == state)
  }

  @Test("finished states have no successor but by an operator")
  func final() {
    #expect(JobState.allCases.filter(\.isFinal) == [.completed, .cancelled, .dead])
    #expect(JobState.completed.successors.isEmpty)
  }
}
