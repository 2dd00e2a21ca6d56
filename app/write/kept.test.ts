/** The reader's rules are kept, come back by Undo, and a link does not write over them. */
import { expect, it } from "vitest";
import { levelOf } from "../../engine/explore/written/levels.ts";
import { rulesText } from "../../engine/protocols/written/rules.ts";
import { keptFrom, NOTHING_KEPT } from "./kept.ts";
import { opened, rulesFrom } from "./use-rules.ts";

const level = levelOf(2);
const own = { ...NOTHING_KEPT, rules: "equal=ignore" };

it("a link’s rules take the place of the reader’s, which Undo brings back", () => {
  const after = opened(level, own, { rules: "equal=run", code: null });
  expect(rulesFrom(level, after.rules).equal).toBe("run");
  expect(after.before).toEqual(["requal=ignore"]);
});

it("a link changes only the cells that the level gives the reader", () => {
  const after = opened(level, NOTHING_KEPT, { rules: "timer=fail", code: null });
  expect(rulesFrom(level, after.rules).timer).toBe("again");
});

it("a link that cannot be read changes nothing", () => {
  expect(opened(level, own, { rules: "equal=fly", code: null })).toBe(own);
  expect(opened(level, own, { rules: null, code: null })).toBe(own);
});

it("a link’s program sets the reader’s aside, too", () => {
  const after = opened(level, { ...own, code: "mine" }, { rules: null, code: "yours" });
  expect(after).toMatchObject({ code: "yours", form: "code", before: ["cmine"] });
});

it("reads what was kept, and takes damaged texts for nothing", () => {
  const kept = { 2: { ...own, solved: true, tried: true } };
  expect(keptFrom(JSON.stringify(kept))).toEqual(kept);
  expect(keptFrom('{"2": {"rules": 5, "before": "x"}}')).toEqual({ 2: NOTHING_KEPT });
  expect(rulesText(rulesFrom(level, "nonsense"))).toBe(rulesText(level.start));
});
