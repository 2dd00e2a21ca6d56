/** The inside of the machines: opened on the bench, moved by the timeline and by its own steps. */
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const figure = (page: Page): Locator => page.getByRole("region", { name: "The machines", exact: true });
const part = (page: Page, name: string): Locator =>
  figure(page).getByRole("button", { name: new RegExp(`^${name}: `) });
const inspector = (page: Page): Locator => page.getByRole("complementary", { name: "Inspector" });

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Look inside the machines" }).click();
  await expect(figure(page)).toBeVisible();
}

test("the machines follow the timeline: CPU 0 is interrupted, a packet waits, and a part leads to its event", async ({
  lab,
  page,
}) => {
  await lab.open("firefly/null?calls=1");
  await open(page);
  await page.getByRole("button", { name: "To the start", exact: true }).click();
  await expect(part(page, "Caller CPU 4")).toHaveAccessibleName(/caller thread 1 for call 1: Calling program/);
  await expect(part(page, "Caller CPU 0")).toHaveAccessibleName(/: idle$/);
  for (let i = 0; i < 9; i++) await page.getByRole("button", { name: "Step forward", exact: true }).click();
  await expect(part(page, "Caller CPU 0")).toHaveAccessibleName(/interrupt for call 1: Handle interprocessor/);
  await expect(part(page, "Caller packets to be sent")).toHaveAccessibleName(/call packet of call 1$/);
  await expect(figure(page).getByText("The call packet of call 1 waits to be sent.")).toBeVisible();
  await part(page, "Caller CPU 0").click();
  await expect(inspector(page).getByRole("heading", { name: "Handle interprocessor interrupt" })).toBeVisible();
  await part(page, "Server").first().click();
  await expect(inspector(page).getByRole("heading", { name: "Server", exact: true })).toBeVisible();
  const onWire = figure(page).getByText("Ethernet carries the call packet of call 1.");
  for (let steps = 0; steps < 40 && !(await onWire.isVisible()); steps++) {
    await page.getByRole("button", { name: "Step forward", exact: true }).click();
  }
  await expect(onWire).toBeVisible();
  await page.getByRole("button", { name: "Play inside the machines" }).click();
  await expect(onWire).toBeHidden();
});

test(
  "the keyboard goes from part to part and steps through the call; the table says the same",
  heldBy("app/machine/machine.test.ts", "app/machine/picture.test.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?calls=1");
    await open(page);
    const table = figure(page).getByRole("button", { name: "As a table" });
    await table.press("Enter");
    await expect(
      figure(page)
        .getByRole("row", { name: /^CPU 4 / })
        .first(),
    ).toBeVisible();
    await page.getByRole("button", { name: "To the start", exact: true }).click();
    await table.focus();
    await page.keyboard.press("Tab");
    await expect(part(page, "Caller").first()).toBeFocused();
    for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowDown");
    await expect(part(page, "Caller CPU 0")).toBeFocused();
    for (let i = 0; i < 9; i++) await page.keyboard.press(".");
    await expect(part(page, "Caller CPU 0")).toHaveAccessibleName(/Handle interprocessor interrupt/);
    await expect(figure(page).getByRole("row", { name: /^CPU 0 interrupt for call 1: Handle interp/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(inspector(page).getByRole("heading", { name: "Handle interprocessor interrupt" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(part(page, "Server CPU 0")).toBeFocused();
    await page.keyboard.press(",");
    await expect(part(page, "Caller CPU 0")).toHaveAccessibleName(/: idle$/);
    expect(await figure(page).locator(".picture-place[tabindex='0']").count()).toBe(1);
  },
);

test(
  "a run of many machines has no such picture, and at 320 px nothing is wider than the page",
  heldBy("app/machine/picture.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?servers=10&trials=1");
    await expect(page.getByRole("button", { name: "Look inside the machines" })).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 640 });
    await lab.open("firefly/null");
    await open(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(320);
    expect(await axeProblems(page)).toEqual([]);
  },
);
