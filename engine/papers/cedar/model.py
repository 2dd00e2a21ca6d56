"""Analytic model of Cedar RPC: transmission times, packets and probes.

Source: A. D. Birrell and B. J. Nelson, Implementing Remote Procedure Calls, ACM Transactions on Computer Systems 2(1),
1984, by lecture slides on it and by its published table. A word has 16 bits. Times are microseconds unless a name ends
in _s or _min.

    X(w) = X(0) + w 32 bits / R      X(0) = 131 us, R = 2.94 Mbit/s: transmission with w words sent each way

Domain: two machines, packets that are not lost. X is the paper's bookkeeping and not the time of real packets: both
packets of an empty call count as 24 words, the size of one (E-C07). Every published number stands here once,
with the address of its cell (see INPUTS). What the paper does not have is marked "Ours".
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Input:
    """A published number and the address of its cell: table, values of the key columns, column."""

    value: float
    table: str
    row: dict[str, str | int]
    column: str


def _said(key: str, value: float) -> Input:
    return Input(value, "text", {"key": key}, "value")


# Every published number that a model may take, by name.
INPUTS: dict[str, Input] = {
    "empty_us": Input(131, "table-i", {"procedure": "no args/results"}, "transmissionUs"),
    "raw_mbps": _said("rawRate", 2.94),
    "aim": _said("efficiencyAim", 5),
    "first_probe": _said("firstProbeDelay", 1),  # in round trips
    "longest_probe_min": _said("probeIntervalMax", 5),
}

EMPTY_US = INPUTS["empty_us"].value
RAW_MBPS = INPUTS["raw_mbps"].value

WORD_BITS = 16
HEADER_WORDS = 24  # of both packets of a call; ours (E-C07)
EXCEPTION_CALLS = 2  # a call with an exception has the packets of two calls; ours (E-C07)
EXCEPTION_WORDS = 1  # each way, in each of the two; ours (E-C07)
BEFORE_WAITING = 4  # packets of a long call besides its probes: call, call again, acknowledgement, result

# Limits of the arguments. The paper measured up to 100 words; the laws hold beyond.
MAX_WORDS = 16_384
MAX_PACKETS = 1_000
MAX_US = 100_000_000
MAX_MIN = 10_080  # a week


def _within(name: str, value: float, low: float, high: float, unit: str) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} = {value} is outside {low:g} to {high:.10g} {unit}".rstrip())


def _whole(name: str, value: int, low: int, high: int) -> int:
    _within(name, value, low, high, "")
    if value != int(value):
        raise ValueError(f"{name} = {value} is not a whole number")
    return int(value)


def transmission_us(words: int = 0, ethernet_mbps: float = 2.94) -> float:
    """Transmission time of both packets of a call, as Table I counts it: 131 us and 10.88 us for each word.

    Meets every row within 1 us but that of the 1-word array, which has the time of no words (E-C02). Another rate
    scales all of it. words: 16-bit words sent each way, 0 to 16,384; headers of further packets are not counted.
    ethernet_mbps: 0.1 to 1000. ValueError outside.
    """
    _whole("words", words, 0, MAX_WORDS)
    _within("ethernet_mbps", ethernet_mbps, 0.1, 1000, "Mbit/s")
    return (EMPTY_US * RAW_MBPS + words * 2 * WORD_BITS) / ethernet_mbps


def counted_us(words: int = 0, ethernet_mbps: float = 2.94) -> float:
    """The same time, counted in words alone: 24 for both packets, and two for each word sent both ways. Ours.

    Meets every row of Table I within 0.6 us but that of the 1-word array (E-C07). words: 0 to 16,384.
    ethernet_mbps: 0.1 to 1000. ValueError outside.
    """
    _whole("words", words, 0, MAX_WORDS)
    _within("ethernet_mbps", ethernet_mbps, 0.1, 1000, "Mbit/s")
    return (HEADER_WORDS + 2 * words) * WORD_BITS / ethernet_mbps


def exception_us(ethernet_mbps: float = 2.94) -> float:
    """Transmission time of a call with an exception: 284 us, two exchanges of one word each way. The reading is ours.

    ethernet_mbps: 0.1 to 1000. ValueError outside.
    """
    return EXCEPTION_CALLS * transmission_us(EXCEPTION_WORDS, ethernet_mbps)


def allowed_us(words: int = 0, ethernet_mbps: float = 2.94) -> float:
    """What a call may take by the aim of the paper: five times its transmission time, 655 us without words.

    Arguments as in transmission_us.
    """
    return INPUTS["aim"].value * transmission_us(words, ethernet_mbps)


def efficiency(median_us: float = 1000, words: int = 0) -> float:
    """A call's time over its transmission time, which the paper wants to be at most five.

    median_us: what the call takes, 1 to 100,000,000. words: sent each way, 0 to 16,384. ValueError outside.
    """
    _within("median_us", median_us, 1, MAX_US, "us")
    return median_us / transmission_us(words)


def packets(argument_packets: int = 1, result_packets: int = 1) -> int:
    """Packets of a call that is short and loses none: 2 + 2(a-1) + 2(r-1).

    A result acknowledges its call, and the next call the result. Where a message has several packets, each but the
    last has an acknowledgement of its own. argument_packets and result_packets: 1 to 1000. ValueError outside.
    """
    a = _whole("argument_packets", argument_packets, 1, MAX_PACKETS)
    r = _whole("result_packets", result_packets, 1, MAX_PACKETS)
    return 2 + 2 * (a - 1) + 2 * (r - 1)


@dataclass(frozen=True)
class _Probes:
    """Probes whose interval doubles: how many come before the longest interval, when the last of them does, seconds."""

    first_s: float
    longest_s: float
    doubling: int
    settled_s: float


def _probes(round_trip_ms: float, longest_min: float) -> _Probes:
    _within("round_trip_ms", round_trip_ms, 0.1, 10_000, "ms")
    _within("longest_min", longest_min, 0.2, 60, "min")
    first_s = INPUTS["first_probe"].value * round_trip_ms / 1000
    longest_s = 60 * longest_min
    doubling, interval_s, settled_s = 0, first_s, 0.0
    while interval_s < longest_s:
        settled_s += interval_s
        interval_s *= 2
        doubling += 1
    return _Probes(first_s, longest_s, doubling, settled_s)


def _sent_by(at_s: float, probes: _Probes) -> int:
    if at_s >= probes.settled_s:
        return probes.doubling + int((at_s - probes.settled_s) // probes.longest_s)
    sent, next_s = 0, probes.first_s
    while next_s <= at_s:
        sent += 1
        next_s += probes.first_s * 2**sent
    return sent


def probe_s(probe: int = 1, round_trip_ms: float = 1, longest_min: float = 5) -> float:
    """When a probe is sent, in seconds from the acknowledgement of the call.

    The first follows after about one round trip (the paper), each interval is twice the last (ours), and none is above
    longest_min. So a round trip of 1 ms takes 8.7 minutes to the longest interval; the paper says about ten (E-C04).
    probe: 1 for the first, to 10,000. round_trip_ms: 0.1 to 10,000. longest_min: 0.2 to 60. ValueError outside.
    """
    n = _whole("probe", probe, 1, 10_000)
    probes = _probes(round_trip_ms, longest_min)
    if n <= probes.doubling:
        return probes.first_s * (2**n - 1)
    return probes.settled_s + (n - probes.doubling) * probes.longest_s


def probes_between(
    from_min: float = 0, to_min: float = 30, round_trip_ms: float = 1, longest_min: float = 5
) -> int:
    """How many probes are sent after from_min and up to to_min, both from the acknowledgement of the call.

    0 where to_min is not after from_min. from_min and to_min: 0 to 10,080, a week. The others as in probe_s.
    """
    _within("from_min", from_min, 0, MAX_MIN, "min")
    _within("to_min", to_min, 0, MAX_MIN, "min")
    probes = _probes(round_trip_ms, longest_min)
    return max(0, _sent_by(60 * to_min, probes) - _sent_by(60 * from_min, probes))


def packets_long_call(minutes: float = 10, round_trip_ms: float = 1, longest_min: float = 5) -> int:
    """Packets of a call that takes so long after its acknowledgement, with one packet each way. Ours.

    The call goes out twice, as its result does not come; the second asks for an acknowledgement. Then each probe has
    an acknowledgement, and the result ends the call. minutes: 0 to 10,080. The others as in probe_s.
    """
    return BEFORE_WAITING + 2 * probes_between(0, minutes, round_trip_ms, longest_min)


def stop_and_wait_mbps(processes: int = 1, packet_bytes: float = 200, round_trip_us: float = 3000) -> float:
    """Throughput of processes that each have one packet under way: processes x packet / round trip. Ours.

    It cannot be above the raw rate of the network, 2.94 Mbit/s. processes: 1 to 64. packet_bytes: data that a packet
    carries, 1 to 65,536. round_trip_us: from a packet to the next one, 1 to 100,000,000. ValueError outside.
    """
    _whole("processes", processes, 1, 64)
    _within("packet_bytes", packet_bytes, 1, 65_536, "bytes")
    _within("round_trip_us", round_trip_us, 1, MAX_US, "us")
    return min(RAW_MBPS, processes * 8 * packet_bytes / round_trip_us)
