/** Places of handles in runs of many systems: what they mean can be run, and what was held stands where it was left. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScript } from "../../../engine/faults/index.ts";
import { readParameters } from "../../../engine/experiments/parameters.ts";
import { entryOf, fateOf, originOf, timeAt } from "../../../engine/kernel/reads.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { callStretch } from "../../trace/folds.ts";
import { machineEvents } from "../../trace/machine-events.ts";
import { rowOfPacket } from "../../trace/packet-facts.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Fineness, Handle, Held, HandleKind, Meaning } from "./handle.ts";
import { meaningOf } from "./meaning.ts";
import { placeOf } from "../../../engine/experiments/stretched.ts";
import { pulledOf } from "./parameters.ts";
import { finenessOf, handleIn, handlesIn, runOf, setupFor } from "./testing.ts";

interface Case {
  readonly name: string;
  readonly setup: Setup;
  /** The call that is shown; 0 for the whole run. */
  readonly call: number;
}

const of = (name: string, set: Setup["parameters"] = {}, faults: readonly string[] = [], call = 1): Case => ({
  name: [name, ...faults, ...(call === 0 ? ["the whole run"] : [])].join(", "),
  setup: setupFor(name, set, faults),
  call,
});

const CASES: readonly Case[] = [
  of("cedar/call", { calls: 2 }),
  of("cedar/call", { calls: 2, serverMs: 20 }, ["duplicate call#1 by 2ms", "crash server at 60ms"]),
  of("cedar/call", { calls: 2, serverMs: 5, load: 0 }, ["crash server at 2ms", "restart server at 9ms"]),
  of("cedar/call", { calls: 1, load: 0, binding: "type" }, [], 0),
  of("cedar/call", { calls: 2, load: 0, binding: "type" }, ["crash server at 2ms", "restart server at 9ms"], 0),
  of("firefly/null", { calls: 2 }),
  of("sun-rpc/call", { iterations: 2 }, ["delay call#1 by 8ms"]),
  of("written/call", {}, ["drop call#1"]),
  of("amoeba/call", { calls: 2, serverMs: 3 }, ["reorder request#1"]),
  of("sprite/call", { calls: 2, serverMs: 3 }),
  of("today/call", { calls: 2 }),
  of("today/hedge", { calls: 2 }),
  of("machine/call", { calls: 2, serverMs: 2 }, ["corrupt call#1"]),
  of("many/call", { callees: 3 }),
  of("many/call", { callees: 3, way: "v-group" }),
  of("multirpc/call", { servers: 3, trials: 1 }),
  of("flexrpc/p2p-probe"),
  of("flexrpc/multicast", { callees: 3, argumentBytes: 100, resultBytes: 100, slowCallee: 3 }),
];

interface World extends Case {
  readonly run: Run;
  readonly handles: readonly Handle[];
  readonly fine: Fineness;
  /** Where the shown call begins. */
  readonly begin: number;
}

const WORLDS = CASES.map(({ name, setup, call }): World => {
  const run = runOf(setup);
  const { from: begin, to: end } = callStretch(run.trace, call);
  return {
    name,
    setup,
    call,
    run,
    handles: handlesIn(setup, run, call),
    fine: { ...finenessOf(end - begin), end },
    begin,
  };
});

const ZONES: readonly Held["zone"][] = ["ground", "middle", "lift", "out"];

/** A handle of the world, and a place that a pointer can have. */
const placeIn = ({ handles, fine, begin }: World) =>
  fc
    .record({
      key: fc.constantFrom(...handles.map(({ key }) => key)),
      zone: fc.constantFrom(...ZONES),
      share: fc.double({ min: -0.1, max: 1.3, noNaN: true }),
      reach: fc.constantFrom(0, fine.grain * 20),
    })
    .map(({ key, zone, share, reach }) => {
      const held: Held = { at: begin + share * (fine.end - begin), zone };
      return { key, held, fine: { ...fine, reach } };
    });

const RUNS = 60;
/** Of a sum of places, in nanoseconds. */
const ROUNDING = 1;

describe.each(WORLDS)("$name", (world) => {
  const { setup, handles, fine } = world;

  it("gives a setup that script and tables accept, and the same one for the same place", () => {
    const { params, packetKinds: kinds } = experimentOf(setup);
    fc.assert(
      fc.property(placeIn(world), ({ key, held, fine: fineness }) => {
        const handle = handleIn(handles, key);
        const meaning = meaningOf(handle, held, setup, fineness);
        expect(parseScript(meaning.setup.faults, { kinds })).toHaveLength(meaning.setup.faults.length);
        const texts = Object.fromEntries(
          Object.entries(meaning.setup.parameters).map(([key, value]) => [key, `${value}`]),
        );
        expect(readParameters(experimentOf(setup), texts).problems).toEqual([]);
        expect(Object.keys(meaning.setup.parameters)).toEqual(Object.keys(params));
        expect(meaningOf(handle, held, setup, fineness)).toEqual(meaning);
        expect(meaning.line === "").toBe(meaning.setup === setup);
      }),
      { numRuns: RUNS },
    );
  });

  it("means no change where the thing stands", () => {
    for (const handle of handles) {
      const { setup: same, line, refused } = meaningOf(handle, { at: handle.to, zone: handle.rest }, setup, fine);
      expect([same, line, refused], handle.key).toEqual([setup, "", null]);
    }
  });

  it("names each thing once, in order of time", () => {
    expect(new Set(handles.map(({ key }) => key)).size).toBe(handles.length);
    expect(handles.map(({ to }) => to)).toEqual(handles.map(({ to }) => to).toSorted((a, b) => a - b));
  });

  it("has at most five snaps for a thing, each with its reason", () => {
    for (const { snaps, key } of handles) {
      expect(snaps.length, key).toBeLessThanOrEqual(5);
      for (const { at, words } of snaps) expect([Number.isFinite(at), words !== ""], key).toEqual([true, true]);
    }
  });
});

/** Other traffic, interrupts and a token in a ring come between, by so many grains. */
const NEAR = 8;

interface Thing {
  readonly world: World;
  readonly handle: Handle;
}

/** The things of some kinds that stand somewhere in the worlds, by names that a failure can print. */
const thingsOf = (...kinds: readonly HandleKind[]): ReadonlyMap<string, Thing> =>
  new Map(
    WORLDS.flatMap((world) =>
      world.handles
        .filter(({ kind }) => kinds.includes(kind))
        .map((handle): [string, Thing] => [`${world.name}: ${handle.key}`, { world, handle }]),
    ),
  );

/** Lets go of a thing at a share of the call, and runs what it means. */
function leftAt({ setup, fine, begin }: World, handle: Handle, share: number, zone: Held["zone"]) {
  const at = begin + share * (fine.end - begin);
  const meaning = meaningOf(handle, { at, zone }, setup, fine);
  return { at, meaning, run: runOf(meaning.setup) };
}

const sharesOf = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });

const each = (
  things: ReadonlyMap<string, Thing>,
  shares: fc.Arbitrary<number>,
  check: (thing: Thing, share: number) => void,
): void =>
  fc.assert(
    fc.property(fc.constantFrom(...things.keys()), shares, (name, share) =>
      check(entryOf(things, name, "thing"), share),
    ),
    { numRuns: RUNS },
  );

const hasCrash = ({ faults }: Setup): boolean => faults.some((line) => line.startsWith("crash"));

/** How far the end of a thing moves with one step of its parameter. */
function oneStep(handle: Handle, setup: Setup): number {
  const pulled = pulledOf(handle, setup);
  if (pulled?.param.kind !== "number") return Infinity; // a choice jumps
  const { param, now, to } = pulled;
  const places = [now - param.step, now + param.step].map((value) => placeOf(pulled, Math.max(param.min, value)));
  return Math.max(...places.map((place) => Math.abs(place - to)));
}

const isTold = ({ line, refused }: Meaning): boolean => line !== "" && refused === null;

describe("what was left somewhere stands there in the run of it", () => {
  it("a packet on the ground is lost", () => {
    each(thingsOf("packet"), sharesOf(0, 1), ({ world, handle }, share) => {
      const { run } = leftAt(world, handle, share, "ground");
      if (handle.sets.tag !== "packet") throw new Error("a packet sets no packet");
      const row = rowOfPacket(run.trace, handle.sets.packet);
      expect(fateOf(run.trace, row)).toBe("lost");
      expect(run.unusedFaults).not.toContain(`drop ${handle.name}`);
    });
  });

  it("a packet that is late arrives where the pointer was", () => {
    each(thingsOf("packet"), sharesOf(0, 1.5), ({ world, handle }, share) => {
      const { run, meaning, at } = leftAt(world, handle, share, "middle");
      if (handle.sets.tag !== "packet" || !meaning.line.startsWith("delay")) return;
      const row = rowOfPacket(run.trace, handle.sets.packet);
      expect(Math.abs(timeAt(run.trace.packets.arrives, row) - at)).toBeLessThanOrEqual(world.fine.grain + ROUNDING);
    });
  });

  it("a copy arrives where the pointer was, unless its medium is busy", () => {
    each(thingsOf("packet", "copy"), sharesOf(0, 1.5), ({ world, handle }, share) => {
      const { run, meaning, at } = leftAt(world, handle, share, "lift");
      if (handle.sets.tag !== "packet" || !isTold(meaning) || at < handle.sets.behind) return;
      const { trace } = run;
      const copies = [...Array(trace.packets.count).keys()].filter((row) => originOf(trace, row) === "duplicate");
      expect(copies).not.toHaveLength(0);
      const near = Math.min(...copies.map((row) => Math.abs(timeAt(trace.packets.arrives, row) - at)));
      expect(near).toBeLessThanOrEqual(world.fine.grain + 0.3 * (world.fine.end - world.begin));
    });
  });

  it("a machine crashes and restarts where it was left", () => {
    each(thingsOf("edge", "crash", "restart"), sharesOf(0, 1), ({ world, handle }, share) => {
      const { run, meaning, at } = leftAt(world, handle, share, "middle");
      if (!isTold(meaning) || meaning.line.startsWith("no ")) return;
      const what = handle.kind === "restart" ? "restart" : "crash";
      const near = (machineEvents(run.trace).get(handle.machine) ?? []).filter((event) => event.what === what);
      const far = Math.min(Infinity, ...near.map((event) => Math.abs(event.at - at)));
      if (far !== Infinity) expect(far).toBeLessThanOrEqual(world.fine.grain + ROUNDING);
    });
  });

  it("the end of a timer, a bar or a wire stands as near as its table allows", () => {
    each(thingsOf("timer", "bar", "wire"), sharesOf(0.05, 1.5), ({ world, handle }, share) => {
      const { run, meaning, at } = leftAt(world, handle, share, "middle");
      if (!isTold(meaning)) return;
      const moved = handlesIn(meaning.setup, run, world.call).find(({ key }) => key === handle.key);
      if (moved === undefined || hasCrash(meaning.setup)) return; // a crash ends longer work
      const offset = callStretch(run.trace, world.call).from - world.begin;
      const far = Math.abs(moved.to - offset - at);
      // A nanosecond more: the run rounds to whole ones.
      expect(far).toBeLessThanOrEqual(world.fine.grain * NEAR + oneStep(moved, meaning.setup) + 1);
    });
  });
});

describe("a line for one thing", () => {
  it("takes the place of what names the thing, and of nothing else", () => {
    const faults = ["drop result#1", "delay call#1 by 5ms", "lose 1% of packets", "crash server at 90ms"];
    const setup = setupFor("cedar/call", { calls: 2 }, faults);
    const run = runOf(setup);
    const call = handleIn(handlesIn(setup, run), "packet call#1");
    const fine = finenessOf(40e6);
    const at = (by: number): Held["at"] => (call.sets.tag === "packet" ? call.sets.undelayed : 0) + by;
    const left = (held: Held): readonly string[] => meaningOf(call, held, setup, fine).setup.faults;
    expect(left({ at: at(0), zone: "ground" })).toEqual(faults.with(1, "drop call#1"));
    expect(left({ at: at(7.04e6), zone: "middle" })).toEqual(faults.with(1, "delay call#1 by 7ms"));
    expect(left({ at: at(0.2e6), zone: "middle" })).toEqual(faults.toSpliced(1, 1));
    expect(left({ at: at(2e6), zone: "lift" })).toHaveLength(5);
  });

  it("says why a packet cannot come earlier, and where a parameter ends", () => {
    const setup = setupFor("written/call", {}, ["drop call#1"]);
    const handles = handlesIn(setup);
    const fine = finenessOf(40e6);
    const late = handleIn(handles, "packet result#1");
    expect(meaningOf(late, { at: late.to - 3e6, zone: "middle" }, setup, fine)).toMatchObject({
      setup,
      refused: "result#1 cannot arrive earlier.",
    });
    const timer = handleIn(handles, "timer retryMs 0");
    expect(meaningOf(timer, { at: 14.3e6, zone: "middle" }, setup, fine).line).toBe("timer 20 → 14 ms");
    expect(meaningOf(timer, { at: 1e6, zone: "middle" }, setup, fine)).toMatchObject({
      line: "timer 20 → 5 ms",
      refused: "The least is 5 ms.",
    });
  });

  it("keeps the order of a machine that crashes twice", () => {
    const { setup } = of("cedar/call", { calls: 1, serverMs: 5, load: 0 }, [
      "crash server at 2ms",
      "restart server at 3ms",
      "crash server at 4ms",
    ]);
    const fine = { ...finenessOf(20e6), end: 20e6 };
    const moved = (kind: HandleKind, from: number, at: number): Meaning => {
      const handle = handlesIn(setup, runOf(setup)).find((one) => one.kind === kind && one.from === from);
      if (handle === undefined) throw new Error(`no ${kind} at ${from}`);
      return meaningOf(handle, { at, zone: "middle" }, setup, fine);
    };
    expect(moved("restart", 2e6, 9e6).setup.faults[1]).toBe("restart server at 3.999999ms");
    expect(moved("crash", 4e6, 1e6).setup.faults[2]).toBe("crash server at 3.000001ms");
    expect(moved("crash", 2e6, 9e6)).toMatchObject({ refused: "The server crashes before it restarts." });
  });

  it("stays at a snap, with its reason", () => {
    const setup = setupFor("written/call", { serverMs: 30 });
    const timer = handleIn(handlesIn(setup), "timer retryMs 0");
    const meaning = meaningOf(timer, { at: 31.4e6, zone: "middle" }, setup, finenessOf(40e6, 1e6));
    expect(meaning).toMatchObject({ line: "timer 20 → 32 ms", snap: { words: "just after the result has come" } });
  });
});
