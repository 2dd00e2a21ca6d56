/** Holds the state machines that the reference draws to what the step functions do. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { AMOEBA_KINDS, type AmoebaPacket } from "../../wire/amoeba.ts";
import type { HostInput } from "../ends.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { amoebaClient, isFree } from "./client.ts";
import { LOCATE_FOR, type AmoebaEffect, type AmoebaOptions } from "./message.ts";
import { amoebaServer } from "./server.ts";
import { MACHINES } from "./states.ts";

const OPTIONS: AmoebaOptions = { fragmentBytes: 1, headBytes: 0, sweep: 0, hint: "none", without: [] };
const CLIENT = { host: 0, life: 1, channel: 1, peer: 1 };
const SERVER = { host: 1, life: 1, channel: 1, peer: 1 };
const TICKS = 4; // of ten steps

type Input = HostInput<AmoebaPacket>;

interface Drawn {
  readonly what: number;
  readonly kind: AmoebaPacket["kind"];
  readonly behind: number;
  readonly place: number;
  readonly fragments: number;
  readonly life: number;
  readonly again: boolean;
}

const drive = fc.array(
  fc.record({
    what: fc.nat(9),
    kind: fc.constantFrom(...AMOEBA_KINDS),
    behind: fc.constantFrom(0, 0, 0, 0, 1, -1),
    place: fc.nat(2),
    fragments: fc.constantFrom(1, 2),
    life: fc.constantFrom(1, 1, 1, 2),
    again: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
);

const wordOf = (effect: AmoebaEffect): string => (effect.tag === "send" ? `send ${effect.kind}` : effect.tag);

/** A packet of the transaction, or of the one before or after it. */
function packetOf({ kind, behind, fragments, place, life, again }: Drawn, call: number, source: number): AmoebaPacket {
  const at = Math.min(place, fragments - 1);
  const [number, data] = [Math.max(1, call - behind), Uint8Array.of(1)];
  return { kind, process: 1, call: number, source, life, fragments, place: at, size: fragments, again, data };
}

const waysOf = (each: (ways: Ways, steps: readonly Drawn[]) => void): Ways => {
  const ways: Ways = new Map();
  fc.assert(
    fc.property(drive, (steps) => each(ways, steps)),
    { numRuns: 1000, seed: 1 },
  );
  return ways;
};

const listed = (protocol: string): readonly string[] => {
  // A machine may be drawn in several parts.
  const drawn = MACHINES.filter((machine) => machine.protocol === protocol);
  const [first] = drawn;
  if (first === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays({ ...first, transitions: drawn.flatMap(({ transitions }) => transitions) }));
};

it("Amoeba client: lists all that the step function does, which does all that is listed", () => {
  const ways = waysOf((seen, steps) => {
    const machine = amoebaClient(OPTIONS);
    let state = machine.start(CLIENT);
    let [now, call] = [0, 0];
    const give = (input: Input): void => {
      state = stepNoted(seen, machine, { state, input, now, wordOf });
    };
    for (const drawn of steps) {
      const isCalling = isFree(state) && drawn.what > 2;
      // Another process may have found the service meanwhile.
      if (isCalling && drawn.place === 1) state = { ...state, hint: { host: 1, life: 1 } };
      if (isCalling) give({ tag: "call", call: ++call, data: new Uint8Array(drawn.fragments) });
      else if (drawn.what < TICKS && !isFree(state)) {
        now += drawn.place === 0 ? LOCATE_FOR : millis(500);
        give({ tag: "tick" });
      } else give({ tag: "packet", packet: packetOf(drawn, call, 1), call, from: 1 });
    }
  });
  for (const start of [["here"], ["here", "acknowledgement", "tick"]] as const) untilItFails(ways, start);
  expect(inLines(ways)).toEqual(listed("Amoeba client"));
});

/** A client that hears these packets, and then nothing. */
function untilItFails(ways: Ways, heard: readonly (AmoebaPacket["kind"] | "tick")[]): void {
  const machine = amoebaClient(OPTIONS);
  let state = machine.start(CLIENT);
  const rest = { what: 0, behind: 0, place: 0, fragments: 1, life: 1, again: false };
  const give = (input: Input): void => {
    state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
  };
  give({ tag: "call", call: 1, data: new Uint8Array(1) });
  for (const one of heard) {
    if (one === "tick") give({ tag: one });
    else give({ tag: "packet", packet: packetOf({ ...rest, kind: one }, 1, 1), call: 1, from: 1 });
  }
  while (!isFree(state)) give({ tag: "tick" });
}

it("Amoeba server: lists all that the step function does, which does all that is listed", () => {
  const ways = waysOf((seen, steps) => {
    const machine = amoebaServer(OPTIONS);
    let state = machine.start(SERVER);
    for (const drawn of steps) {
      const data = new Uint8Array(drawn.fragments);
      const packet: Input = { tag: "packet", packet: packetOf(drawn, state.call, 0), call: state.call, from: 0 };
      const input: Input =
        drawn.what === 0 && state.tag !== "listening" && state.tag !== "gathering"
          ? { tag: "tick" }
          : drawn.what < 3
            ? { tag: "done", work: String(state.call), data }
            : packet;
      state = stepNoted(seen, machine, { state, input, now: 0, wordOf });
    }
  });
  const machine = amoebaServer(OPTIONS);
  const packet = packetOf(
    { what: 0, kind: "request", behind: -1, place: 0, fragments: 1, life: 1, again: false },
    0,
    0,
  );
  let state = machine.start(SERVER);
  const give = (input: Input): void => {
    state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
  };
  give({ tag: "packet", packet, call: 1, from: 0 });
  give({ tag: "done", work: "1", data: new Uint8Array(1) });
  while (state.tag === "replied") give({ tag: "tick" });
  expect(inLines(ways)).toEqual(listed("Amoeba server"));
});

it("a process has one transaction at a time", () => {
  const machine = amoebaClient(OPTIONS);
  const call = { tag: "call", call: 1, data: new Uint8Array(1) } as const;
  const [busy] = machine.step(machine.start(CLIENT), call, 0);
  expect(() => machine.step(busy, { ...call, call: 2 }, 1)).toThrow("process 1 has a transaction");
});
