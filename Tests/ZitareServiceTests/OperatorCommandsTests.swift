import TestSupport
import Testing
import ZitareBase
import ZitareJobs
import ZitareService

@Suite("Orders to many jobs")
struct BulkOrderTests {
  @Test("where nobody can be asked, an order to many jobs needs --yes; nothing is done without it")
  func needsYes() async throws {
    let program = Program(due: [.die])
    _ = await program.run("run")
    let refused = await program.run("jobs retry --state dead")
    #expect(refused.code == .usage)
    #expect(
      refused.errors
        == "sample: an order to many jobs needs --yes where nobody can be asked\n")
    #expect(try await program.store().counts() == [.dead: 1])
    let done = await program.run("jobs retry --state dead --yes")
    #expect(done.code == .success)
    #expect(done.output == "1 of 1 jobs\n")
    #expect(try await program.store().counts() == [.available: 1])
  }

  @Test(
    "on a terminal it asks with the number of jobs; only a yes goes on",
    arguments: [
      ("y", "C", "2 jobs, go on? [y/N] ", true), ("Yes", "C", "2 jobs, go on? [y/N] ", true),
      ("ja", "de_DE.UTF-8", "2 Aufträge, weiter? [j/N] ", true),
      ("", "C", "2 jobs, go on? [y/N] sample: nothing was changed\n", false),
      ("n", "C", "2 jobs, go on? [y/N] sample: nothing was changed\n", false),
    ])
  func asks(answer: String, language: String, errors: String, isDone: Bool) async throws {
    let program = Program(due: [.die, .wait])
    _ = await program.run("run")
    _ = try await program.store().enqueue(Aside())
    let result = await program.run(
      "jobs cancel --kind sample --kind aside", answer: answer, language: language)
    #expect(result.code == (isDone ? .success : .failure))
    #expect(result.errors == errors)
    let counts = try await program.store().counts()
    #expect(counts[.cancelled] == (isDone ? 2 : nil))
    #expect(counts[.dead] == 1)  // cancel means jobs that have not ended
  }

  @Test("--yes does not ask; where no job is meant there is nothing to ask")
  func unasked() async {
    let program = Program(due: [.die])
    _ = await program.run("run")
    let none = await program.run("jobs discard --kind other", answer: "n")
    #expect(none.output == "0 of 0 jobs\n")
    #expect(none.errors.isEmpty)
    let sure = await program.run("jobs discard --kind sample --yes --json", answer: "n")
    #expect(sure.output == #"{"id":1,"isDone":true,"state":"cancelled"}"# + "\n")
    #expect(sure.errors.isEmpty)
  }

  @Test("more jobs than one transaction takes are all reached")
  func slices() async throws {
    let program = Program()
    let store = try program.store()
    let jobs = try (0..<1201).map { _ in try NewJob(Aside()) }
    let batch = try await store.enqueue(NewBatch("many", jobs: jobs))
    _ = try await store.enqueue(Aside())
    let result = await program.run("jobs cancel --batch \(batch) --yes")
    #expect(result.output == "1201 of 1201 jobs\n")
    #expect(try await store.counts() == [.cancelled: 1201, .available: 1])
  }

  @Test(
    "jobs are named or chosen, and chosen only in states in which the order is possible",
    arguments: [
      "jobs retry", "jobs retry 1 --state dead --yes", "jobs retry --state completed --yes",
      "jobs cancel --state dead --yes", "jobs discard --state blocked --yes",
    ])
  func wrong(line: String) async { #expect(await Program().run(line).code == .usage) }

  @Test("lists are chosen by queue, batch and time of adding, too")
  func filters() async throws {
    let program = Program()
    let store = try program.store()
    _ = try await store.enqueue(Sample(way: .complete))
    let batch = try await store.enqueue(NewBatch("one", jobs: [try NewJob(Aside())]))
    #expect(await program.run("jobs list --queue other").output.hasPrefix("2 available aside"))
    #expect(await program.run("jobs list --batch \(batch)").output.hasPrefix("2 available aside"))
    #expect(await program.run("jobs list --since 2100-01-01T00:00:00Z").output.isEmpty)
    let lines = await program.run("jobs list --since 2020-01-01T00:00:00Z").output
    #expect(lines.split(separator: "\n").count == 2)
    #expect(await program.run("jobs list --since yesterday").code == .usage)
  }
}

@Suite("Enqueue command")
struct EnqueueCommandTests {
  @Test("a job is added by its kind's name and its parameters, and prints its number")
  func adds() async throws {
    let program = Program()
    let result = await program.run(
      "jobs enqueue sample --args {\"way\":\"complete\"} --at 2100-01-01T00:00:00Z --priority 2 "
        + "--queue other")
    #expect(result.output == "1\n")
    let job = try #require(try await program.store().job(JobID(rawValue: 1)))
    #expect(job.state == .scheduled)
    #expect(job.priority == 2)
    #expect(job.queue == "other")
    #expect(String(decoding: job.parameters, as: UTF8.self) == #"{"way":"complete"}"#)
    let json = await program.run("jobs enqueue aside --json")
    #expect(json.output == #"{"id":2,"result":"added"}"# + "\n")
  }

  @Test("an unfinished job with its unique key stands for a new one")
  func unique() async throws {
    let program = Program()
    #expect(await program.run("jobs enqueue aside --unique a").output == "1\n")
    let kept = await program.run("jobs enqueue aside --unique a")
    #expect(kept.output == "1\n")
    #expect(kept.errors == "job 1 stands for it already\n")
    #expect(await program.run("jobs enqueue aside --unique b").errors.isEmpty)
    #expect(try await program.store().counts() == [.available: 2])
  }

  @Test(
    "what can't be run is refused before it is stored",
    arguments: [
      ("sampel", ExitCode.usage, "sample: there is no kind sampel; did you mean sample?\n"),
      ("refresh", .usage, "sample: there is no kind refresh; there are aside, sample\n"),
      ("sample", .badData, "sample: --args is not what sample takes: way: is missing\n"),
      (
        "sample --args {\"way\":", .badData,
        "sample: --args is not what sample takes: The given data was not valid JSON.\n"
      ),
      ("aside --queue othr", .usage, "sample: there is no queue othr; did you mean other?\n"),
    ])
  func refused(words: String, code: ExitCode, errors: String) async throws {
    let program = Program()
    let result = await program.run("jobs enqueue \(words)")
    #expect(result.code == code)
    #expect(result.errors == errors)
    #expect(await program.run("jobs list").output.isEmpty)
    #expect(await program.run("jobs enqueue aside --priority 10").code == .usage)
  }

  @Test("a worker that lives takes it up")
  func beside() async throws {
    let program = Program(due: [.hold])
    let (signals, send) = AsyncStream.makeStream(of: ProcessSignal.self)
    async let worker = program.run("worker", signals: signals)
    await program.bench.started.opened()
    #expect(await program.run("jobs pause other").code == .success)
    #expect(await program.run("jobs enqueue aside").output == "2\n")
    #expect(try await program.store().job(JobID(rawValue: 2))?.state == .available)
    #expect(await program.run("jobs resume other").code == .success)
    let followed = try program.store().follow(JobID(rawValue: 2), clocks: .system) { false }
    for try await record in followed where record.state == .completed { break }
    program.bench.release.open()
    send.yield(.stop)
    #expect(await worker.code == .success)
  }
}

@Suite("Commands on queues, limits and batches")
struct QueueCommandTests {
  @Test("queues are those that the program serves or the store has; a pause outlives the command")
  func queues() async throws {
    let program = Program()
    #expect(
      await program.run("jobs queues").output
        == "default: 0 available, 0 running\nother: 0 available, 0 running\n")
    _ = try await program.store().enqueue(Aside())
    #expect(
      await program.run("jobs pause other").output == "other: 1 available, 0 running, paused\n")
    _ = await program.run("run")
    #expect(try await program.store().counts() == [.available: 1])
    #expect(await program.run("status").output.contains("\npaused queues: other\n"))
    #expect(
      await program.run("jobs resume other --json").output
        == #"{"available":1,"isPaused":false,"name":"other","running":0}"# + "\n")
    _ = await program.run("run")
    #expect(try await program.store().counts() == [.completed: 1])
    let typo = await program.run("jobs pause othr")
    #expect(typo.code == .usage)
    #expect(typo.errors == "sample: there is no queue othr; did you mean other?\n")
  }

  @Test("a queue is bounded until the bounds are taken away")
  func queueLimit() async throws {
    let program = Program()
    #expect(await program.run("jobs limit").output.isEmpty)
    let set = await program.run("jobs limit other --concurrency 3 --rate 30/1m --burst 5")
    #expect(
      set.output == "queue other: 3 at once, 30 per 1m (burst 5); 0 running, 0 waiting\n")
    #expect(
      await program.run("jobs limit other --json").output
        == #"{"bounds":{"concurrency":3,"rate":{"burst":5,"count":30,"period":"1m"}},"#
        + #""isOperators":true,"name":"other","of":"queue","running":0,"waiting":0}"# + "\n")
    #expect(await program.run("jobs limit other --none").output.isEmpty)
    #expect(await program.run("jobs limit").output.isEmpty)
    let queue = try #require(try await program.store().queues().first { $0.name == "other" })
    #expect(queue.bounds == JobLimit.Bounds())
  }

  @Test("a limit by its key holds back the jobs that name it, and status says so")
  func keyLimit() async throws {
    let program = Program()
    let set = await program.run("jobs limit --key host:a --concurrency 0")
    #expect(set.output == "host:a: 0 at once; 0 running, 0 waiting\n")
    var job = try NewJob(Aside())
    job.limit = JobLimit("host:a", concurrency: 5)
    let id = try await program.store().enqueue(job)
    _ = await program.run("run")
    #expect(try await program.store().job(id)?.state == .blocked)
    #expect(await program.run("status").output.contains("\nhost:a holds 1 jobs back\n"))
    #expect(await program.run("jobs show \(id)").output.contains("\nlimit: host:a\n"))
    #expect(await program.run("jobs limit --key host:a --rate 5/s").code == .success)
    _ = await program.run("run")
    #expect(try await program.store().job(id)?.state == .completed)
    let gone = await program.run("jobs limit --key host:b --none")
    #expect(gone.code == .failure)
    #expect(gone.errors == "sample: no job names the limit host:b\n")
  }

  @Test(
    "a limit is of one queue or key, and set or taken away",
    arguments: [
      "--concurrency 1", "other --key a --concurrency 1", "other --burst 2", "--none",
      "other --none --rate 1/s", "other --rate 0/s", "other --rate 5", "other --rate 5/soon",
      "other --concurrency -1", "othre --concurrency 1",
    ])
  func wrongLimit(words: String) async {
    #expect(await Program().run("jobs limit \(words)").code == .usage)
  }

  @Test("a batch tells what became of its jobs and which job runs after them")
  func batch() async throws {
    let program = Program()
    let store = try program.store()
    let jobs = [try NewJob(Sample(way: .complete)), try NewJob(Sample(way: .die))]
    let batch = NewBatch("letters", jobs: jobs, completion: try NewJob(Aside()))
    #expect(try await store.enqueue(batch).rawValue == 1)
    #expect(
      await program.run("jobs batch").output
        == "1 letters: 0 of 2 completed, 0 dead, 0 cancelled; then job 3\n")
    _ = await program.run("run")
    #expect(
      await program.run("jobs batch 1").output
        == "1 letters: 1 of 2 completed, 1 dead, 0 cancelled; then job 3\n")
    let json = await program.run("jobs batch 1 --json").output
    #expect(
      json.hasPrefix(
        #"{"completion":3,"counts":{"cancelled":0,"completed":1,"dead":1,"unfinished":0},"#
          + #""createdAt":"2"#))
    let missing = await program.run("jobs batch 9")
    #expect(missing.code == .failure)
    #expect(missing.errors == "sample: there is no batch 9\n")
  }

  @Test("show names the jobs that one waits for, its deadline and its batch")
  func show() async throws {
    let program = Program()
    let store = try program.store()
    let first = try await store.enqueue(Sample(way: .complete))
    var second = try NewJob(Aside())
    second.dependencies = [first]
    second.deadline = Timestamp(seconds: 4_102_444_800)
    _ = try await store.enqueue(NewBatch("pair", jobs: [second]))
    let text = await program.run("jobs show 2").output
    #expect(text.hasPrefix("2 blocked aside 0/8 "))
    #expect(text.contains("\nqueue and priority: other, 5\n"))
    #expect(text.contains("\nmust start by: 2100-01-01T00:00:00Z\n"))
    #expect(text.contains("\nbatch: 1\n"))
    #expect(text.hasSuffix("\nwaits for jobs: 1\n"))
    let json = await program.run("jobs show 2 --json").output
    #expect(json.contains(#""deadline":"2100-01-01T00:00:00Z""#))
    #expect(json.hasSuffix(#""waitsFor":[1]}"# + "\n"))
  }
}
