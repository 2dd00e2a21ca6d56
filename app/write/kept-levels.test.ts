/** The reader's rules are kept, come back by Undo, and a link does not write over them. */
import { expect, it } from "vitest";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { rulesText } from "../../engine/protocols/written/rules.ts";
import { keptFrom, NOTHING_KEPT, type KeptLevel } from "./kept-levels.ts";
import { broughtBy, opened, rulesFrom } from "./brought.ts";
import { undone } from "./use-rules.ts";

const level = levelOf(2);
const own = { ...NOTHING_KEPT, rules: "equal=ignore" };

/** The state of the level as a link opens it. */
const by = (kept: KeptLevel, query: string): KeptLevel => opened(level, kept, broughtBy(query, level));
const problems = (query: string): string => broughtBy(query, level).problems.join(" ");

it("a link’s rules take the place of the reader’s, which Undo brings back", () => {
  const after = by(own, "rules=equal=run");
  expect(rulesFrom(level, after.rules).equal).toBe("run");
  expect(undone(after)).toEqual(own);
});

it("a link changes only the cells that the level gives the reader", () => {
  const after = by(NOTHING_KEPT, "rules=timer=fail,equal=run");
  expect(rulesFrom(level, after.rules)).toMatchObject({ timer: "again", equal: "run" });
  expect(problems("rules=timer=fail,equal=run")).toBe(
    "The link sets “The timer ends, and nothing came”. Level 2 gives this cell, so it stays as it is.",
  );
  expect(problems("rules=timer=again,equal=run")).toBe("");
});

it("a link that cannot be read changes nothing", () => {
  expect(by(own, "")).toBe(own);
  for (const query of [
    "rules=equal=fly",
    "rules=equal=run%3D%F0%9F%8E%AB",
    "rules==",
    "rules=__proto__=run",
    `rules=${"equal=run,".repeat(2_000)}equl=run`,
    `code=${"x".repeat(1_000_000)}`,
  ]) {
    expect(by(own, query), query.slice(0, 50)).toBe(own);
    expect(problems(query), query.slice(0, 50)).toMatch(/^The link’s (rules|program) .{20,260}\.$/);
  }
});

it("a link’s program sets the reader’s aside, too", () => {
  const after = by({ ...own, code: "mine" }, "code=yours");
  expect(after).toMatchObject({ code: "yours", form: "code" });
  expect(undone(after)).toMatchObject({ code: "mine", rules: "equal=ignore", before: [] });
});

it("reads what was kept, and takes damaged texts for nothing", () => {
  const kept = { 2: { ...own, before: [{ rules: "" }, { code: "x" }], solved: true, tried: true } };
  expect(keptFrom(JSON.stringify(kept))).toEqual(kept);
  expect(keptFrom('{"2": {"rules": 5, "before": "x"}}')).toEqual({ 2: NOTHING_KEPT });
  expect(keptFrom('{"2": {"before": [7, null, {"rules": 7}, "rx"]}}')).toEqual({ 2: NOTHING_KEPT });
  expect(rulesText(rulesFrom(level, "nonsense"))).toBe(rulesText(level.start));
});
