"""Analytic time of a MultiRPC call: one request to many servers, whose computations overlap.

Source: M. Satyanarayanan and E. H. Siegel, Parallel Communication in a Large Distributed Environment, IEEE Transactions
on Computers 39(3), 1990, Section VI-A and Tables V to VII. All times are milliseconds.

    m        = pack + n cloh + waittime + n clproc + n unpack
    waittime = max(0, servoh + comptime - (n - 1) sendtime)
    r        = n (rpctime + comptime)

    n         servers called
    comptime  computation at each server, one constant for all
    pack      packing the arguments, once
    cloh      the client's work to send one request; sendtime, the kernel's part, is in it
    servoh    a server's work to take a request in and send the reply
    clproc    the client's work to take one reply in
    unpack    unpacking one reply, with a handler that does nothing
    rpctime   an empty RPC2 call

Domain: one network segment without latency, no loss and no retry, up to about 20 servers. Every published number stands
here once, with the address of its cell (see INPUTS). What the paper does not have is marked "Ours".
"""

from dataclasses import dataclass
from math import fsum  # exact whatever the order and the version of Python


@dataclass(frozen=True)
class Input:
    """A published number and the address of its cell: table, values of the key columns, column."""

    value: float
    table: str
    row: dict[str, str | int]
    column: str


def _component(name: str, ms: float) -> Input:
    return Input(ms, "table-vi", {"component": name}, "ms")


# Every published number that a model may take, by name.
INPUTS: dict[str, Input] = {
    "pack": _component("pack", 0.56),
    "cloh": _component("cloh", 5.98),
    "servoh": _component("servoh", 13.69),
    "clproc": _component("clproc", 3.93),
    "unpack": _component("unpack", 0.20),
    "sendtime": _component("sendtime", 5.15),
    "rpctime": Input(27.80, "table-v", {"servers": 1}, "rpc2Ms"),
}

PACK = INPUTS["pack"].value
CLOH = INPUTS["cloh"].value
SERVOH = INPUTS["servoh"].value
CLPROC = INPUTS["clproc"].value
UNPACK = INPUTS["unpack"].value
SENDTIME = INPUTS["sendtime"].value
RPCTIME = INPUTS["rpctime"].value
SYSTIME = CLOH + CLPROC  # the crude form's, for a MultiRPC call

# Limits of the arguments. The paper has 1 to 100 servers and 10, 20 and 50 ms; Andrew was to have 5000 workstations.
MAX_SERVERS = 5000
MAX_MS = 60_000
MAX_FASTER = 100
MIN_REQUEST_MS, MAX_REQUEST_MS = 0.1, 100
MAX_HANDLER_MS = 100


def _within(name: str, value: float, low: float, high: float, unit: str) -> float:
    if not low <= value <= high:
        raise ValueError(f"{name} = {value} is outside {low:g} to {high:g} {unit}".rstrip())
    return value


def _servers(servers: int) -> int:
    _within("servers", servers, 1, MAX_SERVERS, "")
    if servers != int(servers):
        raise ValueError(f"servers = {servers} is not a whole number")
    return int(servers)


def _server_ms(compute_ms: float) -> float:
    return SERVOH + _within("compute_ms", compute_ms, 0, MAX_MS, "ms")


def _request_ms(request_ms: float) -> float:
    return _within("request_ms", request_ms, MIN_REQUEST_MS, MAX_REQUEST_MS, "ms")


def _sendtime(request_ms: float) -> float:
    """The kernel's part of a request: the same share of it whatever a request takes. Ours; sendtime at cloh."""
    return SENDTIME * (_request_ms(request_ms) / CLOH)


def _unpack_ms(handler_ms: float) -> float:
    """unpack has a handler that does nothing; what one works is added. Ours."""
    return UNPACK + _within("handler_ms", handler_ms, 0, MAX_HANDLER_MS, "ms")


def _client_ms(servers: int, request_ms: float, handler_ms: float) -> list[float]:
    return [PACK, servers * _request_ms(request_ms), servers * CLPROC, servers * _unpack_ms(handler_ms)]


def wait_ms(servers: int = 1, compute_ms: float = 10, request_ms: float = CLOH) -> float:
    """waittime: from the last request sent to the first reply, max(0, servoh + comptime - (n - 1) sendtime).

    servers: 1 to 5000. compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. ValueError outside.
    """
    n, server = _servers(servers), _server_ms(compute_ms)
    return max(0.0, fsum((server, -(n - 1) * _sendtime(request_ms))))


def multi_rpc_ms(servers: int = 1, compute_ms: float = 10, request_ms: float = CLOH, handler_ms: float = 0) -> float:
    """m by the refined form, the paper's model: all 42 MultiRPC cells of Table VII. Below what can be (E-M02).

    servers: 1 to 5000. compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. handler_ms: 0 to 100.
    ValueError outside.
    """
    return fsum((*_client_ms(_servers(servers), request_ms, handler_ms), wait_ms(servers, compute_ms, request_ms)))


def multi_rpc_simple_ms(
    servers: int = 1, compute_ms: float = 10, request_ms: float = CLOH, handler_ms: float = 0
) -> float:
    """m by the first form, which waits for the whole server time after the last request, whatever has come by then.

    servers: 1 to 5000. compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. handler_ms: 0 to 100.
    ValueError outside.
    """
    return fsum((*_client_ms(_servers(servers), request_ms, handler_ms), _server_ms(compute_ms)))


def multi_rpc_event_ms(
    servers: int = 1, compute_ms: float = 10, request_ms: float = CLOH, handler_ms: float = 0
) -> float:
    """m where no reply is taken in before it has come. Ours (E-M02): what the same parameters imply.

    Request i leaves at s_i = pack + i cloh, its reply comes at s_i + servoh + comptime, and the client takes replies in
    one after another, in order, from s_n on: f_i = max(f_(i-1), s_i + servoh + comptime) + clproc + unpack. Between the
    refined and the first form, equal to the refined for one server and for many.
    servers: 1 to 5000. compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. handler_ms: 0 to 100.
    ValueError outside.
    """
    n, server = _servers(servers), _server_ms(compute_ms)
    request, reply = _request_ms(request_ms), CLPROC + _unpack_ms(handler_ms)
    # The client is done when the last stretch without idling is: it begins at s_n, or when some reply i comes.
    ends = [fsum((PACK, i * request, server, (n - i + 1) * reply)) for i in (1, n)]
    return max(fsum((PACK, n * request, n * reply)), *ends)


def rpc2_ms(servers: int = 1, compute_ms: float = 10) -> float:
    """r: n RPC2 calls one after another, all 42 RPC2 cells of Table VII.

    servers: 1 to 5000. compute_ms: 0 to 60,000. ValueError outside.
    """
    return _servers(servers) * fsum((RPCTIME, _within("compute_ms", compute_ms, 0, MAX_MS, "ms")))


def speedup(servers: int = 1, compute_ms: float = 10, request_ms: float = CLOH, handler_ms: float = 0) -> float:
    """r/m by the refined form: the column R/M of Table VII.

    servers: 1 to 5000. compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. handler_ms: 0 to 100.
    ValueError outside.
    """
    return rpc2_ms(servers, compute_ms) / multi_rpc_ms(servers, compute_ms, request_ms, handler_ms)


def speedup_limit(compute_ms: float = 10, request_ms: float = CLOH, handler_ms: float = 0) -> float:
    """What r/m tends to with n: (rpctime + comptime)/(cloh + clproc + unpack), 3.74, 4.73 and 7.70 for 10, 20, 50 ms.

    compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. handler_ms: 0 to 100. ValueError outside.
    """
    return rpc2_ms(1, compute_ms) / fsum((_request_ms(request_ms), CLPROC, _unpack_ms(handler_ms)))


def saturation_servers(compute_ms: float = 10, request_ms: float = CLOH) -> float:
    """Servers from which on waittime is 0: 1 + (servoh + comptime)/sendtime, 5.6, 7.5 and 13.4 for 10, 20, 50 ms.

    compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. ValueError outside.
    """
    return 1 + _server_ms(compute_ms) / _sendtime(request_ms)


def account_ms(
    servers: int = 1, compute_ms: float = 10, request_ms: float = CLOH, handler_ms: float = 0
) -> dict[str, float]:
    """What the refined form adds up.

    servers: 1 to 5000. compute_ms: 0 to 60,000. request_ms, in place of cloh: 0.1 to 100. handler_ms: 0 to 100.
    ValueError outside.
    """
    pack, sending, receiving, unpacking = _client_ms(_servers(servers), request_ms, handler_ms)
    parts = {
        "Pack": pack,
        "Send requests": sending,
        "Wait": wait_ms(servers, compute_ms, request_ms),
        "Receive replies": receiving,
        "Unpack": unpacking,
    }
    return {**parts, "Total": multi_rpc_ms(servers, compute_ms, request_ms, handler_ms)}


def _t(compute_ms: float, faster: float) -> float:
    return _server_ms(compute_ms) * _within("faster", faster, 1, MAX_FASTER, "") / SYSTIME


def crude_speedup(servers: int = 1, compute_ms: float = 10, faster: float = 1) -> float:
    """r/m by the crude form, (1 + T)/(1 + T/n) with T = servtime/systime. Use it for the shape only (E-M03).

    systime is cloh + clproc, 9.91 ms, and servtime is servoh + comptime. faster: 1 to 100, how many times as quick the
    network primitives are, so that systime is divided by it. servers: 1 to 5000. compute_ms: 0 to 60,000. ValueError
    outside.
    """
    n, t = _servers(servers), _t(compute_ms, faster)
    return (1 + t) / (1 + t / n)


def crude_limit(compute_ms: float = 10, faster: float = 1) -> float:
    """What the crude form tends to with n, 1 + T: 3.39, 4.40 and 7.43 for 10, 20 and 50 ms (E-M03).

    compute_ms: 0 to 60,000. faster: 1 to 100. ValueError outside.
    """
    return 1 + _t(compute_ms, faster)


def multicast_limit(compute_ms: float = 10, handler_ms: float = 0) -> float:
    """What r/m would tend to if one multicast sent all requests: (rpctime + comptime)/(clproc + unpack). Ours.

    Section VIII proposes multicast below MultiRPC without a number. compute_ms: 0 to 60,000. handler_ms: 0 to 100.
    ValueError outside.
    """
    return rpc2_ms(1, compute_ms) / fsum((CLPROC, _unpack_ms(handler_ms)))


def slowest_ms(servers: int = 1, mean_ms: float = 10) -> float:
    """Expected computation of the slowest of n servers, where it is exponential: mean (1 + 1/2 + ... + 1/n). Ours.

    It takes the place of comptime where servers dominate a call (Table X, few servers).
    servers: 1 to 5000. mean_ms: 0 to 60,000. ValueError outside.
    """
    mean = _within("mean_ms", mean_ms, 0, MAX_MS, "ms")
    return mean * fsum(1 / i for i in range(1, _servers(servers) + 1))
