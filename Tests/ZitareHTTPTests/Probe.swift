import TestSupport

/// `http-probe`, which was built beside the tests.
let probe = ChildProcess.built("http-probe")
