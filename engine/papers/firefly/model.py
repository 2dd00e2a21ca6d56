"""Analytic latency of Firefly RPC, from the step times that the paper lists.

Source: M. D. Schroeder and M. Burrows, Performance of Firefly RPC, ACM Transactions on Computer Systems 8(1), 1990,
Sections 2.2, 3.3 and 4.2. All times are microseconds, all sizes bytes.

    L = runtime + marshal + S(call packet) + S(result packet)
    S(size) = sum of the 14 steps of Table VI for that size

Domain: the fast path, one calling thread, five processors on both machines, a private network, UDP checksums on, data
that fits one packet. Every published number stands here once, with the address of its cell (see INPUTS).
"""

from dataclasses import dataclass
from math import ceil, fsum  # exact whatever the order and the version of Python


@dataclass(frozen=True)
class Input:
    """A published number and the address of its cell: table, values of the key columns, column."""

    value: float
    table: str
    row: dict[str, str | int]
    column: str


@dataclass(frozen=True)
class Step:
    """A step of send+receive (Table VI) for the two packet sizes that the paper gives."""

    side: str
    us74: Input
    us1514: Input


def _step(side: str, action: str, us74: float, us1514: float) -> Step:
    row = {"side": side, "action": action}
    return Step(side, Input(us74, "table-vi", row, "us74"), Input(us1514, "table-vi", row, "us1514"))


def _runtime(machine: str, procedure: str, us: float) -> Input:
    return Input(us, "table-vii", {"machine": machine, "procedure": procedure}, "us")


def _marshal(table: str, key: str, row: str | int, us: float) -> Input:
    return Input(us, table, {key: row}, "marshalUs")


# Table VI: done once for the call packet and once for the result packet.
STEPS: dict[str, Step] = {
    "finish_udp_header": _step("sender", "Finish UDP header (Sender)", 59, 59),
    "sender_checksum": _step("sender", "Calculate UDP checksum", 45, 440),
    "trap": _step("sender", "Handle trap to Nub", 37, 37),
    "queue_packet": _step("sender", "Queue packet for transmission", 39, 39),
    "interprocessor_interrupt": _step("sender", "Interprocessor interrupt to CPU 0", 10, 10),
    "handle_interprocessor_interrupt": _step("sender", "Handle interprocessor interrupt", 76, 76),
    "prod_controller": _step("sender", "Prod Ethernet controller", 22, 22),
    "transmit_latency": _step("network", "QBus/controller transmit latency", 70, 815),
    "ethernet": _step("network", "Transmission time on Ethernet", 60, 1230),
    "receive_latency": _step("network", "QBus/controller receive latency", 80, 835),
    "io_interrupt": _step("receiver", "General I/O interrupt handler", 14, 14),
    "packet_interrupt": _step("receiver", "Handle interrupt for received packet", 177, 177),
    "receiver_checksum": _step("receiver", "Calculate UDP checksum", 45, 440),
    "wakeup": _step("receiver", "Wake up RPC thread", 220, 220),
}

# Table VII: stubs and run time of a call of Null().
RUNTIME: dict[str, Input] = {
    "calling_program": _runtime("caller", "Calling program (loop to repeat call)", 16),
    "calling_stub": _runtime("caller", "Calling stub (call and return)", 90),
    "starter": _runtime("caller", "Starter", 128),
    "transporter_send": _runtime("caller", "Transporter (send call packet)", 27),
    "receiver_receive": _runtime("server", "Receiver (receive call packet)", 158),
    "server_stub": _runtime("server", "Server stub (call and return)", 68),
    "null": _runtime("server", "Null (the server procedure)", 10),
    "receiver_send": _runtime("server", "Receiver (send result packet)", 27),
    "transporter_receive": _runtime("caller", "Transporter (receive result packet)", 49),
    "ender": _runtime("caller", "Ender", 33),
}

# Tables II to V: what arguments add to a call.
MARSHAL: dict[str, Input] = {
    "integer_1": _marshal("table-ii", "arguments", 1, 8),
    "fixed_4": _marshal("table-iii", "bytes", 4, 20),
    "fixed_400": _marshal("table-iii", "bytes", 400, 140),
    "variable_1": _marshal("table-iv", "bytes", 1, 115),
    "variable_1440": _marshal("table-iv", "bytes", 1440, 550),
    "text_nil": _marshal("table-v", "label", "NIL", 89),
    "text_1": _marshal("table-v", "label", "1", 378),
    "text_128": _marshal("table-v", "label", "128", 659),
}

# Sizes, and the three figures of Section 4.2 that do not follow from step times.
GIVEN: dict[str, Input] = {
    "min_packet": Input(74, "text", {"key": "minPacket"}, "value"),
    "max_packet": Input(1514, "text", {"key": "maxPacket"}, "value"),
    "max_data": Input(1440, "text", {"key": "maxPacketResult"}, "value"),
    "ethernet_mbps": Input(10, "text", {"key": "ethernet"}, "value"),
    "protocol_saving": Input(200, "improvements", {"section": "4.2.5"}, "nullSavedUs"),
    "no_ip_saving": Input(100, "improvements", {"section": "4.2.6"}, "nullSavedUs"),
    "recode_speedup": Input(3, "text", {"key": "recodeSpeedup"}, "value"),
    "routine_original": Input(758, "table-ix", {"version": "Original Modula2+"}, "us"),
    "routine_best": Input(547, "table-ix", {"version": "Best Modula2+"}, "us"),
    "exerciser_null": Input(140, "text", {"key": "exerciserNullFaster"}, "value"),
    "exerciser_max_result": Input(600, "text", {"key": "exerciserMaxResultFaster"}, "value"),
    "fix_penalty": Input(100, "text", {"key": "fixPenalty"}, "value"),
}

# Every published number used above, by name.
INPUTS: dict[str, Input] = {
    **{f"{name}_74": step.us74 for name, step in STEPS.items()},
    **{f"{name}_1514": step.us1514 for name, step in STEPS.items()},
    **RUNTIME,
    **MARSHAL,
    **GIVEN,
}

MIN_PACKET = GIVEN["min_packet"].value
MAX_PACKET = GIVEN["max_packet"].value
MAX_DATA = GIVEN["max_data"].value
ETHERNET_MBPS = GIVEN["ethernet_mbps"].value
FASTER_MBPS = 100.0  # the network of Section 4.2.2
FASTER_PROCESSORS = 3.0  # the processors of Section 4.2.3

# Table VII without the program, the procedure and the stubs: what Section 4.2.8 would recode (422 us).
RECODED = ("starter", "transporter_send", "receiver_receive", "receiver_send", "transporter_receive", "ender")


def _within(name: str, value: float, low: float, high: float, unit: str) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} = {value} is outside {low:g} to {high:g} {unit}")


def _line(at: float, x0: float, y0: float, x1: float, y1: float) -> float:
    return y0 + (y1 - y0) * (at - x0) / (x1 - x0)


def _packet(packet_bytes: float) -> None:
    _within("packet_bytes", packet_bytes, MIN_PACKET, MAX_PACKET, "bytes (headers alone to the Ethernet maximum)")


def _speed(ethernet_mbps: float) -> None:
    _within("ethernet_mbps", ethernet_mbps, 0.1, 1000, "Mbit/s")


def _data(name: str, value: float) -> None:
    _within(name, value, 0, MAX_DATA, "bytes (what one packet holds)")


def _step_us(name: str, packet_bytes: float, ethernet_mbps: float) -> float:
    step = STEPS[name]
    us = _line(packet_bytes, MIN_PACKET, step.us74.value, MAX_PACKET, step.us1514.value)
    return us * ETHERNET_MBPS / ethernet_mbps if name == "ethernet" else us


def send_receive_us(packet_bytes: float = 74, ethernet_mbps: float = 10.0) -> float:
    """Time of one send+receive, from Sender to the thread that wakes: 954 us for 74 bytes, 4414 us for 1514.

    S(b) = sum of the steps of Table VI. The paper gives the two sizes; the straight line between them is ours
    (2.403 us a byte). A faster network scales the Ethernet step alone (Section 4.2.2).
    packet_bytes: 74 to 1514, Ethernet header to the last data byte. ethernet_mbps: 0.1 to 1000.
    ValueError outside these ranges.
    """
    _packet(packet_bytes)
    _speed(ethernet_mbps)
    return fsum(_step_us(name, packet_bytes, ethernet_mbps) for name in STEPS)


def runtime_us() -> float:
    """Stubs and run time of both machines, the loop of the caller and Null() itself: 606 us, the sum of Table VII."""
    return fsum(part.value for part in RUNTIME.values())


def marshal_integers_us(arguments: float = 1) -> float:
    """What four-byte integers passed by value add to a call: 8 us each (Table II).

    arguments: 0 to 360, as many as one packet holds. ValueError outside.
    """
    _within("arguments", arguments, 0, MAX_DATA / 4, "arguments (what one packet holds)")
    return MARSHAL["integer_1"].value * arguments


def marshal_fixed_us(array_bytes: float = 400) -> float:
    """What a fixed-length VAR OUT or VAR IN array adds to a call, on the line through Table III.

    The paper says that array times are linear in size for one packet; the line, 18.8 + 0.303 b us, is ours.
    array_bytes: 0 to 1440. ValueError outside.
    """
    _data("array_bytes", array_bytes)
    return _line(array_bytes, 4, MARSHAL["fixed_4"].value, 400, MARSHAL["fixed_400"].value)


def marshal_variable_us(array_bytes: float = 1440) -> float:
    """What a variable-length VAR OUT or VAR IN array adds to a call, on the line through Table IV: 114.7 + 0.302 b us.

    array_bytes: 0 to 1440. ValueError outside.
    """
    _data("array_bytes", array_bytes)
    return _line(array_bytes, 1, MARSHAL["variable_1"].value, 1440, MARSHAL["variable_1440"].value)


def marshal_text_us(text_bytes: float = 128) -> float:
    """What a Text.T argument (not NIL) adds to a call, on the line through Table V: 375.8 + 2.213 b us.

    The paper claims linearity for arrays only, so the line is ours. text_bytes: 0 to 1440. ValueError outside.
    """
    _data("text_bytes", text_bytes)
    return _line(text_bytes, 1, MARSHAL["text_1"].value, 128, MARSHAL["text_128"].value)


def marshal_us(type: str = "integer", bytes: float = 4) -> float:  # noqa: A002 - the headless lab names them so
    """What one argument adds to a call between two address spaces of a machine (Tables II to V).

    type: "integer" (every four bytes begun are one more), "fixed" or "variable" (an array), "text", "nil" (a Text.T
    that is NIL, whatever its bytes). The lines through two points each are ours; the paper claims linearity for arrays.
    bytes: 0 to 1440. ValueError outside, and for any other type.
    """
    _data("bytes", bytes)
    if type == "integer":
        return marshal_integers_us(ceil(bytes / 4))
    if type == "fixed":
        return marshal_fixed_us(bytes)
    if type == "variable":
        return marshal_variable_us(bytes)
    if type == "text":
        return marshal_text_us(bytes)
    if type == "nil":
        return MARSHAL["text_nil"].value
    raise ValueError(f"type = {type!r} is not one of integer, fixed, variable, text, nil")


def null_us(ethernet_mbps: float = 10.0) -> float:
    """Latency of a call of Null(): 606 + 954 + 954 = 2514 us (Table VIII).

    ethernet_mbps: 0.1 to 1000, scales the Ethernet steps alone. ValueError outside.
    """
    return runtime_us() + 2 * send_receive_us(MIN_PACKET, ethernet_mbps)


def max_result_us(result_bytes: float = 1440, ethernet_mbps: float = 10.0, fixed_length: float = 0) -> float:
    """Latency of a call that returns one array: for 1440 bytes of variable length the 6524 us of Table VIII.

    L = 606 + marshal(b) + S(74) + S(74 + b), where 550, 954 and 4414 us are the terms for 1440 bytes.
    result_bytes: 0 to 1440; between the published sizes on straight lines, which are ours. ethernet_mbps: 0.1 to 1000.
    fixed_length: 0 for an array of variable length (Table IV), 1 for one of fixed length (Table III).
    ValueError outside.
    """
    _data("result_bytes", result_bytes)
    return _one_array_us(result_bytes, ethernet_mbps, fixed_length)


def max_arg_us(argument_bytes: float = 1440, ethernet_mbps: float = 10.0, fixed_length: float = 0) -> float:
    """Latency of a call that takes one array: as MaxResult, with the large packet going the other way.

    VAR IN and VAR OUT marshal at the same cost (Section 2.2). argument_bytes: 0 to 1440. ethernet_mbps: 0.1 to 1000.
    fixed_length: 0 for an array of variable length (Table IV), 1 for one of fixed length (Table III).
    ValueError outside.
    """
    _data("argument_bytes", argument_bytes)
    return _one_array_us(argument_bytes, ethernet_mbps, fixed_length)


def account_us(procedure: str = "Null()") -> dict[str, float]:
    """The parts that Table VIII adds up, by its own row names, and their total.

    procedure: "Null()" or "MaxResult". ValueError for any other.
    """
    call, result = _packets(procedure)
    parts = {"Caller, server, stubs, RPC run time": runtime_us()}
    if result > MIN_PACKET:
        parts["Marshal 1440-byte result"] = marshal_variable_us(MAX_DATA)
    parts[f"Send+receive {call:g}-byte call packet"] = send_receive_us(call)
    parts[f"Send+receive {result:g}-byte result packet"] = send_receive_us(result)
    return {**parts, "Total": fsum(parts.values())}


def saving_us(change: str = "controller", call: str = "Null()") -> float:
    """What one change of Section 4.2 saves, as a rule on Tables IV, VI and VII.

    controller  4.2.1  both QBus/controller latencies of both packets
    network     4.2.2  nine tenths of the Ethernet time
    processors  4.2.3  two thirds of the software time, the interprocessor interrupts left out
    checksums   4.2.4  the four checksum steps
    protocol    4.2.5  200 us, the authors' estimate
    no_ip       4.2.6  100 us, the authors' estimate
    busy_wait   4.2.7  both wakeups
    recode      4.2.8  two thirds of the run time without stubs, program and procedure

    The rules overlap, so savings must not be added. call: "Null()" or "MaxResult". ValueError for any other.
    """
    packets = _packets(call)
    if change == "controller":
        return _steps_us(("transmit_latency", "receive_latency"), packets)
    if change == "network":
        return _steps_us(("ethernet",), packets) * (1 - ETHERNET_MBPS / FASTER_MBPS)
    if change == "processors":
        return _software_us(packets) * (FASTER_PROCESSORS - 1) / FASTER_PROCESSORS
    if change == "checksums":
        return _steps_us(("sender_checksum", "receiver_checksum"), packets)
    if change == "protocol":
        return GIVEN["protocol_saving"].value
    if change == "no_ip":
        return GIVEN["no_ip_saving"].value
    if change == "busy_wait":
        return _steps_us(("wakeup",), packets)
    if change == "recode":
        speedup = GIVEN["recode_speedup"].value
        return fsum(RUNTIME[name].value for name in RECODED) * (speedup - 1) / speedup
    known = "controller, network, processors, checksums, protocol, no_ip, busy_wait, recode"
    raise ValueError(f"change = {change!r} is not one of {known}")


def combined_us(
    call: str = "Null()",
    ethernet_mbps: float = 10.0,
    cpu_speed: float = 1.0,
    controller: str = "deqna",
    checksums: str = "on",
    header: str = "published",
    layering: str = "udp-ip",
    waiting: str = "wakeup",
    runtime: str = "modula2",
    interrupt_routine: str = "assembly",
    stubs: str = "generated",
    statement_order: str = "fast",
) -> float:
    """What a call takes with several changes of Sections 4 and 5 at once.

    The rules of saving_us act on the steps, so that they overlap as they must: a wakeup that is gone cannot become
    faster. With everything at its default the sums of Table VIII. call: "Null()" or "MaxResult". cpu_speed: 1 to 10;
    it divides all software but the interprocessor interrupt. The words of the others are those of the experiments.
    ValueError outside.
    """
    packets = _packets(call)
    _speed(ethernet_mbps)
    _within("cpu_speed", cpu_speed, 1, 10, "times")
    routine = {
        "assembly": STEPS["packet_interrupt"].us74.value,
        "best": GIVEN["routine_best"].value,
        "original": GIVEN["routine_original"].value,
    }
    is_overlapping = _chosen("controller", controller, ("deqna", "overlapping"))
    is_unchecked = _chosen("checksums", checksums, ("on", "off"))
    is_new_header = _chosen("header", header, ("published", "redesigned"))
    is_without_ip = _chosen("layering", layering, ("udp-ip", "ethernet"))
    is_busy = _chosen("waiting", waiting, ("wakeup", "busy"))
    is_recoded = _chosen("runtime", runtime, ("modula2", "assembly"))
    is_by_hand = _chosen("stubs", stubs, ("generated", "exerciser"))
    is_swapped = _chosen("statement_order", statement_order, ("fast", "swapped"))
    if interrupt_routine not in routine:
        raise ValueError(f"interrupt_routine = {interrupt_routine!r} is not one of {', '.join(routine)}")
    gone = {
        *(("transmit_latency", "receive_latency") if is_overlapping else ()),
        *(("sender_checksum", "receiver_checksum") if is_unchecked else ()),
        *(("wakeup",) if is_busy else ()),
    }

    def step_us(name: str, size: float) -> float:
        us = 0.0 if name in gone else _step_us(name, size, ethernet_mbps)
        if name == "packet_interrupt":
            us = routine[interrupt_routine]
            if is_new_header:
                us *= 1 - GIVEN["protocol_saving"].value / 2 / routine["assembly"]
        if name == "finish_udp_header" and is_without_ip:
            us -= GIVEN["no_ip_saving"].value / 2
        is_software = STEPS[name].side != "network" and name != "interprocessor_interrupt"
        return us / cpu_speed if is_software else us

    part_us = {name: part.value for name, part in RUNTIME.items()}
    if is_recoded:
        part_us |= {name: part_us[name] / GIVEN["recode_speedup"].value for name in RECODED}
    marshal = marshal_variable_us(MAX_DATA) if packets[1] > MIN_PACKET else 0.0
    by_hand = GIVEN["exerciser_null" if marshal == 0 else "exerciser_max_result"].value
    program = fsum((*part_us.values(), marshal, -by_hand if is_by_hand else 0.0))
    program += GIVEN["fix_penalty"].value if is_swapped else 0.0
    return fsum((program / cpu_speed, *(step_us(name, size) for name in STEPS for size in packets)))


def _chosen(name: str, value: str, words: tuple[str, str]) -> bool:
    """Whether the second of two words was chosen."""
    if value not in words:
        raise ValueError(f"{name} = {value!r} is neither {words[0]} nor {words[1]}")
    return value == words[1]


def _one_array_us(array_bytes: float, ethernet_mbps: float, fixed_length: float) -> float:
    if fixed_length not in (0, 1):
        raise ValueError(f"fixed_length = {fixed_length} is neither 0 (variable length) nor 1 (fixed length)")
    marshal = marshal_fixed_us(array_bytes) if fixed_length else marshal_variable_us(array_bytes)
    transport = send_receive_us(MIN_PACKET, ethernet_mbps) + send_receive_us(MIN_PACKET + array_bytes, ethernet_mbps)
    return runtime_us() + marshal + transport


def _packets(procedure: str) -> tuple[float, float]:
    sizes = {"Null()": (MIN_PACKET, MIN_PACKET), "MaxResult": (MIN_PACKET, MAX_PACKET)}
    if procedure not in sizes:
        raise ValueError(f"procedure = {procedure!r} is not one of {', '.join(sizes)}")
    return sizes[procedure]


def _steps_us(names: tuple[str, ...], packets: tuple[float, float]) -> float:
    return fsum(_step_us(name, size, ETHERNET_MBPS) for name in names for size in packets)


def _software_us(packets: tuple[float, float]) -> float:
    """All software of a call without the interprocessor interrupts, which the paper counts as hardware here."""
    names = tuple(n for n, step in STEPS.items() if step.side != "network" and n != "interprocessor_interrupt")
    marshal = marshal_variable_us(MAX_DATA) if packets[1] > MIN_PACKET else 0.0
    return fsum((runtime_us(), marshal, _steps_us(names, packets)))
