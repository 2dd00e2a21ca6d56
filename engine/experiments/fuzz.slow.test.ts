/**
 * Twenty thousand random runs with random faults, as `fuzz-cases.ts` numbers them. `npm run audit` makes all of them,
 * `npm test` one in 41, as many of each experiment. A case that fails is shown as a command, with only the faults that
 * it takes.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FaultError } from "../faults/fault.ts";
import { itemAt, numberAt } from "../kernel/reads.ts";
import { Simulation } from "../kernel/simulation.ts";
import { NO_REF, refRow, refTable, type TraceData } from "../kernel/trace-data.ts";
import { brokenLaws } from "../systems/testing.ts";
import { fuzzCase, type FuzzCase } from "./fuzz-cases.ts";
import { familyOf } from "./load.ts";
import { LEFT_OUT } from "./parameters.ts";
import { runOf } from "./testing.ts";
import type { ParamValues, Run } from "./types.ts";

const CASES = 20_000;
const STRIDE = process.env["ROUNDTRIP_EVERY"] === "1" ? 1 : 41;
const PLAYED = Math.ceil(CASES / STRIDE);
/** All cases take a quarter of an hour, and longer on a busy machine. */
const PATIENCE_MS = 2 * 60 * 60 * 1000;
/** After so many cases a line says how far it is. */
const TELL_EVERY = 2000;
/** An event more is a run that would not end: the longest of all cases takes a third of them. */
const MOST_EVENTS = 6_000_000;

/** By family: the step that a server takes once for each execution; null where a call may run more than once. */
const EXECUTION: Readonly<Record<string, string | null>> = {
  cedar: "The procedure",
  "echo-fixture": null,
  firefly: "Null (the server procedure)",
  flexrpc: "Process the call",
  multirpc: "Prepare the reply",
  "sun-rpc": null, // its tests hold it to what the cache of replies promises
};

/** A blocking read, and a client without time-outs, wait for ever for what does not come: that is what they are for. */
const mayHang = ({ waiting, timeouts }: ParamValues): boolean => waiting === "block" || timeouts === "off";

/** Executions by machine and call: `server2, call 1`. The parts of one that was interrupted count once. */
function executionsOf(trace: TraceData, step: string | null): ReadonlyMap<string, number> {
  const { spans, steps, tracks } = trace;
  const times = new Map<string, number>();
  if (step === null) return times;
  const isOne = (row: number): boolean => itemAt(steps, numberAt(spans.step, row), "step").name === step;
  for (let row = 0; row < spans.count; row++) {
    if (!isOne(row) || spans.call[row] === 0) continue; // questions about names may be asked again
    const cause = numberAt(spans.cause, row);
    const before = cause !== NO_REF && refTable(cause) === "span" ? refRow(cause) : -1;
    if (before >= 0 && isOne(before) && spans.call[before] === spans.call[row]) continue;
    const { machine } = itemAt(tracks, numberAt(spans.track, row), "track");
    const key = `${machine}, call ${numberAt(spans.call, row)}`;
    times.set(key, (times.get(key) ?? 0) + 1);
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
    return { wrong: mistakesIn(run), unmet: run.unusedFaults.length };
  } catch (error) {
    if (error instanceof FaultError) return { wrong: [], unmet: faults.length };
    return { wrong: [error instanceof Error ? error.message : String(error)], unmet: 0 };
  }
}

function executionStep(id: string): string | null {
  const step = EXECUTION[familyOf(id)];
  if (step === undefined) throw new Error(`fuzz: name the step in which ${id} executes a procedure.`);
  return step;
}

/** A run that leaves out a rule of its protocol may execute a call twice: that is what the rule is for. */
function mistakesIn({ experiment, parameters, trace, elapsedNs, resources }: Run): readonly string[] {
  const isWhole = (parameters[LEFT_OUT] ?? "none") === "none"; // experiments without the parameter leave out none
  const executed = isWhole ? executionsOf(trace, executionStep(experiment)) : new Map<string, number>();
  const twice = [...executed].flatMap(([what, times]) => (times > 1 ? [`${what} was executed ${times} times`] : []));
  const broken = brokenLaws({ trace, elapsed: elapsedNs, resources: new Map(Object.entries(resources)) });
  return [...twice, ...(mayHang(parameters) ? broken.filter((law) => !law.endsWith("has not ended")) : broken)];
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
    `${PLAYED} of ${CASES}: nothing throws, all end, no law of traces is broken, no call runs twice`,
    () => {
      const wrong: string[] = [];
      const [lines, unmet] = [new Map<string, number>(), new Map<string, number>()];
      const add = (sums: Map<string, number>, key: string, more: number) => sums.set(key, (sums.get(key) ?? 0) + more);
      for (let number = 0; number < CASES; number += STRIDE) {
        events = 0;
        if (STRIDE === 1 && number % TELL_EVERY === 0) console.error(`case ${number} of ${CASES}`);
        const one = fuzzCase(number);
        const result = played(one);
        add(lines, familyOf(one.experiment.id), one.faults.length);
        add(unmet, familyOf(one.experiment.id), result.unmet);
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
  ])("of %s are counted", (id, set, machines, all) => {
    const { trace } = runOf(id, { set });
    const counted = executionsOf(trace, executionStep(id));
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
