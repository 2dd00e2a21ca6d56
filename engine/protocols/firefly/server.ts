/**
 * The server's half of the Firefly RPC packet exchange, for one activity: one row of the call table.
 *
 *     (no row) --new call--> executing --done--> retaining --next call--> executing
 *     retaining --acknowledgement, or too many sends--> settled --next call--> executing
 *
 * Rules
 * 1. A call whose binding is not this incarnation's is rejected, whatever its sequence number: the exporter was
 *    restarted and remembers nothing.
 * 2. A call with a greater sequence number than the row's is new: it acknowledges the last result and is executed.
 * 3. A call with the row's sequence number is a duplicate and never executed again. While the procedure runs it is
 *    acknowledged if it asks for that; once there is a result, the result is sent again.
 * 4. A call with a smaller one is late and ignored.
 * 5. The result is kept, in the packet that brought the call, until the next call or an acknowledgement; unacknowledged
 *    it is sent again, asking for an acknowledgement, and forgotten after as many sends as a call has.
 * 6. A probe is answered by an acknowledgement while the procedure runs, and by the result after that.
 * 7. Where a procedure ends after its caller gave up and called again, its result is thrown away.
 *
 * Not here: calls of more than one packet, and rows that are forgotten when their caller has long been silent.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { FireflyPacket, FireflyType } from "../../wire/firefly.ts";
import { keyText, type Fact, type Machine, type StateWord } from "../machine.ts";
import type { Rule } from "../rules.ts";

export type ActivityState =
  | { readonly tag: "new" }
  | { readonly tag: "executing"; readonly sequence: number; readonly call: FireflyPacket }
  | {
      readonly tag: "retaining";
      readonly sequence: number;
      readonly result: FireflyPacket;
      readonly sends: number;
      readonly deadline: Nanos;
    }
  | { readonly tag: "settled"; readonly sequence: number };

export type ServerInput =
  | { readonly tag: "packet"; readonly packet: FireflyPacket }
  /** The procedure has ended for the call with this sequence number. */
  | { readonly tag: "done"; readonly sequence: number; readonly data: Uint8Array; readonly serverThread: number }
  | { readonly tag: "tick" };

export type ServerEffect =
  | { readonly tag: "execute"; readonly call: FireflyPacket }
  | { readonly tag: "send"; readonly packet: FireflyPacket; readonly send: number };

export interface ServerOptions {
  readonly binding: number; // this incarnation of the exporter
  readonly retransmitAfter: Nanos;
  readonly sendLimit: number;
  /** Rules that are left out; none where this is left out itself. */
  readonly without?: readonly Rule[];
}

const has = ({ without }: ServerOptions, rule: Rule): boolean => without?.includes(rule) !== true;

const NOTHING: readonly ServerEffect[] = [];
const NO_DATA = new Uint8Array(0);

type ServerStep = readonly [ActivityState, readonly ServerEffect[]];

/** The states' words, and what they mean. */
export const ACTIVITY_STATES: readonly StateWord<ActivityState["tag"]>[] = [
  { tag: "new", what: "the activity has never called" },
  { tag: "executing", what: "the procedure runs" },
  { tag: "retaining", what: "the result was sent and is kept" },
  { tag: "settled", what: "the result is forgotten; the sequence number stays" },
];

/** A row of the call table. Throws where `done` comes for a call that does not run: that is the stub's mistake. */
export function fireflyServer(options: ServerOptions): Machine<ActivityState, ServerInput, ServerEffect> {
  return {
    protocol: "Firefly server",
    states: ACTIVITY_STATES,
    start: () => ({ tag: "new" }),
    step: (state, input, now) => step(state, input, now, options),
    deadline: (state) => (state.tag === "retaining" ? state.deadline : null),
    name: ({ tag }) => tag,
    input: (input) => (input.tag === "packet" ? `${input.packet.type} packet` : input.tag),
    key: (state) => keyText({ ...state, deadline: null }),
    facts: (state) => facts(state, options),
  };
}

function step(state: ActivityState, input: ServerInput, now: Nanos, options: ServerOptions): ServerStep {
  switch (input.tag) {
    case "packet":
      return onPacket(state, input.packet, now, options);
    case "done":
      return onDone(state, input, now, options);
    case "tick":
      return onTick(state, now, options);
  }
}

function facts(state: ActivityState, { sendLimit }: ServerOptions): readonly Fact[] {
  if (state.tag === "new") return [];
  const sequence: Fact = { name: "sequence number", kind: "number", value: state.sequence };
  switch (state.tag) {
    case "executing":
      return [sequence, { name: "arguments", kind: "bytes", value: state.call.data.length }];
    case "retaining":
      return [
        sequence,
        { name: "result kept", kind: "bytes", value: state.result.data.length },
        { name: "sent", kind: "count", value: state.sends, limit: sendLimit },
        { name: "sent again at", kind: "moment", value: state.deadline },
      ];
    case "settled":
      return [sequence];
  }
}

function answer(to: FireflyPacket, type: FireflyType): ServerEffect {
  return { tag: "send", packet: { ...to, type, pleaseAck: false, data: NO_DATA }, send: 1 };
}

function onPacket(state: ActivityState, packet: FireflyPacket, now: Nanos, options: ServerOptions): ServerStep {
  const { type } = packet;
  if (type === "acknowledgement") return [settle(state, packet.sequence), NOTHING];
  if (type !== "call" && type !== "probe") return [state, NOTHING];
  const isOurs = packet.binding === options.binding || !has(options, "uniqueId");
  if (!isOurs) return [state, [answer(packet, "reject")]]; // rule 1
  if (type === "call" && isNew(state, packet, options)) {
    return [{ tag: "executing", sequence: packet.sequence, call: packet }, [{ tag: "execute", call: packet }]];
  }
  if (state.tag === "new" || packet.sequence !== state.sequence) return [state, NOTHING]; // rule 4
  return onDuplicate(state, packet, now, options);
}

/** Rules 2 and 4. Without the check of sequence numbers every call is new but the one that runs. */
function isNew(state: ActivityState, { sequence }: FireflyPacket, options: ServerOptions): boolean {
  if (state.tag === "new" || sequence > state.sequence) return true;
  return !has(options, "sequenceCheck") && (sequence < state.sequence || state.tag !== "executing");
}

function settle(state: ActivityState, sequence: number): ActivityState {
  return state.tag === "retaining" && state.sequence === sequence ? { tag: "settled", sequence } : state;
}

/** Rules 3 and 6. */
function onDuplicate(state: ActivityState, packet: FireflyPacket, now: Nanos, options: ServerOptions): ServerStep {
  if (state.tag === "executing") return [state, packet.pleaseAck ? [answer(packet, "acknowledgement")] : NOTHING];
  if (state.tag === "retaining") return sendResult(state.sequence, state.result, state.sends + 1, now, options);
  return [state, NOTHING];
}

function onDone(
  state: ActivityState,
  { sequence, data, serverThread }: Extract<ServerInput, { tag: "done" }>,
  now: Nanos,
  options: ServerOptions,
): ServerStep {
  if (state.tag !== "new" && sequence < state.sequence) return [state, NOTHING]; // rule 7
  if (state.tag !== "executing" || sequence !== state.sequence) {
    // Without these rules an old call can take the row from a newer one.
    if (!has(options, "sequenceCheck") || !has(options, "duplicateTable")) return [state, NOTHING];
    throw new Error(`The procedure of call ${sequence} ended for an activity that is ${describe(state)}.`);
  }
  const result: FireflyPacket = { ...state.call, type: "result", pleaseAck: false, serverThread, data };
  const [next, effects] = sendResult(state.sequence, result, 1, now, options);
  if (!has(options, "duplicateTable")) return [{ tag: "new" }, effects];
  return [has(options, "heldReply") ? next : { tag: "settled", sequence }, effects];
}

const describe = (state: ActivityState): string => (state.tag === "new" ? "new" : `${state.tag} ${state.sequence}`);

/** Rule 5: the first send asks for no acknowledgement, because the next call is one. */
function sendResult(
  sequence: number,
  result: FireflyPacket,
  sends: number,
  now: Nanos,
  options: ServerOptions,
): ServerStep {
  const packet = sends === 1 || !has(options, "pleaseAck") ? result : { ...result, pleaseAck: true };
  const deadline = now + options.retransmitAfter;
  return [{ tag: "retaining", sequence, result, sends, deadline }, [{ tag: "send", packet, send: sends }]];
}

function onTick(state: ActivityState, now: Nanos, options: ServerOptions): ServerStep {
  if (state.tag !== "retaining" || now < state.deadline) return [state, NOTHING];
  if (state.sends >= options.sendLimit) return [{ tag: "settled", sequence: state.sequence }, NOTHING];
  return sendResult(state.sequence, state.result, state.sends + 1, now, options);
}
