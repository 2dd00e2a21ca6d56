/** Lesson 6.1: three rulers make three winners, and a part about another experiment brings its run to the stage. */
import { lesson } from "../lessons/who-is-fastest/lesson.ts";
import { expect, test } from "./lab.ts";
import { goTo, heldBy } from "./places.ts";

const LABELS = { none: "As each was", mips: "At one MIPS", all: "With everything alike" } as const;

test(
  "6.1: each of three systems wins by a ruler, and loses by another",
  heldBy("app/lesson/stage/rankings.test.ts", "e2e/hold.spec.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/lesson/who-is-fastest?step=6");
    const parts = page.getByRole("region", { name: "Checkpoint" }).locator(".part-check");
    const ruled = async (nth: number, ruler: keyof typeof LABELS, verdict: string): Promise<void> => {
      const [own, controls] = [parts.nth(nth), page.locator(".desk-part").nth(nth)];
      await controls.getByText(LABELS[ruler], { exact: true }).click();
      await expect(controls.getByRole("radio", { name: LABELS[ruler] })).toBeChecked();
      await own.getByRole("button", { name: "Submit" }).click();
      await expect(own.locator(".verdict", { hasText: new RegExp(`^${verdict}$`) })).toBeVisible();
    };
    await expect(parts).toHaveCount(lesson.steps[5]?.checkpoint?.parts.length ?? 0);
    await ruled(0, "mips", "Not yet");
    await ruled(0, "none", "Passed");
    await ruled(1, "mips", "Passed");
    await ruled(2, "mips", "Not yet");
    await expect(page.getByRole("region", { name: "Stage" })).toContainText("Throughput of the seven systems");
    await ruled(2, "all", "Passed");
    expect(lab.complaints).toEqual([]);
  },
);
