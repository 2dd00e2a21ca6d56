/**
 * Par is the fewest packets of a call without a fault that any table of a level takes which keeps all promises: all
 * tables of the level’s cells are tried. One that takes fewer packets is searched, and must break a promise.
 */
import { expect, it } from "vitest";
import { valuesOf, type WrittenRules } from "../../protocols/written/rules.ts";
import { judge } from "./judge.ts";
import { LEVELS, rulesAt, type Level } from "./levels.ts";
import { packetsOf, parOf, runAt } from "./runs.ts";

/** `npm run audit` sets ROUNDTRIP_EVERY and tries the 4,320 tables of level 5, too. */
const EVERY = process.env["ROUNDTRIP_EVERY"] === "1";
const MOST = EVERY ? Infinity : 500;

/** All tables of a level’s cells. */
function tablesAt(level: Level): readonly WrittenRules[] {
  const cells = level.cells.reduce<readonly Partial<WrittenRules>[]>(
    (tables, name) => tables.flatMap((table) => valuesOf(name).map((value) => ({ ...table, [name]: value }))),
    [{}],
  );
  return cells.map((set) => rulesAt(level, set));
}

it("has so many tables to try", () => {
  expect(LEVELS.map((level) => tablesAt(level).length)).toEqual([20, 384, 120, 30, 4320]);
});

const tried = LEVELS.filter((level) => tablesAt(level).length <= MOST);

it.each(tried)(
  "no table of level $number keeps all promises with fewer packets than par",
  { timeout: 300_000 },
  (level) => {
    const par = parOf(level);
    const counted = tablesAt(level).map((rules) => ({ rules, packets: packetsOf(runAt(level, { rules }, [])) }));
    const fewer = counted.filter(({ packets }) => packets < par);
    for (const { rules } of fewer) expect(judge(level, { rules }).tag, JSON.stringify(rules)).toBe("broken");
    const reached = counted.filter(({ packets }) => packets === par).map(({ rules }) => rules);
    expect(reached).toContainEqual(level.solution);
    expect(judge(level, { rules: level.solution }).tag).toBe("solved");
    console.info(`level ${level.number}: ${fewer.length} tables take fewer packets than ${par}, and break a promise`);
  },
);
