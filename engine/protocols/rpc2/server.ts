/**
 * The server's end of a connection.
 *
 *     INIT1 ──▶ STARTBIND ──accept──▶ AWAITENABLE                          open kimono
 *               STARTBIND ──accept──▶ AWAITINIT3 ──INIT3──▶ AWAITENABLE    the three other levels
 *     AWAITENABLE ──enable──▶ AWAITREQUEST
 *     AWAITREQUEST ──request──▶ REQINQUEUE ──take──▶ PROCESS ──respond──▶ AWAITREQUEST
 *     PROCESS ◀──side effect──▶ INSE
 *     any ──refused bind, broken side effect──▶ HARDERROR
 *
 * Rules, where n is the sequence number of the request that is expected
 * 1. Request n in AWAITREQUEST: new. The saved reply is forgotten and n becomes n + 2. It waits in the queue until a
 *    GETREQUEST takes it.
 * 2. Request n - 2 in AWAITREQUEST: old. The saved reply goes out again, with RETRY and the request's own time stamp.
 * 3. Request n - 2 while it is queued, worked on or in its side effect: BUSY. The server says that it lives.
 * 4. Request above n + 2 and even: NAK, so that a connection that fell out of step with its client does not hang.
 * 5. Any other request: dropped without a word. So is n while another is worked on, and n + 2.
 * 6. In HARDERROR every packet but a NAK is answered with a NAK, like a packet for a handle that names no connection.
 * 7. A reply is saved for 2 B, or until the next request.
 * 8. 2025: where the reply has not gone out 100 ms after the request came, a BUSY goes unasked.
 * 9. A repeated INIT1 is answered with BUSY while the bind waits for a thread, and with the saved INIT2 after that; a
 *    repeated INIT3 with the saved INIT4. INIT2 is sent again until an INIT3 comes that holds YRandom + 1.
 * 10. A request before ENABLE: dropped (1987), or answered with BUSY (2025).
 * 11. As in the prototype, a reply may have to be acknowledged: it is sent again until it is, or until its series is
 *    over. Until then a new request counts only if it acknowledges it; with NAKs, one that does not is answered so.
 *
 * 12. 2025: a procedure's code above 0, an error of Linux, leaves in the wire's numbering; the client turns it back.
 *
 * (MultiRPC paper §IV and V-B; the rules by number are the library's, in both its states but where they are named.)
 */
import type { Nanos } from "../../kernel/time.ts";
import { errorToWire } from "../../wire/rpc2-errors.ts";
import { isInit1, NO_SEQUENCE, RPC2_FLAG, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { after, compose, identity, sealOf, type Connection, type StepOptions } from "./connection.ts";
import { firstSend, isPastLimit, sendAgain, unsent } from "./reliable.ts";
import { acceptBind, onInit3 } from "./server-bind.ts";
import { echoed, hold, serverDeadline, type Echo, type Held, type IdleState } from "./server-state.ts";
import type { ProvingState, ServerEffect, ServerInput, ServerState, ServerStep, WorkingState } from "./server-state.ts";

const NOTHING: readonly ServerEffect[] = [];

/** One step. Throws where the process asks for what the state does not allow: it checks before. */
export function stepServer(state: ServerState, input: ServerInput, now: Nanos, options: StepOptions): ServerStep {
  switch (input.tag) {
    case "packet":
      return onPacket(state, input.packet, now, options);
    case "tick":
      return onTick(state, now, options);
    case "accept":
    case "refuse":
      if (state.tag !== "STARTBIND") throw wrong(input.tag, state);
      return acceptBind(state, input.tag === "refuse" ? input.code : input.acceptance, now, options);
    case "enable":
      if (state.tag !== "AWAITENABLE") throw wrong(input.tag, state);
      return [{ ...state, tag: "AWAITREQUEST" }, NOTHING];
    case "take":
      return [working(state, input.tag, "REQINQUEUE", "PROCESS"), NOTHING];
    case "side effect begins":
      return [working(state, input.tag, "PROCESS", "INSE"), NOTHING];
    case "side effect ends":
      return [working(state, input.tag, "INSE", "PROCESS"), NOTHING];
    case "respond":
      return respond(state, input.returnCode, input.body, now, options);
    case "break":
      return breakWith(state, input.code);
  }
}

function breakWith(state: ServerState, code: number): ServerStep {
  if (state.tag === "HARDERROR") return [state, NOTHING];
  const wasBinding = state.tag === "STARTBIND" || state.tag === "AWAITINIT3";
  return [{ ...identity(state), tag: "HARDERROR", code }, wasBinding ? [{ tag: "bind failed", code }] : NOTHING];
}

const wrong = (what: string, state: ServerState): Error =>
  new Error(`"${what}" comes to a server connection that is in ${state.tag}.`);

function working(state: ServerState, what: string, from: WorkingState["tag"], to: WorkingState["tag"]): ServerState {
  if (state.tag !== from) throw wrong(what, state);
  return { ...state, tag: to };
}

function onPacket(state: ServerState, packet: Rpc2Packet, now: Nanos, options: StepOptions): ServerStep {
  const { opcode } = packet;
  if (opcode === RPC2_OPCODE.nak) return [state, NOTHING];
  if (state.tag === "HARDERROR") return [state, [{ tag: "nak", to: packet }]]; // rule 6
  if (isInit1(opcode)) return onRepeatedInit1(state, packet, now, options);
  if (opcode === RPC2_OPCODE.init3) {
    return state.tag === "AWAITINIT3"
      ? onInit3(state, packet, now, options)
      : sendHeld(state, packet, RPC2_OPCODE.init4);
  }
  if (opcode === RPC2_OPCODE.lastAck) return [acknowledged(state, packet.seqNumber), NOTHING];
  const isCall = opcode > 0 || opcode === RPC2_OPCODE.initMulticast;
  if (!isCall || !("nextSeq" in state)) return [state, NOTHING];
  return onRequest(state, packet, now, options);
}

/** Rule 9. A bind that is being proven sends its INIT2 again by itself. */
function onRepeatedInit1(state: ServerState, packet: Rpc2Packet, now: Nanos, options: StepOptions): ServerStep {
  if (state.tag !== "STARTBIND") return sendHeld(state, packet, RPC2_OPCODE.init2);
  const echo = { stamp: packet.timeStamp, at: now };
  return [{ ...state, echo }, [busy(state, NO_SEQUENCE, echo, now, options)]];
}

/** Sends the held packet again, if it is of that kind, with the stamp of the packet that asks for it. */
function sendHeld(state: ServerState, asking: Rpc2Packet, opcode: number): ServerStep {
  if (!("held" in state) || state.held === null || state.held.packet.opcode !== opcode) return [state, NOTHING];
  const held: Held = { ...state.held, sends: state.held.sends + 1 };
  const packet = { ...held.packet, timeStamp: asking.timeStamp };
  const seal = held.sealed ? sealOf(state) : null;
  return [{ ...state, held }, [{ tag: "send", packet, send: held.sends, seal }]];
}

/** Rules 1 to 5, and 10 and 11 before them. */
function onRequest(state: IdleState | WorkingState, packet: Rpc2Packet, now: Nanos, options: StepOptions): ServerStep {
  const { nextSeq } = state;
  const { seqNumber } = packet;
  if (state.tag === "AWAITENABLE") {
    if (!options.library.busiesUnenabled) return [state, NOTHING];
    return [state, [busy(state, after(nextSeq, -1), { stamp: packet.timeStamp, at: now }, now, options)]];
  }
  const isOld = seqNumber === after(nextSeq, -2);
  if ("held" in state) {
    if (options.without.includes("sequenceCheck")) return accepted(state, packet, now, options);
    if (isOld) return sendHeld(state, packet, RPC2_OPCODE.reply);
    if (seqNumber === nextSeq && !isUnacknowledged(state, packet)) return accepted(state, packet, now, options);
  } else if (isOld) {
    const echo = { stamp: packet.timeStamp, at: now };
    return [{ ...state, echo }, [busy(state, after(nextSeq, -1), echo, now, options)]];
  }
  return [state, isAhead(nextSeq, seqNumber, options) ? [{ tag: "nak", to: packet }] : NOTHING];
}

/** Rule 11. */
const isUnacknowledged = ({ held }: IdleState, packet: Rpc2Packet): boolean =>
  held !== null && held.sending !== null && (packet.flags & RPC2_FLAG.ackReply) === 0;

/** Rule 4; where replies are acknowledged, what is merely next has come too early as well. */
function isAhead(nextSeq: number, seqNumber: number, { history }: StepOptions): boolean {
  if (!history.naks) return false;
  if (history.replyAcks && seqNumber === nextSeq) return true;
  return seqNumber > nextSeq + 2 && seqNumber % 2 === 0;
}

/** Rules 1 and 8. */
function accepted(state: IdleState, request: Rpc2Packet, now: Nanos, options: StepOptions): ServerStep {
  const { unaskedBusyAfter } = options.library;
  const queued: WorkingState = {
    ...identity(state),
    tag: "REQINQUEUE",
    nextSeq: after(request.seqNumber, 2),
    request,
    echo: { stamp: request.timeStamp, at: now },
    busyAt: unaskedBusyAfter === null ? null : now + unaskedBusyAfter,
  };
  return [queued, [{ tag: "request", request }]];
}

function busy(state: Connection, seqNumber: number, echo: Echo, now: Nanos, options: StepOptions): ServerEffect {
  const timeStamp = options.library.stampsBusy ? echoed(echo, now, options) : echo.stamp;
  const packet = compose(state, options, { opcode: RPC2_OPCODE.busy, seqNumber, timeStamp });
  const seal = seqNumber === NO_SEQUENCE ? null : sealOf(state);
  return { tag: "send", packet, send: 1, seal };
}

function respond(
  state: ServerState,
  returnCode: number,
  body: Uint8Array,
  now: Nanos,
  options: StepOptions,
): ServerStep {
  if (state.tag !== "PROCESS") throw wrong("respond", state);
  const packet = compose(state, options, {
    opcode: RPC2_OPCODE.reply,
    seqNumber: after(state.nextSeq, -1),
    returnCode: options.library.translatesErrors ? errorToWire(returnCode) : returnCode,
    timeStamp: echoed(state.echo, now, options),
    body,
  });
  const held = hold(packet, true, now, options);
  const sending = options.history.replyAcks ? firstSend(unsent(packet, null), now, options, false) : null; // rule 11
  const idle: IdleState = {
    ...identity(state),
    tag: "AWAITREQUEST",
    nextSeq: state.nextSeq,
    held: options.without.includes("savedResult") ? null : { ...held, sending },
  };
  return [idle, [{ tag: "send", packet, send: 1, seal: sealOf(state) }]];
}

function acknowledged(state: ServerState, seqNumber: number): ServerState {
  if (state.tag !== "AWAITREQUEST" || state.held === null || state.held.packet.seqNumber !== seqNumber) return state;
  return { ...state, held: { ...state.held, sending: null } };
}

function onTick(state: ServerState, now: Nanos, options: StepOptions): ServerStep {
  const deadline = serverDeadline(state);
  if (deadline === null || now < deadline) return [state, NOTHING];
  if ("busyAt" in state) {
    const seqNumber = after(state.nextSeq, -1);
    return [{ ...state, busyAt: null }, [busy(state, seqNumber, state.echo, now, options)]]; // rule 8
  }
  if (state.tag === "AWAITINIT3") return proveAgain(state, now, options);
  if (!("held" in state) || state.held === null) return [state, NOTHING];
  if (now >= state.held.until) return [{ ...state, held: null }, NOTHING]; // rule 7
  return replyAgain(state, state.held, now, options);
}

function proveAgain(state: ProvingState, now: Nanos, options: StepOptions): ServerStep {
  const sending = isPastLimit(state.sending, now) ? null : sendAgain(state.sending, now, options, false);
  if (sending === null) return acceptBind(state, "silence", now, options);
  return [{ ...state, sending }, [{ tag: "send", packet: sending.packet, send: sending.sends, seal: null }]];
}

/** Rule 11. */
function replyAgain(state: IdleState, held: Held, now: Nanos, options: StepOptions): ServerStep {
  if (held.sending === null) return [state, NOTHING];
  const sending = sendAgain(held.sending, now, options, false);
  if (sending === null) return [{ ...state, held: { ...held, sending: null } }, NOTHING];
  const again: Held = { ...held, sends: sending.sends, sending };
  return [
    { ...state, held: again },
    [{ tag: "send", packet: sending.packet, send: sending.sends, seal: sealOf(state) }],
  ];
}
