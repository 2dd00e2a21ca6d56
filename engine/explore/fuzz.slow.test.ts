/**
 * Twenty thousand random runs with random faults, as `fuzz-cases.ts` numbers them. `npm run audit` makes all of them,
 * `npm test` one in 167, as many of each experiment. A case that fails is shown as a command, with only the faults that
 * it takes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FaultError, PACKET_KINDS } from "../faults/index.ts";
import { executionsIn } from "../experiments/call-facts.ts";
import { Simulation } from "../kernel/simulation.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { itemAt } from "../kernel/items.ts";
import { tally } from "../kernel/tally.ts";
import type { ProcedureWords } from "../protocols/ends.ts";
import { brokenLaws } from "../systems/testing.ts";
import { EXPLORABLES } from "../experiments/all-explorables.ts";
import { explorables as echo } from "../experiments/echo-fixture/explore.ts";
import { fuzzCase, type FuzzCase } from "../experiments/fuzz-cases.ts";
import { familyOf } from "../experiments/family.ts";
import { shownBy } from "../experiments/shown.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import { LEFT_OUT } from "../experiments/parameters.ts";
import { runOf } from "../experiments/testing.ts";
import type { Experiment, ParamValues, Run } from "../experiments/types.ts";

const CASES = 20_000;
const STRIDE = process.env["ROUNDTRIP_EVERY"] === "1" ? 1 : 167;
const PLAYED = Math.ceil(CASES / STRIDE);
/** All cases take a quarter of an hour, and longer on a busy machine. */
const PATIENCE_MS = 2 * 60 * 60 * 1000;
/** After so many cases a line says how far it is. */
const TELL_EVERY = 2000;
/** An event more is a run that would not end: the longest of all cases takes a third of them. */
const MOST_EVENTS = 6_000_000;

/**
 * A blocking read, a client without time-outs, one whose TCP never asks, and those that write one row, wait for ever
 * for what does not come: that is what they are for.
 */
const mayHang = (experiment: string, { waiting, timeouts, keepAlive }: ParamValues): boolean =>
  waiting === "block" || timeouts === "off" || keepAlive === "off" || experiment === "services/contention";

/** How a trace of the experiment shows that a call is executed; null where its protocol may execute a call again. */
function procedureOf(experiment: string, parameters: ParamValues): ProcedureWords | null {
  const shown = shownBy({ experiment, parameters }, [...EXPLORABLES, ...echo]);
  if (shown === null) {
    const folder = `engine/experiments/${familyOf(experiment)}`;
    throw new Error(
      `${experiment}: nothing says which step is the procedure. Write ${folder}/explore.ts (explorable.ts).`,
    );
  }
  return shown.promises.includes("once") ? shown.procedure : null;
}

/** Executions by machine and call: `server2, call 1`. A question about a name belongs to no call. */
function executionsOf(trace: TraceData, procedure: ProcedureWords | null): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  if (procedure === null) return times;
  for (const { call, machine } of executionsIn(trace, procedure)) {
    const key = `${machine}, call ${call}`;
    if (call > 0) tally(times, key);
  }
  return times;
}

let events = 0;

interface Played {
  /** What is wrong, a line each. */
  readonly wrong: readonly string[];
  readonly unmet: number; // faults
}

/** A script that the experiment refuses, because the program must run, is no mistake: it is none of its cases. */
function played({ experiment, parameters, seed, faults }: FuzzCase): Played {
  events = 0;
  try {
    const run = experiment.run(parameters, seed, faults, { keep: "all" });
    const wrong = [...mistakesIn(run), ...strangersIn(run, experiment), ...oddMeasures(run)];
    return { wrong, unmet: run.unusedFaults.length };
  } catch (error) {
    if (error instanceof FaultError) return { wrong: [], unmet: faults.length };
    return { wrong: [error instanceof Error ? error.message : String(error)], unmet: 0 };
  }
}

/** A run that leaves out a rule of its protocol may execute a call twice: that is what the rule is for. */
function mistakesIn({ experiment, parameters, trace, elapsedNs, resources }: Run): readonly string[] {
  // Experiments without such a parameter leave out none.
  const isWhole = (parameters[LEFT_OUT] ?? "none") === "none" && (parameters["rules"] ?? "book") === "book";
  const promisesOnce = isWhole && EXPLORABLE.includes(experiment); // others try again by design

  const executed = promisesOnce ? executionsOf(trace, procedureOf(experiment, parameters)) : new Map<string, number>();
  const twice = [...executed].flatMap(([what, times]) => (times > 1 ? [`${what} was executed ${times} times`] : []));
  const broken = brokenLaws({ trace, elapsed: elapsedNs, resources: new Map(Object.entries(resources)) });
  const hangs = mayHang(experiment, parameters);
  return [...twice, ...broken.filter((law) => !hangs || !law.endsWith("has not ended"))];
}

/** Kinds of packets that a fault could name and the experiment does not. */
const strangersIn = ({ trace }: Run, { packetKinds }: Experiment): readonly string[] =>
  PACKET_KINDS.filter((kind) => trace.packetKinds.includes(kind) && !packetKinds.includes(kind)).map(
    (kind) => `a ${kind} packet is sent, which packetKinds does not name`,
  );

/** A load may be more than a whole; the others with this unit are parts of one. */
const LOADS: ReadonlySet<string> = new Set(["stormLoad"]);
/** Times that so many of a hundred calls do not pass, in this order. */
const SHARES = ["p50Ms", "p90Ms", "p99Ms", "p999Ms", "maxMs"];

/** Measures below nothing, shares above a whole, and percentiles out of order. */
function oddMeasures({ measures }: Run): readonly string[] {
  const numbers = Object.entries(measures).flatMap(([name, { value, unit }]) =>
    typeof value === "number" ? [{ name, value, unit }] : [],
  );
  const odd = numbers.filter(
    ({ name, value, unit }) => !(value >= 0) || (unit === "%" && value > 100 + 1e-6 && !LOADS.has(name)),
  );
  const percentiles = SHARES.flatMap((share) => numbers.filter(({ name }) => name === share));
  const inOrder = percentiles.every(({ value }, i) => i === 0 || value >= itemAt(percentiles, i - 1, "share").value);
  return [
    ...odd.map(({ name, value, unit }) => `${name} is ${value} ${unit}`),
    ...(inOrder ? [] : [`percentiles are out of order: ${percentiles.map(({ value }) => value).join(", ")}`]),
  ];
}

/** The case without the faults that it does not take to go wrong. */
function reduced(given: FuzzCase): FuzzCase {
  return given.faults.reduce((left, line) => {
    const less = { ...left, faults: left.faults.filter((other) => other !== line) };
    return played(less).wrong.length > 0 ? less : left;
  }, given);
}

function commandOf({ experiment, parameters, seed, faults }: FuzzCase): string {
  const changed = Object.entries(parameters).filter(([name, value]) => experiment.params[name]?.default !== value);
  const set = changed.map(([name, value]) => `--set ${name}=${value}`);
  return ["lab run", experiment.id, ...set, `--seed ${seed}`, ...faults.map((line) => `--fault "${line}"`)].join(" ");
}

describe("random runs with random faults", () => {
  // By hand: a spy would keep every simulation that it was called for, and 20,000 of them fill the memory.
  const register = Object.getOwnPropertyDescriptor(Simulation.prototype, "register")?.value as Simulation["register"];
  beforeAll(() => {
    Simulation.prototype.register = function (this: Simulation, handler) {
      return register.call(this, (kind, arg) => {
        if (++events > MOST_EVENTS) throw new Error(`it was not done after ${MOST_EVENTS} events`);
        handler(kind, arg);
      });
    };
  });
  afterAll(() => {
    Simulation.prototype.register = register;
  });

  it(
    `${PLAYED} of ${CASES}: nothing throws, all end, no law of traces is broken, no call runs twice, no measure is odd`,
    () => {
      const wrong: string[] = [];
      const [lines, unmet] = [new Map<string, number>(), new Map<string, number>()];
      for (let number = 0; number < CASES; number += STRIDE) {
        events = 0;
        if (STRIDE === 1 && number % TELL_EVERY === 0) console.error(`case ${number} of ${CASES}`);
        const one = fuzzCase(number);
        const result = played(one);
        tally(lines, familyOf(one.experiment.id), one.faults.length);
        tally(unmet, familyOf(one.experiment.id), result.unmet);
        if (result.wrong[0] === undefined) continue;
        wrong.push(`case ${number}: ${result.wrong[0]} ${commandOf(reduced(one))}`);
        if (wrong.length === 5) break;
      }
      expect(wrong).toEqual([]);
      for (const [family, count] of lines)
        expect(unmet.get(family), `${family}: met nothing`).toBeLessThan(0.9 * count);
    },
    PATIENCE_MS,
  );
});

describe("executions", () => {
  it.each([
    ["firefly/max-arg", { calls: 5, threads: 2 }, 1, 5],
    ["flexrpc/multicast", { calls: 2, callees: 3 }, 3, 6],
    ["multirpc/call", { servers: 4, trials: 2 }, 4, 8],
    ["multirpc/call", { servers: 4, trials: 2, procedure: "waits", mode: "iterative" }, 4, 8],
    ["multirpc/callback-break", { workstations: 3, deadFraction: 0 }, 3, 3],
    ["amoeba/call", { calls: 3, clients: 3, hint: "stale" }, 1, 3], // one client calls
  ])("of %s are counted", (id, set, machines, all) => {
    const { trace, parameters } = runOf(id, { set });
    const counted = executionsOf(trace, procedureOf(id, parameters));
    expect([...counted.values()]).toEqual(Array.from({ length: all }, () => 1));
    expect(new Set([...counted.keys()].map((key) => key.split(",")[0])).size).toBe(machines);
  });

  it("belong to the request that they answer, where it came after the next one", () => {
    const set = { servers: 6, computeMs: 1000, trials: 8, waitFor: 5, followUp: "all", procedure: "waits" };
    const odd = {
      timeoutMs: 2887,
      yieldEvery: "1",
      requestMs: 12,
      gapMs: 17,
      lossPercent: 1,
      eventOrder: "timeouts-first",
    };
    const faults = ["reorder request#1 send 3", "lose 10% of packets"];
    expect(mistakesIn(runOf("multirpc/call", { set: { ...set, ...odd }, seed: 15617, faults }))).toEqual([]);
  });
});
