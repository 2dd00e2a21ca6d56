/** A slider is drawn with the mouse, and then something else is changed: the drag is over. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

/** Takes the thumb of a slider and draws it; the mouse stays down. */
async function take(page: Page, rail: Locator): Promise<void> {
  await expect(() => rail.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass(); // the last experiment's may still go
  const box = await rail.boundingBox();
  if (box === null) throw new Error("the slider is not on the screen");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.6, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, y, { steps: 4 });
}

const follow = (page: Page, link: string): Promise<void> =>
  page.evaluate((hash) => void (location.hash = hash), `/bench/${link}`);

/** Experiments whose parameters differ. */
const CHANGES = [
  ["flexrpc/gfs-push", "flexrpc/multicast"],
  ["multirpc/call", "multirpc/callback-break"],
  ["firefly/null", "sun-rpc/broadcast"],
] as const;

for (const [i, [from, to]] of CHANGES.entries()) {
  const what = `${to} stands after a drag in ${from}, and where its link is followed while the thumb is held`;
  test(what, i === 0 ? {} : AUDIT, async ({ lab, page }) => {
    for (const held of [false, true]) {
      await lab.open(from);
      await take(page, page.getByRole("slider").first());
      if (!held) await page.mouse.up();
      await follow(page, to);
      if (held) await page.mouse.move(400, 500);
      await page.mouse.up();
      await lab.ran();
      await expect(page.getByText("cannot be shown")).toHaveCount(0);
      expect(page.url()).toContain(to);
    }
  });
}

test("after a drag and a reset the model stands on the chart as on a fresh page", AUDIT, async ({ lab, page }) => {
  const link = "firefly/null?chart=latencyMs";
  const model = () => page.getByRole("region", { name: "Chart" }).getByRole("table");
  await lab.open(link);
  await lab.ready();
  const fresh = await model().allInnerTexts();
  await lab.unfold();
  await take(page, lab.rail("Network speed"));
  await page.mouse.up();
  await lab.ran();
  await page.getByRole("button", { name: "Reset all" }).click();
  await lab.ready();
  expect(await model().allInnerTexts()).toEqual(fresh);
});
