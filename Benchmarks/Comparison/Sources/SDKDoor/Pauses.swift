/// What else the machine does while a thread computes: the share of the time that it takes from the thread, and the longest
/// at a time. What takes some milliseconds of computing meets such a pause now and then, and its 99th percentile is the
/// machine's.
func pauses(for time: Duration) -> [String: Double] {
    let noticed = Duration.microseconds(500)
    let begun = ContinuousClock.now
    var (last, lost, longest) = (begun, Duration.zero, Duration.zero)
    while last - begun < time {
        let now = ContinuousClock.now
        let pause = now - last
        if pause > noticed {
            lost += pause
            longest = max(longest, pause)
        }
        last = now
    }
    return ["pauses share": lost / time * 100, "pauses max": longest.milliseconds]
}
