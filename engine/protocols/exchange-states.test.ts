/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis } from "../kernel/time.ts";
import { FIREFLY_TYPES } from "../wire/firefly.ts";
import { MACHINES as FIREFLY_MACHINES } from "./firefly/states.ts";
import type { Machine } from "./machine.ts";
import type { StateMachine } from "./state-machine.ts";
import { inLines, listedWays, stepNoted, type Ways } from "./testing/state-machine.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "./cedar/callee-state.ts";
import type { CallerEffect, CallerInput, CallerState } from "./cedar/caller.ts";
import { CEDAR_FLAVOUR, type Change } from "./cedar/flavour.ts";
import { FIREFLY_FLAVOUR } from "./firefly/flavour.ts";
import { EXCHANGE_TYPES, type ExchangePacket, type ExchangeType } from "./cedar/packet.ts";
import { MACHINES as CEDAR_MACHINES } from "./cedar/states.ts";

interface Drawn {
  readonly what: number; // a packet, a tick, or what the program does
  readonly type: number;
  readonly ahead: number; // of the state's own sequence number
  readonly number: number; // of the packet
  readonly isLast: boolean;
  readonly pleaseAck: boolean;
  readonly binding: number;
  readonly bytes: number;
  readonly wait: number;
}

const drive = fc.array(
  fc.record({
    what: fc.nat(9),
    type: fc.nat(EXCHANGE_TYPES.length - 1),
    ahead: fc.constantFrom(-1, 0, 0, 0, 1),
    number: fc.nat(3),
    isLast: fc.boolean(),
    pleaseAck: fc.boolean(),
    binding: fc.constantFrom(1, 1, 1, 2),
    bytes: fc.constantFrom(0, 0, 2, 5),
    wait: fc.constantFrom(0, 0, 1, 5, 50, 700, 20_000, 400_000),
  }),
  { minLength: 40, maxLength: 90 },
);

/** A system's machines, and the packets and programs that it has. */
interface Subject {
  readonly machines: readonly StateMachine[];
  readonly flavour: typeof CEDAR_FLAVOUR;
  readonly change: Change;
  readonly types: readonly ExchangeType[];
}
const CEDAR: Subject = {
  machines: CEDAR_MACHINES,
  flavour: CEDAR_FLAVOUR,
  change: { packetBytes: 2 },
  types: EXCHANGE_TYPES,
};
const FIREFLY: Subject = {
  machines: FIREFLY_MACHINES,
  flavour: FIREFLY_FLAVOUR,
  change: { packetBytes: 2, sendLimit: 4 }, // ten ticks in a row are too rare for this test
  types: FIREFLY_TYPES,
};

const ACTIVITY = { machine: 1, space: 1, thread: 1 };

function packetOf(drawn: Drawn, sequence: number, types: readonly ExchangeType[]): ExchangePacket {
  const type = types[drawn.type % types.length] ?? "call";
  return {
    type,
    pleaseAck: drawn.pleaseAck,
    binding: drawn.binding,
    lastFragment: drawn.isLast || type === "exception" || type === "resume" || type === "unwind",
    fragment: drawn.number,
    activity: ACTIVITY,
    ...(types === FIREFLY_TYPES ? {} : { conversation: 1 }),
    sequence: Math.max(0, sequence + drawn.ahead),
    serverSpace: 1,
    serverThread: 1,
    interface: 1,
    procedure: 1,
    data: new Uint8Array(Math.min(drawn.bytes, 2)),
  };
}

function callerInput(state: CallerState, drawn: Drawn, { types }: Subject): CallerInput {
  if (drawn.what < 6) return { tag: "packet", packet: packetOf(drawn, state.sequence, types) };
  const data = new Uint8Array(drawn.bytes);
  const call = { serverSpace: 1, interface: 1, binding: 1, procedure: 1, data };
  if (drawn.what < 9 && state.tag === "idle") return { tag: "start", call };
  if (drawn.what < 8 && state.tag === "handling") return { tag: "resume", data: new Uint8Array(0) };
  if (drawn.what < 9 && state.tag === "handling") return { tag: "unwind", data: new Uint8Array(0) };
  return { tag: "tick" };
}

function calleeInput(state: ActivityState, drawn: Drawn, { types }: Subject): CalleeInput {
  const sequence = state.tag === "new" ? 0 : state.sequence;
  if (drawn.what < 6) return { tag: "packet", packet: packetOf(drawn, sequence, types) };
  if (drawn.what === 9 || state.tag !== "executing") return { tag: "tick" };
  const isRaised = types !== FIREFLY_TYPES && drawn.what === 8;
  const data = new Uint8Array(isRaised ? 0 : drawn.bytes);
  const conversation = types === FIREFLY_TYPES ? {} : { conversation: 1 };
  return { tag: isRaised ? "raise" : "done", ...conversation, sequence, data, serverThread: 1 };
}

const wordOf = (effect: CallerEffect | CalleeEffect): string =>
  effect.tag === "send" ? `send ${effect.packet.type}` : effect.tag;

/** A machine whose packets go by their type alone, as the tables call them. */
const inShort = <State, Input, Effect, Identity>(
  machine: Machine<State, Input, Effect, Identity>,
): Machine<State, Input, Effect, Identity> => ({
  ...machine,
  input: (input) => machine.input(input).replace(" packet", ""),
});

function seenWays(subject: Subject): readonly [Ways, Ways] {
  const pair = subject.flavour.pair(subject.change);
  const [caller, callee] = [inShort(pair.caller), inShort(pair.callee(1))];
  const [ofCaller, ofCallee]: readonly [Ways, Ways] = [new Map(), new Map()];
  const run = (events: readonly Drawn[]): void => {
    let at = caller.start({ activity: ACTIVITY, ...(subject === CEDAR ? { conversation: 1 } : {}) });
    let row = callee.start();
    let now = 0;
    for (const drawn of events) {
      now += millis(drawn.wait);
      at = stepNoted(ofCaller, caller, { state: at, input: callerInput(at, drawn, subject), now, wordOf });
      row = stepNoted(ofCallee, callee, { state: row, input: calleeInput(row, drawn, subject), now, wordOf });
    }
  };
  fc.assert(fc.property(drive, run), { numRuns: 1500, seed: 1 });
  return [ofCaller, ofCallee];
}

describe.each([
  ["Cedar", CEDAR],
  ["Firefly", FIREFLY],
])("the state machines of %s", (_name, subject) => {
  it("list all that the step functions do, and the step functions do all that is listed", () => {
    const seen = seenWays(subject);
    for (const [ends, ways] of [
      ["caller", seen[0]],
      ["callee|server", seen[1]],
    ] as const) {
      // A machine may be drawn in several parts.
      const drawn = subject.machines.filter(({ protocol }) => new RegExp(ends).test(protocol));
      const transitions = drawn.flatMap((machine) => machine.transitions);
      const [first] = drawn;
      if (first === undefined) throw new Error(`There is no machine of the ${ends}.`);
      expect(inLines(ways), ends).toEqual(inLines(listedWays({ ...first, transitions })));
    }
  });
});
