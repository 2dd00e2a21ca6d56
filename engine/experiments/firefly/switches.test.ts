/** What a switch says that it may change is what it changes. */
import { describe, expect, it } from "vitest";
import { itemAt, numberAt, timeAt } from "../../kernel/reads.ts";
import { runOf } from "../testing.ts";
import type { Changes, Param, ParamValue, ParamValues } from "../types.ts";
import { MACHINE_SWITCHES, PROTOCOL_SWITCHES, SOFTWARE_SWITCHES } from "./switches.ts";

const SWITCHES: Readonly<Record<string, Param>> = { ...MACHINE_SWITCHES, ...SOFTWARE_SWITCHES, ...PROTOCOL_SWITCHES };
const CALLS = ["firefly/null", "firefly/max-result", "firefly/max-arg"] as const;

/** How long each step of one call takes, turn by turn. */
function stepsOf(call: string, set: ParamValues): ReadonlyMap<string, string> {
  const { spans, steps } = runOf(call, { set: { calls: 1, ...set } }).trace;
  const turns = new Map<string, string>();
  for (let row = 0; row < spans.count; row++) {
    const { name } = itemAt(steps, numberAt(spans.step, row), "step");
    turns.set(name, `${turns.get(name) ?? ""} ${timeAt(spans.end, row) - timeAt(spans.start, row)}`);
  }
  return turns;
}

const measured = new Map(CALLS.map((call) => [call, stepsOf(call, {})]));

/** The steps that differ between the Firefly that was measured and another. */
const movedBy = (set: ParamValues): ReadonlySet<string> =>
  new Set(
    CALLS.flatMap((call) => {
      const [before, after] = [measured.get(call) ?? new Map<string, string>(), stepsOf(call, set)];
      return [...before.keys(), ...after.keys()].filter((name) => before.get(name) !== after.get(name));
    }),
  );

const otherValues = (param: Param): readonly ParamValue[] =>
  param.kind === "number"
    ? [param.max]
    : param.options.map(({ value }) => value).filter((value) => value !== param.default);

const allows = (changes: Changes, step: string): boolean =>
  "steps" in changes ? changes.steps.includes(step) : !changes.allBut.includes(step);

/** What these change is not how long a step takes in a lone call: the order of steps, and what many packets share. */
const NO_TIME: ReadonlySet<string> = new Set(["statementOrder", "perInterrupt"]);

describe.each(Object.entries(SWITCHES))("%s", (key, param) => {
  const { changes } = param;
  if (changes === undefined) throw new Error(`${key} does not say what it may change.`);
  const moved = new Map(otherValues(param).map((value) => [value, movedBy({ [key]: value })]));

  it("changes no step but those that it lists", () => {
    for (const [value, steps] of moved) {
      expect(
        [...steps].filter((step) => !allows(changes, step)),
        String(value),
      ).toEqual([]);
    }
  });

  it("changes each step that it lists", () => {
    const all = new Set([...moved.values()].flatMap((steps) => [...steps]));
    if (NO_TIME.has(key)) expect(all.size).toBe(0);
    else if ("steps" in changes) expect(changes.steps.filter((step) => !all.has(step))).toEqual([]);
    else expect(all.size).toBeGreaterThan(20);
  });
});
