import { describe, expect, it } from "vitest";
import { LESSONS } from "../../lessons/course.ts";
import { openData } from "../../lessons/index.ts";
import { amountText, betweenText, isCount } from "./units.ts";

const written = await Promise.all(LESSONS.map(({ slug }) => openData(slug)));
const asked = written.flatMap((lesson) =>
  (lesson?.steps ?? []).flatMap(({ predict }) => (predict?.kind === "number" ? [predict] : [])),
);

describe("an amount with its unit", () => {
  it("has the unit in the singular for one, and for an interval of one value", () => {
    expect(amountText(1, "packets")).toBe("1\u202fpacket");
    expect(amountText(2, "packets")).toBe("2\u202fpackets");
    expect(amountText(1, "us")).toBe("1\u202fus");
    expect(betweenText(1, 1, "times")).toBe("exactly 1\u202ftime");
    expect(betweenText(1, 2, "calls")).toBe("between 1 and 2\u202fcalls");
  });

  it("is in the singular in every question of a lesson that asks for a number", () => {
    expect(asked.length).toBeGreaterThan(8);
    for (const { unit } of asked) expect(amountText(1, unit), unit).not.toMatch(/[a-z]{2,}s$/);
  });

  it("is judged exactly in every question that counts things", () => {
    for (const { unit, near } of asked) expect(isCount(unit) && near !== 0, unit).toBe(false);
  });
});
