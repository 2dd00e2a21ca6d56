/**
 * The client's end of a connection: at most one call at a time.
 *
 *     (bind) ──▶ AWAITINIT2 ──INIT2──▶ THINK                        open kimono
 *                AWAITINIT2 ──INIT2──▶ AWAITINIT4 ──INIT4──▶ THINK   the three other levels
 *     THINK ──call──▶ AWAITREPLY ──REPLY, time limit, abandon──▶ THINK
 *     any ──NAK, silence, failed bind──▶ HARDERROR
 *
 * Rules
 * 1. A request carries the connection's sequence number s; its REPLY and BUSYs carry s + 1. Once the reply is accepted
 *    the number is s + 2. Anything with another number is late and ignored.
 * 2. The request is sent again as reliable.ts says, until a reply, a NAK, the program's time limit or the last
 *    interval.
 * 3. A BUSY is no answer: the client goes on waiting, however long the procedure takes.
 * 4. Silence to the end of the series: the peer is dead (DEAD), and the connection cannot be used any more.
 * 5. A NAK: the server does not know the connection, or has marked it unusable. It cannot be used any more.
 * 6. The time limit, or the handler of a parallel call that wants no more replies: the client acts as if the reply had
 *    come. The number becomes s + 2, the connection can be used, and the late reply is ignored by rule 1.
 * 7. A bind proves both ends to each other where they share a key: INIT2 must hold XRandom + 1, and INIT4 the session's
 *    key and first number. Silence, or a proof that fails, ends it.
 * 8. As in the prototype, replies may have to be acknowledged: by a flag in the next request, by a LASTACK where none
 *    comes soon, and by another for a reply that comes again. A reply that was never seen is never acknowledged.
 *
 * Return codes are those of the library (MultiRPC paper §IV and V; the RPC2 manual for silence and limits).
 */
import type { Nanos } from "../../kernel/time.ts";
import { RPC2_FLAG, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { onBindPacket, type Bound } from "./client-bind.ts";
import type {
  Acknowledging,
  BrokenState,
  CallRequest,
  CallingState,
  ClientEffect,
  ClientInput,
  ClientState,
  ClientStep,
  ThinkState,
} from "./client-state.ts";
import { after, compose, identity, sealOf, timed, type Connection, type StepOptions } from "./connection.ts";
import { firstSend, isPastLimit, keptAlive, sendAgain, sendingDeadline, unsent } from "./reliable.ts";

const NOTHING: readonly ClientEffect[] = [];

/** When the state wants a tick; null where it waits for no time. */
export function clientDeadline(state: ClientState): Nanos | null {
  switch (state.tag) {
    case "THINK":
      return state.seen?.due ?? null;
    case "HARDERROR":
      return null;
    default:
      return sendingDeadline(state.sending);
  }
}

/** One step. Throws where a call is started on a connection that is not in THINK: the process asks before. */
export function stepClient(state: ClientState, input: ClientInput, now: Nanos, options: StepOptions): ClientStep {
  switch (input.tag) {
    case "call":
      return transmit(prepare(state, input.call, options), now, options);
    case "prepare":
      return [prepare(state, input.call, options), NOTHING];
    case "transmit":
      return transmit(state, now, options);
    case "packet":
      return onPacket(state, input.packet, now, options);
    case "tick":
      return onTick(state, now, options);
    case "expire":
      if (!("sending" in state) || now < state.sending.deadline) return [state, NOTHING];
      return [{ ...state, sending: { ...state.sending, expired: true } }, NOTHING];
    case "abandon":
      return [state.tag === "AWAITREPLY" ? abandoned(state) : state, NOTHING];
    case "side effect heard":
      if (state.tag !== "AWAITREPLY") return [state, NOTHING];
      return [{ ...state, sending: { ...state.sending, heard: now } }, NOTHING];
    case "break":
      return breakWith(state, input.code);
  }
}

/** A call or a bind that was under way fails; an idle connection becomes useless in silence. */
function breakWith(state: ClientState, code: number): ClientStep {
  if (state.tag === "HARDERROR") return [state, NOTHING];
  const broken: BrokenState = { ...identity(state), tag: "HARDERROR", code };
  return [broken, state.tag === "THINK" ? NOTHING : [{ tag: "failed", code }]];
}

function prepare(state: ClientState, call: CallRequest, options: StepOptions): CallingState {
  if (state.tag !== "THINK") throw new Error(`A call starts on a connection in THINK; this one is in ${state.tag}.`);
  const { nextSeq, seen } = state;
  const packet = compose(state, options, {
    opcode: call.opcode,
    seqNumber: nextSeq,
    flags: seen !== null && seen.reply === after(nextSeq, -1) ? RPC2_FLAG.ackReply : 0, // rule 8
    body: call.body,
  });
  const acknowledged = seen === null ? null : { ...seen, due: null };
  const sending = unsent(packet, call.limit);
  return { ...identity(state), tag: "AWAITREPLY", nextSeq, seen: acknowledged, sending };
}

function transmit(state: ClientState, now: Nanos, options: StepOptions): ClientStep {
  if (state.tag !== "AWAITREPLY" || state.sending.sends > 0) {
    throw new Error(`A request is sent once it is prepared and before it was sent; the connection is in ${state.tag}.`);
  }
  const sending = firstSend(state.sending, now, options, true);
  return [{ ...state, sending }, [{ tag: "send", packet: sending.packet, send: 1, seal: sealOf(state) }]];
}

/** Rules 1 and 6: back to THINK with the number two further, as after a reply. */
function thinkAfter(state: CallingState, seen: Acknowledging | null): ThinkState {
  return { ...identity(state), tag: "THINK", nextSeq: after(state.nextSeq, 2), seen };
}

/** A request that was never sent leaves the number as it was: the server has not seen it. */
function abandoned(state: CallingState): ThinkState {
  if (state.sending.sends > 0) return thinkAfter(state, null);
  return { ...identity(state), tag: "THINK", nextSeq: state.nextSeq, seen: state.seen };
}

function onPacket(state: ClientState, packet: Rpc2Packet, now: Nanos, options: StepOptions): ClientStep {
  if (packet.opcode === RPC2_OPCODE.nak) return onNak(state);
  switch (state.tag) {
    case "HARDERROR":
      return [state, NOTHING];
    case "THINK":
      return [state, acknowledgeAgain(state, packet, options)];
    case "AWAITREPLY":
      if (state.sending.expired) return [state, NOTHING];
      return onCallPacket(state, packet, now, options);
    default:
      return state.sending.expired ? [state, NOTHING] : bound(onBindPacket(state, packet, now, options));
  }
}

/** Rule 5. A client that waits for INIT4 takes no notice of NAKs, in neither library. */
const onNak = (state: ClientState): ClientStep =>
  state.tag === "AWAITREPLY" || state.tag === "AWAITINIT2" ? breakWith(state, RPC2_RETURN.naked) : [state, NOTHING];

/** Rules 1 and 3. */
function onCallPacket(state: CallingState, packet: Rpc2Packet, now: Nanos, options: StepOptions): ClientStep {
  if (packet.seqNumber !== after(state.nextSeq, 1)) return [state, acknowledgeAgain(state, packet, options)];
  if (packet.opcode === RPC2_OPCODE.busy) {
    return [{ ...state, sending: keptAlive(state.sending, now, options) }, timed(packet, options)];
  }
  if (packet.opcode !== RPC2_OPCODE.reply) return [state, NOTHING];
  const seen = options.history.replyAcks ? { reply: packet.seqNumber, due: now + ackDelay(options) } : null;
  return [thinkAfter(state, seen), [{ tag: "returned", reply: packet }, ...timed(packet, options)]];
}

/** Half of the first interval, so that the server need not send the reply again. Ours: the prototype's is not known. */
function ackDelay({ library, timing, estimate }: StepOptions): Nanos {
  return Math.floor((library.interval(1, timing, estimate, 0) ?? 0) / 2);
}

/** Rule 8: a reply that was seen and comes again. */
function acknowledgeAgain(
  state: ThinkState | CallingState,
  packet: Rpc2Packet,
  options: StepOptions,
): readonly ClientEffect[] {
  const isSeen = packet.opcode === RPC2_OPCODE.reply && packet.seqNumber === state.seen?.reply;
  return isSeen ? [lastAck(state, packet.seqNumber, options)] : NOTHING;
}

function lastAck(state: Connection, seqNumber: number, options: StepOptions): ClientEffect {
  const packet = compose(state, options, { opcode: RPC2_OPCODE.lastAck, seqNumber, timeStamp: options.stamp });
  return { tag: "send", packet, send: 1, seal: sealOf(state) };
}

/** The result of a bind, as a step of the whole machine. */
function bound({ state, effects, ends }: Bound): ClientStep {
  if (ends === null) return [state, effects];
  if (ends.tag === "failed") {
    const [broken, failed] = breakWith(state, ends.code);
    return [broken, [...failed, ...effects]];
  }
  const { peerHandle, key, nextSeq, code } = ends;
  const think: ThinkState = { ...identity(state), peerHandle, key, tag: "THINK", nextSeq, seen: null };
  return [think, [{ tag: "bound", code }, ...effects]];
}

function onTick(state: ClientState, now: Nanos, options: StepOptions): ClientStep {
  if (state.tag === "HARDERROR") return [state, NOTHING];
  if (state.tag === "THINK") {
    if (state.seen === null || state.seen.due === null || now < state.seen.due) return [state, NOTHING];
    return [{ ...state, seen: { ...state.seen, due: null } }, [lastAck(state, state.seen.reply, options)]];
  }
  if (isPastLimit(state.sending, now)) {
    if (state.tag !== "AWAITREPLY") return breakWith(state, RPC2_RETURN.noBinding);
    return [thinkAfter(state, null), [{ tag: "failed", code: RPC2_RETURN.timeout }]]; // rule 6
  }
  if (now < state.sending.deadline) return [state, NOTHING];
  const sending = sendAgain(state.sending, now, options, true);
  const isCall = state.tag === "AWAITREPLY";
  if (sending === null) return breakWith(state, isCall ? RPC2_RETURN.dead : RPC2_RETURN.noBinding); // rules 4 and 7
  const again: ClientState = { ...state, sending };
  if (sending.sends === state.sending.sends) return [again, NOTHING]; // a side effect was heard of
  return [again, [{ tag: "send", packet: sending.packet, send: sending.sends, seal: isCall ? sealOf(state) : null }]];
}
