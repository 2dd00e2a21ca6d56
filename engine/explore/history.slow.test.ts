/**
 * The verdicts of the search beside those of a check that knows nothing of it: runs go through files for Porcupine, and
 * an exhaustive search for an order of their operations (Wing and Gong) reads the files.
 */
import { describe, expect, it } from "vitest";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import type { Operation } from "../experiments/export/history.ts";
import { toHistory } from "../experiments/export/index.ts";
import { shownBy } from "../experiments/shown.ts";
import { defaultsOf } from "../experiments/settings.ts";
import { experimentOf, runOf } from "../experiments/testing.ts";
import type { ParamValues } from "../experiments/types.ts";
import type { Property } from "../protocols/promises.ts";
import { explorableOf } from "./index.ts";
import { matrixRows } from "./matrix.ts";

/** From the calls that a server has executed and the one that comes next to those after it; null: it cannot be. */
type Step = (executed: ReadonlySet<number>, one: Operation) => ReadonlySet<number> | null;

const endOf = ({ return: end }: Operation): number => end ?? Infinity;

/**
 * Whether there is an order of the operations in which each is possible, and none comes before one that had ended when
 * it began. One without an end may have had no effect yet.
 */
function hasOrder(left: readonly Operation[], executed: ReadonlySet<number>, step: Step): boolean {
  if (left.every((one) => one.return === undefined && one.output.executions === 0)) return true;
  const first = Math.min(...left.map(endOf));
  return left.some((one) => {
    const next = one.call <= first ? step(executed, one) : null;
    return (
      next !== null &&
      hasOrder(
        left.filter((other) => other !== one),
        next,
        step,
      )
    );
  });
}

const executes = (is: (times: number, one: Operation) => boolean): Step => {
  return (executed, one) => {
    const times = one.output.executions ?? NaN;
    if (!is(times, one)) return null;
    const known = times > 0 ? new Set([...executed, one.input.call]) : executed;
    const { result } = one.output;
    return result === undefined || known.has(result) ? known : null;
  };
};

const returned = ({ output }: Operation): boolean => output.outcome === "returned";

/** The promises that an order of operations can show; the others are of time. */
const SERVERS: Partial<Record<Property, Step>> = {
  once: executes((times, one) => !returned(one) || times === 1),
  atMostOnce: executes((times, one) => returned(one) || times <= 1),
  ownResult: executes((_, { input, output }) => output.result === undefined || output.result === input.call),
  atLeastOnce: executes((times, one) => !returned(one) || times >= 1),
  onceWhileUp: executes((times) => times <= 1),
  refusal: executes((times, { output }) => output.outcome !== "refused" || times === 0),
};

function historyOf(id: string, parameters: ParamValues, faults: readonly string[]): readonly Operation[] {
  const run = runOf(id, { set: parameters, faults });
  return JSON.parse(toHistory(run, shownBy(run))) as readonly Operation[];
}

describe("a check of the files agrees with each verdict of the search", () => {
  /** Without one of their rules two faults break a promise of order. */
  const BREAKABLE = ["sun-rpc/call", "cedar/call", "firefly/null", "amoeba/call", "sprite/call"];
  it.each(EXPLORABLE)("%s, with each rule left out", (id) => {
    const experiment = experimentOf(id);
    let broken = 0;
    for (const row of matrixRows(experiment, { parameters: defaultsOf(experiment), faults: 2 }, explorableOf(id))) {
      const shown = row.cells.filter(({ found }) => found?.isShown === true);
      // Without the rule calls fail by themselves, and one promise was looked for.
      const needsNone = row.cells.some(({ found }) => found?.faults.length === 0);
      for (const { property, found } of row.cells) {
        const step = SERVERS[property];
        if (step === undefined) continue;
        const where = `${row.rule} ${property} ${found?.faults.join("; ") ?? ""}`;
        const holds = (faults: readonly string[]): boolean =>
          hasOrder(historyOf(id, row.parameters, faults), new Set(), step);
        if (!needsNone) expect(holds([]), where).toBe(true);
        if (found?.isShown === true) {
          expect(holds(found.faults), where).toBe(false);
          broken++;
        }
        if (found !== null || needsNone) continue;
        for (const other of shown) expect(holds(other.found?.faults ?? []), `${where} in ${other.property}`).toBe(true);
      }
    }
    if (BREAKABLE.includes(id)) expect(broken).toBeGreaterThan(0);
  });
});

describe("a history for a checker", () => {
  it("has a client for each thing that makes one call at a time, from 0", () => {
    const run = experimentOf("today/hedge");
    const set = { ...defaultsOf(run), calls: 200 };
    const operations = historyOf("today/hedge", set, []);
    const count = 1 + Math.max(...operations.map(({ clientId }) => clientId));
    expect(count).toBeGreaterThan(1);
    const clients = Array.from({ length: count }, (_, client) => operations.filter((one) => one.clientId === client));
    for (const own of clients) expect(own).not.toHaveLength(0);
    for (const own of clients)
      for (const [i, one] of own.entries())
        if (i > 0) expect(one.call).toBeGreaterThanOrEqual(endOf(own[i - 1] ?? one));
  });
});
