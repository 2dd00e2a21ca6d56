/** The largest run that a reader can ask for: 5,000 workstations, one in a hundred dead. */
import { expect, test } from "./lab.ts";

const LIMIT = 60_000;

test("5,000 workstations are told within a minute, and the page says how far it is", async ({ lab, page }) => {
  await lab.open("multirpc/callback-break?workstations=5");
  // Whole percents as the line showed them, from now on.
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { percents: seen });
    new MutationObserver(() => {
      const bar = document.querySelector('[role="progressbar"][aria-label="Running the calls"]');
      const now = Number(bar?.getAttribute("aria-valuenow") ?? -1);
      if (now >= 0 && seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const before = await lab.traceHash();
  const from = Date.now();
  await lab.field("Workstations that have the file").fill("5000");
  await lab.field("Workstations that have the file").press("Enter");
  await expect.poll(() => lab.traceHash(), { timeout: LIMIT }).not.toBe(before);
  await lab.ran();
  expect(Date.now() - from).toBeLessThan(LIMIT);
  await expect(page.getByText("0 of 5,000 servers answered, 50 down")).toBeVisible();
  const percents = await page.evaluate(() => Reflect.get(window, "percents") as readonly number[]);
  expect(percents.filter((percent) => percent > 0 && percent < 100).length).toBeGreaterThan(3);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
});
