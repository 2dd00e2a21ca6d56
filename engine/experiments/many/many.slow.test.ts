/** Random scripts of faults for each way, a thousand in the audit: it keeps what its row claims, and fails as told. */
import { describe, expect, it } from "vitest";
import { RandomStream } from "../../kernel/random.ts";
import { WAY_CATALOGUE, type WayName } from "../../systems/many/titles.ts";
import { withDefaults } from "../settings.ts";
import { experimentOf, measureOf } from "../testing.ts";
import type { Run } from "../types.ts";

const SCRIPTS = process.env["ROUNDTRIP_EVERY"] === "1" ? 1000 : 100;
const CALLEES = 3;

function pick<Item>(random: RandomStream, items: readonly Item[]): Item {
  const item = items[random.integer(items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from.");
  return item;
}

/** Up to four lines: packets that are lost, copied or late, by name or by chance; a callee that crashes. */
function scriptOf(random: RandomStream, kinds: readonly string[]): readonly string[] {
  return Array.from({ length: 1 + random.integer(4) }, () => {
    const packet = `${pick(random, kinds)}#1 send ${1 + random.integer(4)}`;
    const late = `${1 + random.integer(3000)}ms`;
    switch (random.integer(5)) {
      case 0:
        return `duplicate ${packet} by ${late}`;
      case 1:
        return `delay ${packet} by ${late}`;
      case 2:
        return `lose ${5 + random.integer(20)}% of packets`;
      case 3:
        return `crash callee${1 + random.integer(CALLEES)} at ${random.integer(4000) + 1}us`;
      default:
        return `drop ${packet}`;
    }
  });
}

interface Case {
  readonly run: Run;
  readonly faults: readonly string[];
  readonly crashed: number; // callees
}

/** Each line once, and the machines that crash once each. */
function casesOf(way: WayName): readonly Case[] {
  const experiment = experimentOf("many/call");
  const random = new RandomStream(1, `scripts of ${way}`);
  const parameters = withDefaults(experiment, { way, callees: CALLEES });
  return Array.from({ length: SCRIPTS }, () => {
    const lines = [...new Map(scriptOf(random, WAY_CATALOGUE[way].kinds).map((line) => [keyOf(line), line])).values()];
    const crashed = lines.filter((line) => line.startsWith("crash")).length;
    return { run: experiment.run(parameters, 1, lines, { keep: "none" }), faults: lines, crashed };
  });
}

/** Two lines of one key contradict each other. */
const keyOf = (line: string): string =>
  line
    .replace(/ (by|at) .*$/, "")
    .replace(/^\w+ (\w+#)/, "$1")
    .replace(/\d+%/, "");

const measures = ({ run }: Case) =>
  Object.fromEntries(
    ["answered", "mostExecutions", "leastExecutions", "namedDead", "wrongNames", "failedCalls"].map((name) => [
      name,
      run.measures[name]?.value === null ? 0 : measureOf(run, name),
    ]),
  ) as Readonly<Record<string, number>>;

/** Ways whose program hears of each callee, one by one: by its answer, or by its name. */
const HEARS_OF_EACH: readonly WayName[] = ["circus", "gemini", "mercury", "multirpc", "multirpc-multicast"];
const AT_MOST_ONCE: readonly WayName[] = [...HEARS_OF_EACH, "v-group", "flexrpc-serial"];

describe.each(Object.keys(WAY_CATALOGUE) as WayName[])(`${SCRIPTS} scripts of faults for %s`, (way) => {
  let known: readonly Case[] | null = null;
  const cases = (): readonly Case[] => (known ??= casesOf(way));

  it("end all, and leave no callee that ran a call twice where the way promises that", () => {
    for (const one of cases()) {
      const { answered = 0, mostExecutions = 0 } = measures(one);
      expect(answered).toBeLessThanOrEqual(CALLEES);
      if (AT_MOST_ONCE.includes(way)) expect(mostExecutions, one.faults.join("; ")).toBeLessThanOrEqual(1);
    }
  });

  if (HEARS_OF_EACH.includes(way))
    it("leave no callee of which the program has not heard", () => {
      for (const one of cases()) {
        const { answered = 0, namedDead = 0 } = measures(one);
        expect(answered + namedDead, one.faults.join("; ")).toBe(CALLEES);
      }
    });

  it("have some that show what the way does not promise", () => {
    const some = (shows: (values: Readonly<Record<string, number>>, one: Case) => boolean): boolean =>
      cases().some((one) => shows(measures(one), one));
    const misses = some(({ answered = 0, namedDead = 0 }) => answered + namedDead < CALLEES);
    expect(misses).toBe(!HEARS_OF_EACH.includes(way));
    const twice = some(({ mostExecutions = 0 }) => mostExecutions > 1);
    expect(twice).toBe(!AT_MOST_ONCE.includes(way));
  });
});
