import CrashJobs
import ZitareBase
import ZitareJobs

/// The jobs of one crash test and what must become of them.
struct CrashPlan {
  /// What there is to enqueue, in this order; each is a transaction of its own.
  private(set) var steps: [Step] = []
  /// Jobs that share a limit of two, by its name.
  private(set) var keyed: [String: [Int]] = [:]
  /// Jobs of which one stands for all others of its key.
  private(set) var twins: [String: [Int]] = [:]
  private(set) var poison: Set<Int> = []
  /// The numbers of jobs that others bring about, by theirs.
  private(set) var followers: [Int: Int] = [:]
  private(set) var rated: Set<Int> = []

  enum Step {
    case job(NewJob, number: Int)
    /// A job that waits for the one before it.
    case dependent(NewJob, number: Int)
    case batch(NewBatch, numbers: [Int], completion: Int)
  }

  /// A rate that a run of the test can keep and that holds jobs back.
  static let rate = RateLimit(20, per: .seconds(1), burst: 5)
  static let width = 2
  static let batchSize = 12

  private var next = 0

  /// About `count` jobs, in all sorts.
  init(count: Int, _ random: inout some RandomNumberGenerator) throws {
    while next < count {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<40: try add { _ in }
      case 40..<60:
        try addKeyed("key \(Int.random(in: 0..<8, using: &random))")
      case 60..<68:
        rated.insert(try add(queue: "rated") { _ in })
      case 68..<76:
        try addTwin("twin \(Int.random(in: 0..<10, using: &random))")
      case 76..<82: try addLeader(.allCases.filter { $0 != .always }.randomElement(using: &random))
      case 82..<86:
        let sleep = Int.random(in: 20...120, using: &random)
        try add { $0.sleepMilliseconds = sleep }
      case 86..<90:
        let fault: CrashJob.Fault = Bool.random(using: &random) ? .beforeEffect : .afterEffect
        if Int.random(in: 0..<3, using: &random) == 0 { try add { $0.fault = fault } }
      case 90..<97: try addPair()
      case 97: try addPoison(Int.random(in: 0..<4, using: &random))
      default: try addBatch()
      }
    }
  }

  /// A few jobs of every sort, none of which kills its process.
  init() throws {
    for _ in 0..<4 { try addKeyed("key") }
    for _ in 0..<2 { rated.insert(try add(queue: "rated") { _ in }) }
    for _ in 0..<2 { try addTwin("twin") }
    try addLeader(nil)
    try addPair()
    try addBatch()
    // Behind what the first claim looks at.
    for _ in 0..<4 { try addKeyed("late key") }
  }

  /// How many jobs the plan brings about, those of followers included.
  var count: Int { next }

  @discardableResult
  private mutating func add(
    queue: QueueName = "default", _ shape: (inout CrashJob) -> Void
  ) throws -> Int {
    let (job, number) = try make(shape)
    var queued = job
    queued.queue = queue
    steps.append(.job(queued, number: number))
    return number
  }

  private mutating func make(_ shape: (inout CrashJob) -> Void) throws -> (NewJob, Int) {
    let number = next
    next += 1
    var job = CrashJob(number)
    shape(&job)
    return (try NewJob(job), number)
  }

  private mutating func addKeyed(_ key: String) throws {
    let number = try add {
      $0.key = key
      $0.width = Self.width
      $0.sleepMilliseconds = 4
    }
    keyed[key, default: []].append(number)
  }

  private mutating func addTwin(_ key: String) throws {
    let number = try add {
      $0.twin = key
      $0.sleepMilliseconds = 2
    }
    twins[key, default: []].append(number)
  }

  private mutating func addLeader(_ fault: CrashJob.Fault?) throws {
    let number = next
    followers[number] = number + 1
    try add {
      $0.follower = number + 1
      $0.fault = fault
    }
    next += 1
  }

  private mutating func addPair() throws {
    try add { _ in }
    let (job, number) = try make { _ in }
    steps.append(.dependent(job, number: number))
  }

  /// Each costs the plan three processes, so there are few.
  private mutating func addPoison(_ chance: Int) throws {
    guard chance == 0 || poison.isEmpty else { return }
    var (job, number) = try make { $0.fault = .always }
    job.maxAttempts = 3
    poison.insert(number)
    steps.append(.job(job, number: number))
  }

  private mutating func addBatch() throws {
    var (jobs, numbers): ([NewJob], [Int]) = ([], [])
    for _ in 0..<Self.batchSize {
      let (job, number) = try make { _ in }
      jobs.append(job)
      numbers.append(number)
    }
    let (last, completion) = try make { _ in }
    steps.append(
      .batch(
        NewBatch("batch \(completion)", jobs: jobs, completion: last), numbers: numbers,
        completion: completion))
  }
}

extension CrashPlan {
  /// Adds the jobs and says under which numbers the store has them.
  func enqueue(into store: SQLiteJobStore, _ ids: IDs) async throws {
    var last: JobID?
    for step in steps {
      switch step {
      case .job(let job, let number):
        let id = try await store.enqueue(job)
        ids.add(id, number)
        last = id
      case .dependent(var job, let number):
        job.dependencies = last.map { [$0] } ?? []
        ids.add(try await store.enqueue(job), number)
      case .batch(let batch, let numbers, let completion):
        guard case .enqueuedBatch(let id, let jobs) = try await store.apply(.enqueueBatch(batch))
        else { fatalError("a batch is added") }
        for (id, number) in zip(jobs, numbers) { ids.add(id, number) }
        if let id = try await store.batch(id)?.completion { ids.add(id, completion) }
      }
    }
  }
}
