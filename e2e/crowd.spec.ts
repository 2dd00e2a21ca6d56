import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

/** A service that stays down after two seconds, and runs quickly. */
const STORM = "services/graph?graph=single&servers=1&workers=1&serverMs=10&loadPerS=80&timeoutMs=500&retries=4";

test("why a service stays down is answered on the first screen, and the opposite where the opposite is true", async ({
  lab,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await lab.open(`${STORM}&deadlineMs=10000`);
  const crowd = page.getByRole("region", { name: "The crowd over time" });
  const question = crowd.getByRole("heading", { level: 2 });
  await expect(question).toHaveText("The server stands still for 2 s. Why does it stay down?");
  await expect(crowd.locator(".crowd-head p")).toContainText("for nobody");
  const figure = await crowd.locator(".crowd-figure").boundingBox();
  expect((figure?.y ?? Infinity) + (figure?.height ?? Infinity)).toBeLessThan(900);
  await expect(crowd.locator(".crowd-pole text")).toContainText("No way back");

  await crowd.getByRole("slider", { name: "Retries", exact: true }).press("Home");
  await expect(question).toHaveText("The server stands still for 2 s. Why does it come back?");
  await expect(crowd.getByRole("status")).toContainText("Retries: no retries. well again");
  await page.keyboard.press("Control+z");
  await expect(question).toContainText("Why does it stay down?");

  await crowd.getByRole("radio", { name: /Budget of 10 %/ }).click();
  await expect(question).toContainText("Why does it come back?");
  await expect(page).toHaveURL(/budget=0\.1/);
});

test("while the run of a crowd is awaited, no run of another experiment is drawn as one", async ({ lab, page }) => {
  await lab.open(`${STORM}&deadlineMs=10000`); // the crowd's script is there from now on
  const question = page.locator(".crowd-head h2");
  await expect(question).toContainText("Why does it stay down?");
  const go = (link: string): Promise<string> => page.evaluate((to) => (location.hash = `#/bench/${to}`), link);
  await go("firefly/null");
  await expect(question).toHaveCount(0);
  await lab.ran();
  await page.evaluate(() => {
    const asked = new Set<string>();
    Object.assign(window, { asked });
    new MutationObserver(() => {
      for (const one of document.querySelectorAll(".crowd-head h2")) asked.add(one.textContent);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await go("today/retry-storm");
  await lab.ran();
  await expect(question).toBeVisible();
  const asked = await page.evaluate(() => [...(window as unknown as { asked: Set<string> }).asked]);
  expect(asked).toEqual([await question.textContent()]);
});

test("a press on a moment opens calls around it, and one of them its timeline", async ({ lab, page }) => {
  await lab.open(`${STORM}&deadlineMs=10000`);
  const crowd = page.getByRole("region", { name: "The crowd over time" });
  await crowd.getByRole("slider", { name: "Moment" }).press("Enter");
  const calls = crowd.getByRole("button", { name: /^Call [\d,]+: \d+ tr/ });
  await expect(calls).toHaveCount(9);
  const name = (await calls.nth(4).getAttribute("aria-label")) ?? "";
  await calls.nth(4).click();
  await expect(page.getByRole("button", { name: "One call of it" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".call")).toContainText(
    /^Call (?<call>[\d,]+):/.exec(name)?.groups?.["call"]?.replace(",", "") ?? "?",
  );
});

test(
  "Escape takes a pull back, and the figure is as before",
  heldBy("app/hand/hand.test.ts", "app/crowd/crowd.test.ts"),
  async ({ lab, page }) => {
    await lab.open(`${STORM}&deadlineMs=10000`);
    const blip = page.getByRole("slider", { name: "It lasts" }).first();
    const handle = page.locator(".crowd-handle.is-along");
    const box = await handle.boundingBox();
    if (box === null) throw new Error("there is no handle");
    await page.mouse.move(box.x + 22, box.y + 22);
    await page.mouse.down();
    await page.mouse.move(box.x + 122, box.y + 22, { steps: 5 });
    await expect(handle).toHaveClass(/is-held/);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(handle).toHaveAttribute("aria-valuetext", "for 2 s");
    await expect(blip).toBeVisible();
    await expect(page).not.toHaveURL(/blipMs/);
  },
);
