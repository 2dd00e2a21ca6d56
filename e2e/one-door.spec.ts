/** A step shows its text, its figure and what it asks; the rest is behind one door, which stays as it was left. */
import { button, openLesson } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, playSlowly } from "./places.ts";

test.use({ tools: false });

test("a step has few controls, and one door that remembers leads to the others", async ({ page }) => {
  await openLesson(page, "exactly-once");
  const stage = page.getByRole("region", { name: "Stage" });
  const behind = ["Export", "Pin", "Link", "Parameters and faults", "The inspector", "Zoom in", "To the end", "Sound"];
  for (const name of behind) await expect(stage.getByRole("button", { name, exact: true })).toBeHidden();
  await expect(stage.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await button(page, "Tools").click();
  for (const name of behind) await expect(stage.getByRole("button", { name, exact: true })).toBeVisible();
  await expect(page.getByText("Your answers")).toBeVisible();
  await page.reload();
  await expect(stage.getByRole("button", { name: "Export" })).toBeVisible();
  await button(page, "Tools").click();
  await expect(stage.getByRole("button", { name: "Export" })).toHaveCount(0);
});

test("the bar of steps names them, and leads to any", async ({ page }) => {
  await openLesson(page, "exactly-once");
  const steps = page.getByRole("navigation", { name: "Steps" });
  await steps.getByRole("button").click();
  await expect(steps.getByRole("listitem")).toHaveCount(7);
  await steps.getByRole("button", { name: /^Step 4: / }).click();
  await expect(steps).toContainText("4 of 7");
  await expect(steps.getByRole("listitem")).toHaveCount(0);
});

for (const [width, height] of [
  [740, 320],
  [844, 390],
  [1366, 610],
] as const) {
  test(
    `at ${width} by ${height} px the figure is on the first screen, and only the text scrolls`,
    width === 740 ? {} : AUDIT,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openLesson(page, "exactly-once");
      const figure = page.getByRole("group", { name: "Timeline figure" });
      await expect(figure).toBeInViewport({ ratio: 0.8 });
      await expect(button(page, "Next")).toBeInViewport({ ratio: 1 });
    },
  );
}

test("a word of the text lights its thing in the figure, and the thing lights its word", async ({ page }) => {
  await openLesson(page, "exactly-once?step=2");
  const word = page.getByRole("button", { name: "the result", exact: true });
  await word.click();
  await expect(word).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Next", exact: true }).focus();
  await expect(word).toHaveAttribute("aria-pressed", "true"); // a press keeps it
});

test("a step whose task is to step has the buttons for it, and another has not", async ({ page }) => {
  await openLesson(page, "exactly-once");
  const stage = page.getByRole("region", { name: "Stage" });
  await expect(stage.getByRole("button", { name: "Step forward" })).toBeVisible();
  await button(page, "Next").click();
  await expect(stage.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(stage.getByRole("button", { name: "Step forward" })).toBeHidden();
});

test.describe("the call of a step", () => {
  test.use({ flies: true });

  const there = /^717\.3 µs of/; // where the result of the second step is sent

  test("flies to the moment of its step", async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      requestAnimationFrame(function look() {
        seen.push(document.querySelector(".tl-clock")?.textContent ?? "");
        requestAnimationFrame(look);
      });
    });
    await openLesson(page, "exactly-once?step=2");
    const flown = (): Promise<number> =>
      page.evaluate(() => new Set((globalThis as unknown as { seen: string[] }).seen).size);
    await expect.poll(flown).toBeGreaterThan(4);
    await expect(page.locator(".tl-clock")).toHaveText(there);
  });

  test("stands at a key", async ({ page }) => {
    await page.goto("./#/lesson/exactly-once?step=2");
    await playSlowly(page);
    await expect(page.locator(".tl-clock")).toHaveText(/^\d\.\d µs of/);
    await page.keyboard.press("Shift");
    await expect(page.locator(".tl-clock")).toHaveText(there);
  });
});
