/** Your numbers: five fields by keys, what breaks first, its link, and the way to the bench. */
import { expect, test } from "./lab.ts";
import { drawn, goTo, heldBy } from "./places.ts";
import type { Locator, Page } from "@playwright/test";

const result = (page: Page): Locator => page.locator("main > .first");
const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true });

async function type(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await field(page, name).press("Enter");
}

test("the page says what breaks first, and follows the fields and the link", async ({ page }) => {
  await page.goto("./#/numbers");
  await expect(page.getByText("99 of 100 within")).toBeVisible({ timeout: 30_000 });
  await drawn(page);
  await expect(result(page)).toContainText("The retries break first.");

  await type(page, "Calls a second", "500");
  await drawn(page);
  await expect(result(page)).toContainText("The servers break first. You ask for 500 calls a second");
  await expect(page.locator(".big-numbers")).not.toContainText("p99"); // what does not keep up has none
  await expect(page.locator(".big-numbers")).toContainText(/only [\d.]+ % return/);
  await expect(page).toHaveURL(/#\/numbers\?loadPerS=500$/);

  await type(page, "and sends again, up to", "99");
  await expect(page.getByRole("alert")).toContainText("0 to 10 times");
  await expect(page).toHaveURL(/#\/numbers\?loadPerS=500$/); // it is not used

  const same = await result(page).textContent();
  await page.reload();
  await drawn(page);
  await expect(result(page)).toHaveText(String(same));
});

test(
  "a link with a value out of range says so and keeps the default; the run opens on the bench",
  heldBy("app/setup/your-numbers.test.ts"),
  async ({ page }) => {
    await goTo(page, "/numbers?retries=99&loadPerS=250");
    await expect(page.getByText('retries = "99" is not allowed: 0 to 10 times')).toBeVisible();
    await expect(field(page, "and sends again, up to")).toHaveValue("3");
    await page.getByRole("link", { name: "Open as experiment" }).click();
    await drawn(page);
    await expect(page).toHaveURL(/#\/bench\/services\/graph\?graph=single&loadPerS=250/);
  },
);

test("a thumb that is drawn is followed, and the door opens by keys", async ({ page }) => {
  await goTo(page, "/numbers?retries=0");
  const rail = page.getByRole("slider", { name: "Calls a second" });
  await rail.focus();
  await rail.press("Home");
  await drawn(page);
  await expect(result(page)).toContainText("Nothing breaks soon.");
  await page.getByRole("button", { name: /^More that you know/ }).press("Enter");
  await page.getByRole("searchbox", { name: "Find a parameter" }).fill("codel");
  await expect(page.getByText("1 parameter found.")).toBeVisible();
});
