"""Analytic latency of a serial multicast call: a request that callees hand on along a chain, as in FlexRPC.

Source: S.-H. Kim, J.-S. Kim and S. Maeng, Modeling and Evaluation of Serial Multicast Remote Procedure Calls (RPCs),
IEEE Communications Letters 13(4), 2009, Sections III and IV. All times are microseconds, all sizes bytes; numbers in
parentheses are the paper's equations.

    T = tA prod_{i<n} 1/alpha_i + t0 (n-1) + tp_n + tR n(n+1)/2 + Delta                                        (10)

    n        callees S1 to Sn, the multicast degree
    tA, tR   time to send the whole argument, one result
    t0       time to send one packet: so much later than its predecessor does a callee begin to receive
    tp_i     processing time of the request at Si
    alpha_i  relay efficiency of Si: time to receive over time to forward, at most 1
    Delta    what callees hold up the results by that are still processing when these arrive

Domain: equal full-duplex links, packets of one size, results kept until they are whole and then forwarded, one
processing time at all callees unless said otherwise. Every published number stands here once, with the address of its
cell (see INPUTS and FITTED). What the paper does not have is marked "Ours".
"""

from dataclasses import dataclass
from math import ceil, fsum  # both exact


@dataclass(frozen=True)
class Input:
    """A published number and the address of its cell: table, values of the key columns, column."""

    value: float
    table: str
    row: dict[str, str | int]
    column: str


def _parameter(symbol: str, value: float) -> Input:
    return Input(value, "parameters", {"symbol": symbol}, "value")


# Every published number that a model may take, by name.
INPUTS: dict[str, Input] = {
    "t0": _parameter("t0", 154.37),  # read as t0; the subscript is not legible (E-X03)
    "tp": _parameter("tp", 140.40),
    "tA_per_byte": _parameter("tAPerByte", 0.0089),
    "tR_per_byte": _parameter("tRPerByte", 0.0089),  # printed with a factor n(n+1)/2 that belongs to (10) (E-X02)
}

# Measured on the platform and put into the model by its authors: results, to which the model is fitted.
FITTED: dict[str, Input] = {
    f"alpha_{i}": Input(alpha, "relay-efficiency", {"callee": i}, "alpha")
    for i, alpha in enumerate((0.60, 0.77, 0.85, 0.88, 0.93, 0.96), start=1)
}

T0 = INPUTS["t0"].value
TP = INPUTS["tp"].value
A_PER_BYTE = INPUTS["tA_per_byte"].value
R_PER_BYTE = INPUTS["tR_per_byte"].value

# Limits of the arguments. The paper measured 1 to 7 callees and up to 64 KB; the laws hold beyond.
MAX_CALLEES = 64
MAX_BYTES = 16_777_216
MAX_US = 10_000_000


def _within(name: str, value: float, low: float, high: float, unit: str) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} = {value} is outside {low:g} to {high:.10g} {unit}".rstrip())


def _whole(name: str, value: int, low: int, high: int) -> int:
    _within(name, value, low, high, "")
    if value != int(value):
        raise ValueError(f"{name} = {value} is not a whole number")
    return int(value)


def _flag(name: str, value: int) -> bool:
    if value not in (0, 1):
        raise ValueError(f"{name} = {value} is neither 0 nor 1")
    return value == 1


def _callees(callees: int, low: int = 1) -> int:
    return _whole("callees", callees, low, MAX_CALLEES)


def _bytes(name: str, value: float) -> float:
    _within(name, value, 0, MAX_BYTES, "bytes")
    return value


def mechanism_relay_efficiency(callee: int = 1, sending_share: float = 1 / 3) -> float:
    """Relay efficiency by a mechanism with one number. Ours; sending_share is fitted to alpha_1 = 0.60.

    While a callee receives at the rate of the link, only sending_share of that rate is left for sending; when input is
    slower or over, it sends at full rate. With q = 1 - sending_share, Si then forwards in tA (1 + q + ... + q^i), so

        alpha_i = (1 + q + ... + q^(i-1)) / (1 + q + ... + q^i)

    One third gives 0.60, 0.79, 0.88, 0.92, 0.95, 0.97 where the paper measured 0.60, 0.77, 0.85, 0.88, 0.93, 0.96.
    callee: 1 to 64. sending_share: 0 (first receives all, then forwards) to 1 (ideal). ValueError outside.
    """
    _whole("callee", callee, 1, MAX_CALLEES)
    _within("sending_share", sending_share, 0, 1, "")
    powers = [1.0]
    for _ in range(int(callee)):
        powers.append(powers[-1] * (1 - sending_share))
    return fsum(powers[:-1]) / fsum(powers)


def relay_efficiency(callee: int = 1) -> float:
    """alpha_i as measured: 0.60, 0.77, 0.85, 0.88, 0.93, 0.96 for the first six callees (Section IV).

    From the seventh on, ours: the mechanism's law (mechanism_relay_efficiency), which goes on toward 1.
    callee: 1 to 64. ValueError outside.
    """
    measured = FITTED.get(f"alpha_{_whole('callee', callee, 1, MAX_CALLEES)}")
    return mechanism_relay_efficiency(callee) if measured is None else measured.value


def send_us(size_bytes: float = 32768) -> float:
    """tA of an argument or tR of one result as measured: 0.0089 us a byte, not rounded up to packets (Section IV).

    size_bytes: 0 to 16,777,216. ValueError outside.
    """
    return A_PER_BYTE * _bytes("size_bytes", size_bytes)


def packets_us(size_bytes: float = 32768, packet_bytes: float = 17345) -> float:
    """tA or tR as (1) and (2) have it: ceil(size/P) t0, where t0 = P/B and 1/B = 0.0089 us a byte.

    The paper does not give P. The default is t0 B of the measured t0, nearly 16 KB; with packets as large as that the
    rounding up matters (E-X03). size_bytes: 0 to 16,777,216. packet_bytes: 64 to 65,536. ValueError outside.
    """
    _within("packet_bytes", packet_bytes, 64, 65536, "bytes")
    return ceil(_bytes("size_bytes", size_bytes) / packet_bytes) * packet_bytes * A_PER_BYTE


def _relayed(callees: int, ideal: bool) -> list[float]:
    """prod_{j<i} 1/alpha_j for S1 to Sn: how much slower than the caller sends it the argument arrives there."""
    products = [1.0]
    for j in range(1, callees):
        products.append(products[-1] / (1.0 if ideal else relay_efficiency(j)))
    return products


def _arrivals(callees: int, ta: float, t0: float, ideal: bool) -> list[float]:
    return [ta * product + t0 * i for i, product in enumerate(_relayed(callees, ideal))]


def argument_arrival_us(callee: int = 7, argument_bytes: float = 32768, ideal: int = 0) -> float:
    """T_Ai, when the whole argument is at Si, by the closed form of (3): tA prod_{j<i} 1/alpha_j + t0 (i-1).

    callee: 1 to 64. argument_bytes: 0 to 16,777,216. ideal: 1 sets every alpha to 1. ValueError outside.
    """
    i = _whole("callee", callee, 1, MAX_CALLEES)
    return _arrivals(i, send_us(_bytes("argument_bytes", argument_bytes)), T0, _flag("ideal", ideal))[-1]


def recurrence_arrival_us(callee: int = 7, argument_bytes: float = 32768) -> float:
    """T_Ai by the recurrence of (3): T_A1 = tA, T_Ai = T_A(i-1)/alpha_(i-1) + t0.

    It divides the earlier t0 by alpha as well, so from the third callee on it is not its own closed form (E-X01).
    callee: 1 to 64. argument_bytes: 0 to 16,777,216. ValueError outside.
    """
    arrival = send_us(_bytes("argument_bytes", argument_bytes))
    for j in range(1, _whole("callee", callee, 1, MAX_CALLEES)):
        arrival = arrival / relay_efficiency(j) + T0
    return arrival


def _result_us(callee: int, callees: int, tr: float) -> float:
    return tr * callee * (2 * callees - callee + 1) / 2


def _tr(result_bytes: float) -> float:
    return R_PER_BYTE * _bytes("result_bytes", result_bytes)


def result_phases_us(callees: int = 7, result_bytes: float = 32768) -> dict[str, float]:
    """T_Ri of every callee by (5): T_R1 = n tR, T_Ri = (n-i+1) tR + T_R(i-1) = tR i (2n-i+1)/2.

    Results are kept until they are whole: Si sends n-i+1 of them, one hop after the other, n(n+1)/2 in all.
    callees: 1 to 64. result_bytes: 0 to 16,777,216. ValueError outside.
    """
    n, tr = _callees(callees), _tr(result_bytes)
    return {f"S{i}": _result_us(i, n, tr) for i in range(1, n + 1)}


@dataclass(frozen=True)
class _Chain:
    """A call: times of its parts, and when what comes back arrives. Lists run from S1; waits[0] is the caller's."""

    arrivals: list[float]  # T_Ai (3)
    processing: list[float]  # T_Pi (4)
    delays: list[float]  # delta_i (6)
    waits: list[float]  # T_Ni (8), (9), for i = 0 to n
    results: float  # T_Rn (5)


def _chain(callees: int, argument_bytes: float, result_bytes: float, slow_callee: int, slow_us: float) -> _Chain:
    n, tr = _callees(callees), _tr(result_bytes)
    slow = _whole("slow_callee", slow_callee, 0, MAX_CALLEES)
    _within("slow_us", slow_us, 0, MAX_US, "us")
    arrivals = _arrivals(n, send_us(_bytes("argument_bytes", argument_bytes)), T0, False)
    processing = [TP + (slow_us if i == slow else 0.0) for i in range(1, n + 1)]
    ready = [arrived + took for arrived, took in zip(arrivals, processing)]
    wait = ready[-1]  # (8); delta_n is 0 by it
    waits, delays = [wait], [0.0]
    for i in range(n - 1, -1, -1):
        wait = fsum((wait, delays[0], (n - i) * tr))  # (9)
        waits.insert(0, wait)
        if i > 0:
            delays.insert(0, max(0.0, ready[i - 1] - wait))  # (6)
    return _Chain(arrivals, processing, delays, waits, _result_us(n, n, tr))


def result_waits_us(
    callees: int = 7,
    argument_bytes: float = 32768,
    result_bytes: float = 32768,
    slow_callee: int = 1,
    slow_us: float = 10000,
) -> dict[str, float]:
    """T_Ni of every callee: when the results of its successor have arrived; of the caller C, when the call ends.

    T_Nn = T_An + T_Pn (8) and T_Ni = T_N(i+1) + delta_(i+1) + (n-i) tR (9), read as E-X05 says.
    Arguments as in slow_latency_us.
    """
    waits = _chain(callees, argument_bytes, result_bytes, slow_callee, slow_us).waits
    return {("C" if i == 0 else f"S{i}"): wait for i, wait in enumerate(waits)}


def delays_us(
    callees: int = 7,
    argument_bytes: float = 32768,
    result_bytes: float = 32768,
    slow_callee: int = 1,
    slow_us: float = 10000,
) -> dict[str, float]:
    """delta_i of every callee, T_Ai + T_Pi - T_Ni where that is positive (6), and their sum Delta (7).

    Arguments as in slow_latency_us.
    """
    delays = _chain(callees, argument_bytes, result_bytes, slow_callee, slow_us).delays
    return {**{f"S{i}": delay for i, delay in enumerate(delays, start=1)}, "Total": fsum(delays)}


def phases_us(
    callees: int = 7,
    argument_bytes: float = 32768,
    result_bytes: float = 32768,
    slow_callee: int = 0,
    slow_us: float = 0,
) -> dict[str, float]:
    """What (10) adds up: T_An, T_Pn, T_Rn, Delta, and their total.

    Arguments as in slow_latency_us, but no callee is slow unless said so.
    """
    chain = _chain(callees, argument_bytes, result_bytes, slow_callee, slow_us)
    parts = {
        "Argument forward phase": chain.arrivals[-1],
        "Process phase": chain.processing[-1],
        "Result forward phase": chain.results,
        "Delay": fsum(chain.delays),
    }
    return {**parts, "Total": fsum(parts.values())}


def slow_latency_us(
    callees: int = 7,
    argument_bytes: float = 32768,
    result_bytes: float = 32768,
    slow_callee: int = 1,
    slow_us: float = 10000,
) -> float:
    """T by (10) where one callee takes slow_us longer to process than the others.

    A callee near the caller has time until the results of all behind it are there, so that a small excess costs
    nothing. callees: 1 to 64. argument_bytes and result_bytes: 0 to 16,777,216. slow_callee: its place in the chain,
    1 to 64; 0, and a place beyond the chain, slow nobody. slow_us: 0 to 10,000,000. ValueError outside.
    """
    return phases_us(callees, argument_bytes, result_bytes, slow_callee, slow_us)["Total"]


def _latency(callees: int, ta: float, tr: float, t0: float, ideal: bool) -> float:
    return fsum((_arrivals(callees, ta, t0, ideal)[-1], TP, _result_us(callees, callees, tr)))


def latency_us(
    callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 32768, ideal: int = 0
) -> float:
    """T by (10), one processing time at all callees, so that Delta is 0: 10,178 us for 7 callees and twice 32 KB.

    Linear in the argument, 0.0089 us a byte times prod 1/alpha, and in the result, 0.0089 us a byte times n(n+1)/2.
    callees: 1 to 64; beyond seven the relay efficiencies are ours. argument_bytes and result_bytes: 0 to 16,777,216.
    ideal: 1 sets every alpha to 1, which is (11). ValueError outside.
    """
    n, tr, ideal_relays = _callees(callees), _tr(result_bytes), _flag("ideal", ideal)
    return _latency(n, send_us(_bytes("argument_bytes", argument_bytes)), tr, T0, ideal_relays)


def ideal_latency_us(callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 32768) -> float:
    """T_ideal by (11), every alpha 1: the paper's lower bound of any serial multicast, 9,524 us for the defaults.

    callees: 1 to 64. argument_bytes and result_bytes: 0 to 16,777,216. ValueError outside.
    """
    return latency_us(callees, argument_bytes, result_bytes, 1)


def recurrence_latency_us(callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 32768) -> float:
    """T by (10) with the recurrence of (3) in place of its closed form. Ours: 10,467 us for the defaults (E-X01).

    callees: 1 to 64. argument_bytes and result_bytes: 0 to 16,777,216. ValueError outside.
    """
    n, tr = _callees(callees), _tr(result_bytes)
    return fsum((recurrence_arrival_us(n, argument_bytes), TP, _result_us(n, n, tr)))


def packet_latency_us(
    callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 32768, packet_bytes: float = 17345
) -> float:
    """T by (10) with tA, tR and t0 from the packet size as in (1) and (2), rounded up to whole packets (E-X03).

    callees: 1 to 64. argument_bytes and result_bytes: 0 to 16,777,216. packet_bytes: 64 to 65,536. ValueError outside.
    """
    ta = packets_us(_bytes("argument_bytes", argument_bytes), packet_bytes)
    tr = packets_us(_bytes("result_bytes", result_bytes), packet_bytes)
    return _latency(_callees(callees), ta, tr, packets_us(packet_bytes, packet_bytes), False)


def parallel_latency_us(
    callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 32768, per_callee_us: float = 0
) -> float:
    """Latency where the caller itself sends to every callee, one argument after the other. Ours: the paper has none.

    Si has the argument at i tA, and its result follows after tp over the caller's one full-duplex link, so

        T = n per_callee + tA + tp + tR + (n-1) max(tA, tR)

    Without results that is the naive n tA (E-X06). per_callee_us: what each callee costs the caller besides, 0 to
    10,000,000. callees: 1 to 64. argument_bytes and result_bytes: 0 to 16,777,216. ValueError outside.
    """
    n, ta, tr = _callees(callees), send_us(_bytes("argument_bytes", argument_bytes)), _tr(result_bytes)
    _within("per_callee_us", per_callee_us, 0, MAX_US, "us")
    return fsum((n * per_callee_us, ta, TP, tr, (n - 1) * max(ta, tr)))


def _mbps(argument_bytes: float, latency: float) -> float:
    return 8 * argument_bytes / latency


def bandwidth_mbps(callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 0) -> float:
    """Bits of one argument over the latency of a serial call by (10), Mbit/s. The paper does not say how it counts.

    callees: 1 to 64. argument_bytes and result_bytes: 0 to 16,777,216. ValueError outside.
    """
    return _mbps(argument_bytes, latency_us(callees, argument_bytes, result_bytes))


def parallel_bandwidth_mbps(
    callees: int = 7, argument_bytes: float = 32768, result_bytes: float = 0, per_callee_us: float = 0
) -> float:
    """Bits of one argument over the latency of a parallel call, Mbit/s. Ours: see parallel_latency_us.

    per_callee_us: what each callee costs the caller besides, 0 to 10,000,000. callees: 1 to 64. argument_bytes and
    result_bytes: 0 to 16,777,216. ValueError outside.
    """
    return _mbps(argument_bytes, parallel_latency_us(callees, argument_bytes, result_bytes, per_callee_us))


def crossover_bytes(callees: int = 7, per_callee_us: float = 0, ideal: int = 0) -> float:
    """Argument size from which on serial beats parallel multicast, both without results. Ours (E-X06).

    Solves n per_callee + n tA = tA prod 1/alpha + t0 (n-1): 27 KB for 7 callees where the paper measured 16 KB; with
    55 us a callee between 14 and 19 KB at every degree. With ideal relays and nothing a callee it is t0 B = P, 17,345
    bytes, at every degree: another reading of the published 16 KB. 0 where serial is faster at any size.
    callees: 2 to 64. per_callee_us: 0 to 10,000,000. ideal: 1 sets every alpha to 1. ValueError outside.
    """
    n, ideal_relays = _callees(callees, 2), _flag("ideal", ideal)
    _within("per_callee_us", per_callee_us, 0, MAX_US, "us")
    head_start = T0 * (n - 1) - n * per_callee_us  # of parallel multicast, at no argument at all
    return max(0.0, head_start) / (A_PER_BYTE * (n - _relayed(n, ideal_relays)[-1]))
