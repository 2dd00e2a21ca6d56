"""Analytic cost of a call of Sun RPC on a Sun 3/50: what each layer of the library adds to two datagrams.

Source: R. S. Elliott and G. J. Nutt, Remarks on the Cost of Using a Remote Procedure Call Facility, Technical Report
CU-CS-426-89, University of Colorado at Boulder, 1989. All times are microseconds of one call.

    T = T(own protocol, blocking read) + select + XDR + dispatch

The own protocol of the authors (their Program 3) sends a datagram and reads the reply. select waits for the reply with
a time limit, XDR writes and reads data in a common format, dispatch finds the procedure. With all three, T is a call of
Sun RPC (their Program 2).

Domain: one Sun 3/50 that calls itself or another, arguments of 0 to 4 bytes, an idle server with three procedures. The
clock counts processor time (E-N11). The layers were profiled in local calls, and they do not add up to the
measured call: open_us says what is left (E-N06). Every published number stands here once, with the address of its cell
(see INPUTS and FITTED). What the paper does not have is marked "Ours".
"""

from dataclasses import dataclass
from math import floor
from typing import Iterable


@dataclass(frozen=True)
class Input:
    """A published number and the address of its cell: table, values of the key columns, column."""

    value: float
    table: str
    row: dict[str, str | int]
    column: str


def _said(key: str, value: float) -> Input:
    return Input(value, "text", {"key": key}, "value")


def _routine(table: str, routine: str, column: str, value: float) -> Input:
    return Input(value, table, {"routine": routine}, column)


# Routines of Table 5: calls, milliseconds a call. The thirteen of XDR are found by their sum (E-N02).
_XDR = {
    "_xdrmem_create": (3010, 0.17),
    "_xdr_long": (13024, 0.02),
    "_xdr_accepted_reply": (3004, 0.05),
    "_xdr_enum": (12024, 0.01),
    "_bcopy": (3017, 0.04),  # called by xdrmem_create
    "_xdr_bytes": (3009, 0.03),
    "_xdr_opaque_auth": (3006, 0.03),
    "_xdr_union": (3005, 0.03),
    "seterr_reply": (3004, 0.02),
    "_xdr_replymsg": (3004, 0.01),
    "_xdr_u_long": (6047, 0.01),
    "_xdr_void": (4000, 0.01),
    "_xdr_short": (1000, 0.02),
}
_DISPATCH = {"_callrpc": (3000, 0.07), "_strcmp": (3000, 0.04)}  # strcmp is called by callrpc

# Cumulative seconds of the profiles, after each of the largest routines and after the last routine.
_UP_TO = {
    "table-4a": {"_sendto": 5.16, "_recvfrom": 7.24, "_xdrmem_create": 7.44},
    "table-4b": {"_sendto": 4.90, "_select": 6.92, "_recvfrom": 8.12, "_write": 8.32},
    "table-5": {"_sendto": 5.34, "_recvfrom": 7.52, "_select": 9.60, "mcount": 10.52, "_xdr_rejected_reply": 13.20},
}

# Every published number that a model may take, by name.
INPUTS: dict[str, Input] = {
    "iterations": _said("iterations", 1000),  # of one loop
    "turn_us": Input(1.233284, "table-2", {"iterations": 1000000}, "emptyLoopUs"),
    **{f"{r} calls": _routine("table-5", r, "calls", calls) for r, (calls, _) in (_XDR | _DISPATCH).items()},
    **{f"{r} ms": _routine("table-5", r, "msPerCall", ms) for r, (_, ms) in (_XDR | _DISPATCH).items()},
    **{
        f"{table} {r}": _routine(table, r, "cumSecs", seconds)
        for table, routines in _UP_TO.items()
        for r, seconds in routines.items()
    },
}

ARGUMENTS = ("none", "2 byte", "4 byte")
MACHINES = ("local", "remote")
# Table 3, by program, way to wait and machine, for each of ARGUMENTS.
_MEASURED = {
    (3, "block", "local"): (2950, 2883, 2783),
    (3, "block", "remote"): (3900, 3767, 3783),
    (3, "select", "local"): (3033, 3033, 3150),
    (3, "select", "remote"): (4483, 4050, 4750),
    (2, "library default", "local"): (4216, 3950, 4183),
    (2, "library default", "remote"): (5150, 5283, 5266),
}

# Whole calls as measured: the paper's account begins with the call that blocks, and is held against the others.
FITTED: dict[str, Input] = {
    f"{program} {mode} {machine} {argument}": Input(
        us,
        "table-3",
        {"machine": machine, "mode": mode, "program": program, "argument": argument},
        "usPerIteration",
    )
    for (program, mode, machine), row in _MEASURED.items()
    for argument, us in zip(ARGUMENTS, row)
}

LOOPS = 3  # profiled loops, one for each argument; "3 loops of 1000 iterations"
ITERATIONS = LOOPS * INPUTS["iterations"].value
TICK_US = 16_666  # of the clock; ours: all numbers of Tables 1 to 3 but one are whole ticks of this length (E-N10)

# Limits of the arguments. The paper measured 1000 iterations and three procedures; the laws hold beyond.
MAX_US = 1_000_000
MAX_ITERATIONS = 10_000_000
MAX_PROCEDURES = 100_000


def _within(name: str, value: float, low: float, high: float, unit: str) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} = {value} is outside {low:g} to {high:.10g} {unit}".rstrip())


def _whole(name: str, value: int, low: int, high: int) -> int:
    _within(name, value, low, high, "")
    if value != int(value):
        raise ValueError(f"{name} = {value} is not a whole number")
    return int(value)


def _one_of(name: str, value: str, options: tuple[str, ...]) -> str:
    if value not in options:
        raise ValueError(f"{name} = {value!r} is none of {', '.join(options)}")
    return value


def _sum(values: Iterable[float]) -> float:
    """From the left, each sum rounded: `sum` rounds in another way since Python 3.12."""
    total = 0.0
    for value in values:
        total += value
    return total


def _mean(values: list[float]) -> float:
    return _sum(values) / len(values)


def _measured_us(program: int, mode: str, machine: str, argument: str) -> float:
    _one_of("argument", argument, (*ARGUMENTS, "mean"))
    some = ARGUMENTS if argument == "mean" else (argument,)
    return _mean([FITTED[f"{program} {mode} {machine} {one}"].value for one in some])


def custom_us(machine: str = "local", argument: str = "mean") -> float:
    """A call of the authors' own protocol with a blocking read, as measured (Table 3, Program 3).

    machine: local or remote. argument: none, 2 byte, 4 byte, or the mean of the three. ValueError for other words.
    """
    return _measured_us(3, "block", _one_of("machine", machine, MACHINES), argument)


def select_us(source: str = "timing") -> float:
    """What select adds to a call: 200 us by timing, 293 us by profile (Section 3.4, E-N09).

    source: timing, the mean difference of the local calls of Program 3; or profile, the difference of Tables 4a and 4b.
    ValueError for other words.
    """
    if _one_of("source", source, ("timing", "profile")) == "timing":
        return _measured_us(3, "select", "local", "mean") - custom_us("local")
    seconds = INPUTS["table-4b _write"].value - INPUTS["table-4a _xdrmem_create"].value
    return 1_000_000 * seconds / ITERATIONS


def _routines_us(names: dict[str, tuple[int, float]]) -> float:
    return _sum(1000 * INPUTS[f"{r} calls"].value * INPUTS[f"{r} ms"].value for r in names) / ITERATIONS


def xdr_us() -> float:
    """Thirteen XDR routines of Table 5, calls times time of a call: 548 us. The paper prints 584 (E-N01, E-N02)."""
    return _routines_us(_XDR)


def dispatch_us(procedures: int = 0, each_us: float = 1.233284) -> float:
    """What finding the procedure takes: 110 us at the client (Table 5), and a walk along the server's list.

    RPC keeps its procedures on a linked list, so the walk grows linearly with their number. The paper has the law and
    no coefficient; each_us is ours: a turn of an empty C loop (Table 2), the least that a step of the walk can take.
    procedures: entries that the server passes, 0 to 100,000. each_us: 0 to 1,000. ValueError outside.
    """
    _whole("procedures", procedures, 0, MAX_PROCEDURES)
    _within("each_us", each_us, 0, 1000, "us")
    return _routines_us(_DISPATCH) + procedures * each_us


def layers_us(
    machine: str = "local",
    argument: str = "mean",
    select_us: float = 200,
    xdr_us: float = 548,
    dispatch_us: float = 110,
) -> dict[str, float]:
    """The layers of a call of Sun RPC, whose sum is rpc_us. The three layers cost the same for both machines.

    machine and argument as in custom_us. select_us, xdr_us, dispatch_us: 0 to 1,000,000. ValueError outside.
    """
    layers = {"select": select_us, "XDR": xdr_us, "dispatch": dispatch_us}
    for name, us in layers.items():
        _within(name, us, 0, MAX_US, "us")
    return {"own protocol, blocking read": custom_us(machine, argument), **layers}


def rpc_us(
    machine: str = "local",
    argument: str = "mean",
    select_us: float = 200,
    xdr_us: float = 548,
    dispatch_us: float = 110,
) -> float:
    """A call of Sun RPC as the sum of its layers: 3,730 us on one machine, where 4,116 us were measured (E-N06).

    A layer of 0 us is left out: without XDR and dispatch it is Program 3 with select. Arguments as in layers_us.
    """
    return _sum(layers_us(machine, argument, select_us, xdr_us, dispatch_us).values())


def open_us(
    machine: str = "local",
    argument: str = "mean",
    select_us: float = 200,
    xdr_us: float = 548,
    dispatch_us: float = 110,
) -> float:
    """What the layers leave unexplained: the measured call of Sun RPC less rpc_us. 386 us locally (E-N06).

    Arguments as in layers_us.
    """
    summed = rpc_us(machine, argument, select_us, xdr_us, dispatch_us)
    return _measured_us(2, "library default", machine, argument) - summed


def saving_percent(read: str = "block", machine: str = "both", by: str = "measured") -> float:
    """What the own protocol saves against Sun RPC, in percent of the latter (Section 4: about 29, with select 20).

    read: block or select. machine: local, remote, or both, the mean of all six calls. by: measured, from Table 3; or
    layers, from the sum of the layers, which leaves a part of the saving unexplained. ValueError for other words.
    """
    _one_of("read", read, ("block", "select"))
    _one_of("machine", machine, (*MACHINES, "both"))
    _one_of("by", by, ("measured", "layers"))
    if by == "layers":
        kept_us = select_us() if read == "select" else 0
        gone_us = select_us() + xdr_us() + dispatch_us() - kept_us
        some = MACHINES if machine == "both" else (machine,)
        return _mean([100 * gone_us / (custom_us(one) + gone_us + kept_us) for one in some])
    if machine != "both":
        return 100 * (1 - _measured_us(3, read, machine, "mean") / _measured_us(2, "library default", machine, "mean"))
    return _mean(
        [
            100 * (1 - _measured_us(3, read, one, argument) / _measured_us(2, "library default", one, argument))
            for one in MACHINES
            for argument in ARGUMENTS
        ]
    )


def share_percent(us: float = 548) -> float:
    """A part of a call of Sun RPC to the same machine, in percent: 13.3 for XDR, 14.2 with the printed 584 us (E-N01).

    us: the part's time, 0 to 1,000,000. ValueError outside.
    """
    _within("us", us, 0, MAX_US, "us")
    return 100 * us / _measured_us(2, "library default", "local", "mean")


def socket_percent() -> float:
    """sendto, recvfrom and select in percent of the profile of Sun RPC: 72.7, where the text says about 80 (E-N04)."""
    return 100 * INPUTS["table-5 _select"].value / INPUTS["table-5 _xdr_rejected_reply"].value


def profile_us(program: str = "sun-rpc") -> dict[str, float]:
    """A profile by its largest routines, in us of a call (Tables 4a, 4b and 5). Its parts add up to the total.

    program: sun-rpc, udp-block or udp-select. ValueError for other words.
    """
    tables = {"udp-block": "table-4a", "udp-select": "table-4b", "sun-rpc": "table-5"}
    table = tables[_one_of("program", program, tuple(tables))]
    parts, before = {}, 0.0
    for routine in _UP_TO[table]:
        up_to = INPUTS[f"{table} {routine}"].value
        parts[routine.lstrip("_")] = 1_000_000 * (up_to - before) / ITERATIONS
        before = up_to
    *_, last = parts
    parts["the others"] = parts.pop(last)
    return parts


def clock_us(us: float = 4200, iterations: int = 1000, phase: float = 0) -> float:
    """What the clock reads for one iteration: the ticks that fall into the loop, over the iterations.

    us: what an iteration takes, 0 to 1,000,000. iterations: 1 to 10,000,000. phase: where between two ticks the loop
    begins, 0 to 1. A tick has 16,666 us, so a reading is a whole number of ticks over the iterations. ValueError
    outside.
    """
    _within("us", us, 0, MAX_US, "us")
    n = _whole("iterations", iterations, 1, MAX_ITERATIONS)
    _within("phase", phase, 0, 1, "ticks")
    return (floor(phase + us * n / TICK_US) - floor(phase)) * TICK_US / n


def clock_uncertainty_us(iterations: int = 1000) -> float:
    """Uncertainty of a time of one iteration, two ticks over the iterations: 33 us for 1000 (Section 3.2).

    iterations: 1 to 10,000,000. ValueError outside.
    """
    return 2 * TICK_US / _whole("iterations", iterations, 1, MAX_ITERATIONS)
