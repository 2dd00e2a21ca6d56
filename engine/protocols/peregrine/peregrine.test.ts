/** Peregrine RPC: the machines that the reference draws, and what holds over any schedule. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { PEREGRINE, type PeregrineKind, type PeregrinePacket } from "../../wire/peregrine.ts";
import { CALLEE, CALLER, type HostEffect, type HostInput } from "../ends.ts";
import { crashes, endingsOf, executionsOf, fatesOf, netOf, play, resultOf, WIRE } from "../testing/laws.ts";
import { inLines, listedWays, stepNoted, type Ways } from "../testing/state-machine.ts";
import { peregrineEnds } from "./ends.ts";
import { peregrineCallee, peregrineCaller } from "./peregrine.ts";
import { MACHINES } from "./states.ts";

const OPTIONS = { fragmentBytes: 1, without: [] };
const END = { life: 1, channel: 1, peer: 1 };
type Input = HostInput<PeregrinePacket>;

const drive = fc.array(
  fc.record({
    what: fc.nat(9),
    kind: fc.constantFrom<PeregrineKind>("call", "result", "acknowledgement", "reject"),
    behind: fc.constantFrom(0, 0, 0, 1, -1),
    place: fc.nat(1),
    fragments: fc.constantFrom(1, 2),
    life: fc.constantFrom(1, 1, 1, 2),
    again: fc.nat(1),
  }),
  { minLength: 20, maxLength: 80 },
);
type Drawn = (typeof drive extends fc.Arbitrary<infer Value> ? Value : never)[number];

const packetOf = ({ kind, behind, place, fragments, life, again }: Drawn, call: number): PeregrinePacket => ({
  kind,
  thread: 1,
  life,
  call: Math.max(1, call - behind),
  fragments,
  place: Math.min(place, fragments - 1),
  again,
  data: Uint8Array.of(1),
});
const wordOf = (effect: HostEffect<PeregrinePacket>): string =>
  effect.tag === "send" ? `send ${effect.kind}` : effect.tag;
const listed = (protocol: string): readonly string[] => {
  const found = MACHINES.find((machine) => machine.protocol === protocol);
  if (found === undefined) throw new Error(`There is no ${protocol}.`);
  return inLines(listedWays(found));
};

describe("the tables list all that the step functions do, and these do all that is listed", () => {
  it("of the caller", () => {
    const ways: Ways = new Map();
    const machine = peregrineCaller(OPTIONS);
    const play = (steps: readonly (Drawn | "tick")[]): void => {
      let [state, call] = [machine.start({ ...END, host: CALLER }), 0];
      const give = (input: Input): void => {
        state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
      };
      for (const drawn of steps) {
        if (drawn === "tick") give({ tag: "tick" });
        else if (state.tag === "idle" && drawn.what > 2) {
          give({ tag: "call", call: ++call, data: new Uint8Array(drawn.fragments) });
        } else if (drawn.what < 4 && state.tag !== "idle") give({ tag: "tick" });
        else give({ tag: "packet", packet: packetOf(drawn, call), call, from: 1 });
      }
    };
    fc.assert(fc.property(drive, play), { numRuns: 500, seed: 1 });
    const begins = { what: 9, kind: "call", behind: 0, place: 0, fragments: 1, life: 1, again: 0 } as const;
    play([begins, ...Array.from({ length: 10 }, () => "tick" as const)]);
    expect(inLines(ways)).toEqual(listed("Peregrine caller"));
  });

  it("of the callee", () => {
    const ways: Ways = new Map();
    const machine = peregrineCallee(OPTIONS);
    fc.assert(
      fc.property(drive, (steps) => {
        let state = machine.start({ ...END, host: CALLEE });
        for (const drawn of steps) {
          const { call } = state;
          const input: Input =
            drawn.what < 3
              ? { tag: "done", work: String(call), data: new Uint8Array(drawn.fragments) }
              : { tag: "packet", packet: packetOf(drawn, call), call, from: 0 };
          state = stepNoted(ways, machine, { state, input, now: 0, wordOf });
        }
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(inLines(ways)).toEqual(listed("Peregrine callee"));
  });
});

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 40 }).map(fatesOf(3000)),
  runs: fc.array(fc.constantFrom(WIRE, millis(1300), seconds(13)), { maxLength: 3 }),
  sizes: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }), // a call each
  crash: fc.option(fc.record({ host: fc.constantFrom(CALLER, CALLEE), at: fc.nat(900), down: fc.nat(5000) })),
});

describe("a call of Peregrine RPC", () => {
  it("ends, runs once at most, and returns its own result", () => {
    fc.assert(
      fc.property(schedule, ({ sizes, crash, ...fortune }) => {
        const disturb = crash === null ? undefined : crashes(crash.host, crash.at, crash.down);
        const run = play(netOf(peregrineEnds(OPTIONS), fortune), { sizes, longest: seconds(100) }, disturb);
        for (const [i, bytes] of sizes.entries()) {
          const call = i + 1;
          const ended = endingsOf(run).filter((ending) => ending.call === call);
          expect(executionsOf(run, call).length).toBeLessThanOrEqual(1);
          if (crash?.host !== CALLER || i > 0) expect(ended).toHaveLength(1);
          const [end] = ended;
          if (end?.tag !== "returned") continue;
          expect(executionsOf(run, call)).toHaveLength(1);
          expect([...end.data]).toEqual(resultOf(call, bytes));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is written and read as bytes", () => {
    const packet = packetOf({ what: 0, kind: "result", behind: 0, place: 1, fragments: 2, life: 1, again: 1 }, 4);
    expect(PEREGRINE.read(PEREGRINE.write(packet))).toEqual(packet);
  });
});
