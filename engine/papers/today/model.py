"""Queues, retries, hedges and caches of services of today, and TCP, each by a rule of a few lines.

Sources: Erlang (M/M/c), Allen and Cunneen (other times), Little, Mitzenmacher (two choices), RFC 8289 (CoDel), Mathis
and others and RFC 9438 (windows), and the documents that the rows of the tables name. Times are ms or s as the names
say, loads are calls a second, or shares of what can be served where they are named `load`.

Domain: a rule holds where nothing else does: servers that never stop, calls at random times, copies that do not slow
each other, failures that know nothing of each other or of the load. Near a load of 1 a run must be long to meet them.
TCP’s windows are those of even losses, one in so many segments, where nothing else holds the sender back.
Every published number stands here once, with the address of its cell (see INPUTS and FITTED).
"""

from dataclasses import dataclass
from math import ceil, erf, exp, fsum, log, log2, sqrt


@dataclass(frozen=True)
class Input:
    """A published number and the address of its cell: table, values of the key columns, column."""

    value: float
    table: str
    row: dict[str, str | int]
    column: str


def _setting(key: str, value: float) -> Input:
    return Input(value, "settings", {"key": key}, "value")


# Every published number that a model may take, by name.
INPUTS: dict[str, Input] = {
    "leaf_p50": _setting("d19-leaf-p50", 1),
    "leaf_p99": _setting("d19-leaf-p99", 10),
    "read_p50": _setting("d20-alone-p50", 19),
    "read_p90": _setting("d20-alone-p90", 38),
    "read_p99": _setting("d20-alone-p99", 67),
    "read_p999": _setting("d20-alone-p999", 98),
    "tokens": _setting("d29-tokens", 10),
    "bucket": _setting("d31-bucket", 500),
    "bucket_retry": _setting("d31-retry", 5),
    "codel_interval_ms": _setting("d36-interval", 100),
    "look_up_s": _setting("d37-usual", 0.012),
    "look_up_wait_s": _setting("d37-wait", 5),
    "connect_first_s": _setting("d38-first", 1),
    "connect_times": _setting("d38-times", 1.6),
    "connect_most_s": _setting("d38-most", 120),
    "timeout_most_s": _setting("d01-most", 120),
    "cubic_c": _setting("d12-c", 0.4),
    "cubic_beta": _setting("d12-beta", 0.7),
}

# A result that the number of leaves is fitted to, since the source does not say it.
FITTED: dict[str, Input] = {"all_p50": Input(40, "services", {"id": "d19-all-p50"}, "value")}


def _of(name: str) -> float:
    return INPUTS[name].value


# The ranges of the arguments, by their names; those of WHOLE are whole numbers.
MS, PER_S, PERCENT = (0.01, 1_000_000), (0.0001, 100_000_000), (0.01, 99.99)
RANGES: dict[str, tuple[float, float]] = {
    "load": (0.000001, 0.99),
    "squares": (1, 100),
    "share": (0, 10),
    "reserve_per_s": (0, 1000),
    "deadline_s": (0.01, 3600),
    "failed_percent": (0, 100),
    "hits_percent": (0, 99),
    "attempts_per_call": (1, 1000),
    "linger_ms": (0, 1000),
    "loss": (1e-12, 1),
    "together": (1, 2),
    "window_kb": (1, 1_000_000),
    "server_ms": (0, 1_000_000),
    "before_ms": (0, 1_000_000),
    "rtt_ms": (0.01, 10_000),
    **dict.fromkeys(("after_s", "apart_s"), (1, 100_000)),
    **dict.fromkeys(("window", "under_way", "acknowledged", "at_once"), (1, 1_000_000)),
    **dict.fromkeys(("work_ms", "visible_ms", "mean_ms", "after_ms", "gap_ms", "first_ms"), MS),
    **dict.fromkeys(("deadline_ms", "timeout_ms"), MS),
    **dict.fromkeys(("load_per_s", "capacity_per_s", "spare_per_s"), PER_S),
    **dict.fromkeys(("percentile", "late_percent", "leaves_percent", "hang_percent"), PERCENT),
}
WHOLE: dict[str, tuple[int, int]] = {
    "retries": (0, 10),
    "layers": (1, 6),
    "threads": (1, 100_000),
    "attempts": (1, 11),
    "lost": (0, 4),
    "attempt": (1, 50),
    "resends": (0, 50),
    "trips_before": (0, 5),
    "workers": (1, 10_000),
    "leaves": (1, 1000),
    **dict.fromkeys(("calls", "excess", "segments"), (0, 1_000_000)),
    **dict.fromkeys(("copies", "choices"), (1, 5)),
    **dict.fromkeys(("receives", "drop", "probes"), (1, 100)),
}


def _ranged(function):  # type: ignore[no-untyped-def]
    """The function with ValueError for an argument outside of its range, or between whole numbers."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]

    def ranged(*given: float, **named: float) -> float:
        values = dict(zip(names, given)) | named
        for name in filter(names.__contains__, values):
            low, high = (RANGES | WHOLE)[name]
            if not low <= values[name] <= high:
                raise ValueError(f"{name} = {values[name]} is outside {low:g} to {high:.10g}")
            if name in WHOLE:
                if values[name] != int(values[name]):
                    raise ValueError(f"{name} = {values[name]} is not a whole number")
                values[name] = int(values[name])
        return function(**values)

    ranged.__name__, ranged.__doc__, ranged.__wrapped__ = function.__name__, function.__doc__, function
    return ranged


def _quantile(share: float) -> float:
    """Of the normal distribution, by halving."""
    low, high = -40.0, 40.0
    for _ in range(200):
        middle = (low + high) / 2
        if (1 + erf(middle / sqrt(2))) / 2 < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def wait_chance(load: float = 0.8, workers: int = 10) -> float:
    """Erlang's C: the chance that all workers are busy. The load is a share of what they can serve, below 1."""
    inverse = 1.0
    for n in range(1, workers + 1):
        inverse = 1 + inverse * n / (load * workers)
    blocked = 1 / inverse
    return blocked / (1 - load * (1 - blocked))


def queue_mean_ms(load: float = 0.8, workers: int = 10, work_ms: float = 10, squares: float = 2) -> float:
    """Mean time of calls at random times. `squares`: mean of the square of the work by the square of its mean."""
    wait = wait_chance(load, workers) * work_ms / (workers * (1 - load))
    return work_ms + wait * squares / 2


def busy(load_per_s: float = 280, work_ms: float = 10) -> float:
    """Workers or connections that are busy in the mean (Little)."""
    return load_per_s * work_ms / 1000


def slowest_ms(leaves: int = 40, mean_ms: float = 10, percentile: float = 99, before_ms: float = 0) -> float:
    """The slowest of independent exponential times: its percentile, behind what takes the same for each."""
    return before_ms - mean_ms * log(1 - (percentile / 100) ** (1 / leaves))


def slowest_mean_ms(leaves: int = 40, mean_ms: float = 10) -> float:
    """The slowest of independent exponential times, in the mean: the harmonic number times the mean."""
    return mean_ms * fsum(1 / n for n in range(1, leaves + 1))


def late_pages_percent(leaves: int = 40, late_percent: float = 1) -> float:
    """Pages that wait for a late answer."""
    return 100 * (1 - (1 - late_percent / 100) ** leaves)


def _leaf_ms(deviations: float) -> float:
    """A log-normal time through the median and the 99th percentile of one leaf."""
    sigma = log(_of("leaf_p99") / _of("leaf_p50")) / _quantile(0.99)
    return _of("leaf_p50") * exp(sigma * deviations)


def _leaves() -> float:
    """As many as give the median of all."""
    sigma = log(_of("leaf_p99") / _of("leaf_p50")) / _quantile(0.99)
    one = (1 + erf(log(FITTED["all_p50"].value / _of("leaf_p50")) / sigma / sqrt(2))) / 2
    return log(0.5) / log(one)


def all_leaves_ms(percentile: float = 99) -> float:
    """When all leaves have answered that do so independently of each other."""
    return _leaf_ms(_quantile((percentile / 100) ** (1 / _leaves())))


def most_leaves_ms(percentile: float = 99, leaves_percent: float = 95) -> float:
    """When a share of such leaves has answered; the share in one page is normal around its mean."""
    share = leaves_percent / 100
    spread = sqrt(share * (1 - share) / _leaves())
    return _leaf_ms(_quantile(min(1 - 1e-12, share + spread * _quantile(percentile / 100))))


def _later(ms: float) -> float:
    """The share of single reads that take longer: exponential between the percentiles that are given."""
    before_ms, before = 0.0, 1.0
    points = (("read_p50", 0.5), ("read_p90", 0.1), ("read_p99", 0.01), ("read_p999", 0.001))
    for at, share in ((_of(name), share) for name, share in points):
        if ms <= at or share == 0.001:
            return before * (share / before) ** ((ms - before_ms) / (at - before_ms))
        before_ms, before = at, share
    return before


def tied_read_ms(percentile: float = 99, after_ms: float = 1) -> float:
    """The quicker of two independent reads, the second after a moment."""
    low, high = 0.0, 1000.0
    for _ in range(100):
        middle = (low + high) / 2
        second = 1.0 if middle <= after_ms else _later(middle - after_ms)
        if _later(middle) * second > 1 - percentile / 100:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def layered_attempts(retries: int = 3, layers: int = 3, failed_percent: float = 100) -> float:
    """Requests at the lowest of so many layers for one call, where each layer tries again what fails by chance."""
    failed, attempts = failed_percent / 100, 1.0
    for _ in range(layers):
        attempts *= fsum(failed**n for n in range(retries + 1))
        failed **= retries + 1
    return attempts


def budget_attempts(share: float = 0.2, reserve_per_s: float = 10, load_per_s: float = 1000) -> float:
    """Attempts for each call in an outage, with a budget."""
    return 1 + share + reserve_per_s / load_per_s


def handled_percent(
    threads: int = 1000,
    load_per_s: float = 1000,
    work_ms: float = 100,
    hang_percent: float = 5,
    deadline_s: float = 100,
) -> float:
    """Requests for which there is a thread, where some hang until their deadline."""
    hang = hang_percent / 100
    mean_s = (1 - hang) * work_ms / 1000 + hang * deadline_s
    return min(100.0, 100 * threads / mean_s / load_per_s)


def outage_load_per_s(load_per_s: float = 280, attempts: int = 2) -> float:
    """Requests a second where each call makes all its attempts."""
    return load_per_s * attempts


def storm_edge_per_s(capacity_per_s: float = 300, attempts_per_call: float = 2) -> float:
    """Below this load no storm lasts: all attempts can be served."""
    return capacity_per_s / attempts_per_call


def useful_places(capacity_per_s: float = 300, deadline_ms: float = 1000) -> float:
    """Places of a queue whose last request is served at its deadline."""
    return capacity_per_s * deadline_ms / 1000


def sure_per_s(load_per_s: float = 280, capacity_per_s: float = 300, attempts_per_call: float = 2) -> float:
    """Calls a second that return in the end, whatever was before: all below the edge of a storm, and none above it."""
    return load_per_s if load_per_s <= storm_edge_per_s(capacity_per_s, attempts_per_call) else 0.0


def drain_s(excess: float = 3200, spare_per_s: float = 200) -> float:
    """How long a queue of so many requests needs to become empty, where so many more are served than come."""
    return excess / spare_per_s


def late_s(
    excess: int = 3200, spare_per_s: float = 200, capacity_per_s: float = 800, deadline_ms: float = 1000
) -> float:
    """How long a queue of so many requests answers too late: until it has only as many as its deadline has room for."""
    return max(0.0, excess - useful_places(capacity_per_s, deadline_ms)) / spare_per_s


def done_again(calls: int = 3000, timeout_ms: float = 50, work_ms: float = 20, retries: int = 3) -> float:
    """Copies of work that is done: retry k leaves where k exponential times were too long; none is known again."""
    return calls * fsum(exp(-k * timeout_ms / work_ms) for k in range(1, retries + 1))


def throttled_failures() -> float:
    """Failures in a row until nothing is tried again: each takes a token, and half of them must be there (gRPC)."""
    tokens, failures = _of("tokens"), 0
    while tokens > _of("tokens") / 2:
        failures += 1
        tokens -= 1
    return failures


def bucket_retries() -> float:
    """Retries until the bucket is empty (botocore)."""
    return _of("bucket") // _of("bucket_retry")


def copies_ms(copies: int = 4, gap_ms: float = 500) -> float:
    """One millisecond after the last of so many copies has left."""
    return 1 + (copies - 1) * gap_ms


def choices_times(load: float = 0.8, choices: int = 2) -> float:
    """Mean time in service times with the least busy of some servers, among very many (Mitzenmacher)."""
    if choices == 1:
        return 1 / (1 - load)
    terms: list[float] = []
    while not terms or terms[-1] > 1e-12:
        terms.append(load ** ((choices ** (len(terms) + 1) - choices) / (choices - 1)))
    return fsum(terms)


def codel_drop_ms(drop: int = 1) -> float:
    """When CoDel drops for the nth time, from the moment when the queue rose above the target."""
    return _of("codel_interval_ms") * (1 + fsum(1 / sqrt(n) for n in range(1, drop)))


def look_up_s(lost: int = 1) -> float:
    """A look-up whose first queries are lost."""
    return lost * _of("look_up_wait_s") + _of("look_up_s")


def connect_try_s(attempt: int = 2) -> float:
    """When a client tries to connect for the nth time, without jitter, where a try fails at once (gRPC)."""
    first, times, most = _of("connect_first_s"), _of("connect_times"), _of("connect_most_s")
    return fsum(min(most, first * times**n) for n in range(attempt - 1))


def linger_jobs(load_per_s: float = 200, linger_ms: float = 5) -> float:
    """Jobs of one client in a batch that leaves so long after its first job, and never earlier."""
    return 1 + load_per_s * linger_ms / 1000


def linger_wait_ms(load_per_s: float = 200, linger_ms: float = 5) -> float:
    """Mean wait of those jobs: the first waits for all of it, those at random times behind it for half."""
    more = load_per_s * linger_ms / 1000
    return linger_ms * (1 + more / 2) / (1 + more)


def deliveries(work_ms: float = 100, visible_ms: float = 300, receives: int = 3, failed_percent: float = 1) -> float:
    """Times that a queue hands out a job of exponential work, with idle workers.

    Copy k + 1 goes out where none of the k copies before has ended, of which the oldest has had k times the hidden
    time, and the youngest once. A job that cannot be done goes out each time.
    """
    late = exp(-visible_ms / work_ms)
    well = fsum(late ** (k * (k + 1) / 2) for k in range(receives))
    return well + (receives - well) * failed_percent / 100


def hedged_mean_ms(mean_ms: float = 10, after_ms: float = 30) -> float:
    """Mean of the quicker of two independent exponential times, the second later."""
    return mean_ms * (1 - exp(-after_ms / mean_ms) / 2)


def hedged_ms(mean_ms: float = 10, after_ms: float = 30, percentile: float = 99) -> float:
    """The percentile of it."""
    alone = -mean_ms * log(1 - percentile / 100)
    return alone if alone <= after_ms else (after_ms + alone) / 2


def hedge_copies_percent(mean_ms: float = 10, after_ms: float = 30) -> float:
    """Calls that send a second copy."""
    return 100 * exp(-after_ms / mean_ms)


def cached_load_per_s(capacity_per_s: float = 300, hits_percent: float = 90) -> float:
    """The load that a database carries behind a cache."""
    return capacity_per_s / (1 - hits_percent / 100)


def cold_times(hits_percent: float = 90) -> float:
    """Queries behind a cache that was lost, by those before."""
    return 1 / (1 - hits_percent / 100)


def give_up_s(first_ms: float = 200, resends: int = 15) -> float:
    """Until TCP gives up what nobody acknowledges: time-outs that double, up to the longest."""
    return fsum(min(_of("timeout_most_s"), first_ms / 1000 * 2**n) for n in range(resends + 1))


def dead_end_s(after_s: float = 7200, probes: int = 9, apart_s: float = 75) -> float:
    """Until TCP gives up an end that is silent, where it asks such ends (keep-alive)."""
    return after_s + probes * apart_s


def set_up_ms(trips_before: int = 1, rtt_ms: float = 50) -> float:
    """Until a request leaves on a new connection."""
    return trips_before * rtt_ms


def reply_ms(
    trips_before: int = 1, rtt_ms: float = 50, segments: int = 15, window: float = 10, server_ms: float = 0
) -> float:
    """A call whose reply is sent in slow start: each round trip brings twice as much."""
    rounds = max(1, ceil(log2(segments / window + 1)))
    return (trips_before + rounds) * rtt_ms + server_ms


def window_mbps(window_kb: float = 64, rtt_ms: float = 50) -> float:
    """Where the receiver's window holds a sender back: a window in each round trip."""
    return window_kb * 1024 * 8 / 1000 / rtt_ms


def reno_window(loss: float = 0.01, together: float = 1) -> float:
    """Reno's mean window, in segments, where so many segments are acknowledged together (Mathis and others)."""
    return sqrt(1.5 / together / loss)


def reno_loss(window: float = 100) -> float:
    """The share of lost segments that allows such a mean window."""
    return 1.5 / window**2


def _cubic_scale() -> float:
    beta = _of("cubic_beta")
    return (_of("cubic_c") * (3 + beta) / (4 * (1 - beta))) ** 0.25


def cubic_window(loss: float = 0.0001, rtt_ms: float = 100) -> float:
    """CUBIC's mean window, in segments, never below Reno's (RFC 9438, section 5)."""
    return max(_cubic_scale() * (rtt_ms / 1000 / loss) ** 0.75, reno_window(loss))


def cubic_loss(window: float = 100, rtt_ms: float = 100) -> float:
    """The share of lost segments that allows such a mean window."""
    return max(rtt_ms / 1000 * (_cubic_scale() / window) ** (4 / 3), reno_loss(window))


def slow_start_window(window: float = 10, under_way: float = 10, acknowledged: float = 10, at_once: float = 1) -> float:
    """The window after so many were acknowledged: it grows while it is below twice the most that was under way."""
    while acknowledged > 0 and window < 2 * under_way:
        window, acknowledged = window + min(at_once, acknowledged), acknowledged - at_once
    return window


def cut_window(window: float = 10) -> float:
    """CUBIC's threshold after a loss, in whole segments."""
    return max(2, int(window * _of("cubic_beta")))


# Each public rule refuses arguments outside of their ranges.
for _name, _rule in list(globals().items()):
    if _name[0] != "_" and hasattr(_rule, "__code__") and _rule.__module__ == __name__:
        globals()[_name] = _ranged(_rule)
