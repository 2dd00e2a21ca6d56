/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { FIREFLY_TYPES, type FireflyPacket } from "../../wire/firefly.ts";
import { fireflyCaller, type CallerInput, type CallerState } from "./caller.ts";
import { fireflyServer, type ActivityState, type ServerInput } from "./server.ts";
import { linesOf } from "../testing/state-machine.ts";
import { CALLER_MACHINE, SERVER_MACHINE } from "./states.ts";

const OPTIONS = { retransmitAfter: millis(600), sendLimit: 3, longestProbeInterval: seconds(10), binding: 1 };
const CALLER = fireflyCaller(OPTIONS);
const SERVER = fireflyServer(OPTIONS);
const NO_DATA = new Uint8Array(0);

/** One thing that was done: from, to, on what, with which outputs. */
interface Seen {
  readonly from: string;
  readonly to: string;
  readonly on: string;
  readonly gives: readonly string[];
  readonly asked: boolean; // the packet asked for an acknowledgement
}

interface Effect {
  readonly tag: string;
  readonly packet?: FireflyPacket;
}

const words = (effects: readonly Effect[]): readonly string[] =>
  effects.map(({ tag, packet }) => (packet === undefined ? tag : `${tag} ${packet.type}`));

const packet = fc.record({
  type: fc.constantFrom(...FIREFLY_TYPES),
  pleaseAck: fc.boolean(),
  ahead: fc.integer({ min: -1, max: 1 }), // of the state's own sequence number
  binding: fc.constantFrom(1, 1, 1, 2),
});
type Drawn = {
  readonly type: FireflyPacket["type"];
  readonly pleaseAck: boolean;
  readonly ahead: number;
  readonly binding: number;
};
const event = fc.oneof(
  { weight: 3, arbitrary: packet },
  { weight: 2, arbitrary: fc.constant("tick" as const) },
  { weight: 2, arbitrary: fc.constant("own" as const) }, // what only the stub does: start a call, end a procedure
);
const drive = fc.array(fc.tuple(event, fc.constantFrom(0, 1, 700, 20_000)), { minLength: 60, maxLength: 120 });
type Drive = readonly (readonly [Drawn | "tick" | "own", number])[];

const packetOf = ({ type, pleaseAck, ahead, binding }: Drawn, sequence: number): FireflyPacket => ({
  type,
  pleaseAck,
  binding,
  lastFragment: true,
  fragment: 0,
  activity: { machine: 1, space: 1, thread: 1 },
  sequence: Math.max(0, sequence + ahead),
  serverSpace: 1,
  serverThread: 1,
  interface: 1,
  procedure: 1,
  data: NO_DATA,
});

function driveCaller(events: Drive): Seen[] {
  const seen: Seen[] = [];
  let state: CallerState = CALLER.start({ machine: 1, space: 1, thread: 1 });
  let now: Nanos = 0;
  for (const [what, wait] of events) {
    now += millis(wait);
    if (what === "own" && state.tag !== "idle") continue;
    const call = { serverSpace: 1, interface: 1, binding: 1, procedure: 1, data: NO_DATA };
    const input: CallerInput =
      what === "own"
        ? { tag: "start", call }
        : what === "tick"
          ? { tag: "tick" }
          : { tag: "packet", packet: packetOf(what, state.sequence) };
    const [after, effects] = CALLER.step(state, input, now);
    record(seen, state, after, input, effects);
    state = after;
  }
  return seen;
}

function driveServer(events: Drive): Seen[] {
  const seen: Seen[] = [];
  let state: ActivityState = SERVER.start();
  let now: Nanos = 0;
  for (const [what, wait] of events) {
    now += millis(wait);
    if (what === "own" && state.tag !== "executing") continue;
    const sequence = state.tag === "new" ? 0 : state.sequence;
    const input: ServerInput =
      what === "own"
        ? { tag: "done", sequence, data: NO_DATA, serverThread: 1 }
        : what === "tick"
          ? { tag: "tick" }
          : { tag: "packet", packet: packetOf(what, sequence) };
    const [after, effects] = SERVER.step(state, input, now);
    record(seen, state, after, input, effects);
    state = after;
  }
  return seen;
}

/** Notes a step that did anything at all. */
function record(
  seen: Seen[],
  before: { tag: string },
  after: { tag: string },
  input: CallerInput | ServerInput,
  effects: readonly Effect[],
): void {
  if (after === before && effects.length === 0) return;
  const on = input.tag === "packet" ? input.packet.type : input.tag;
  const asked = input.tag === "packet" && input.packet.pleaseAck;
  seen.push({ from: before.tag, to: after.tag, on, gives: words(effects), asked });
}

const lineOf = ({ from, on, to, gives }: Seen): string => [from, on, to, ...gives].join(" ");

describe.each([
  { name: "the caller", machine: CALLER_MACHINE, run: driveCaller },
  { name: "the server", machine: SERVER_MACHINE, run: driveServer },
])("the state machine of $name", ({ machine, run }) => {
  it("lists all that the step function does, and the step function does all that is listed", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(drive, (events) => {
        for (const step of run(events)) {
          seen.add(lineOf(step));
        }
      }),
      { numRuns: 600, seed: 1 },
    );
    expect([...seen].sort()).toEqual([...new Set(linesOf(machine))].sort());
  });

  it("gives what is given besides only to a packet that asks for it", () => {
    const besides = new Set(machine.transitions.flatMap(({ asked = "" }) => asked).filter((word) => word !== ""));
    fc.assert(
      fc.property(drive, (events) => {
        for (const { gives, asked } of run(events))
          if (gives.length > 1) {
            expect(asked).toBe(true);
            expect([...besides]).toContain(gives[1]);
          }
      }),
      { seed: 1 },
    );
  });
});
