/** The concept test: what is right comes after the second sitting, and each key leads to its run. */
import { expect, test } from "./lab.ts";

test("two sittings are answered by keyboard; what was right is said after the second, with its runs", async ({
  page,
}) => {
  await page.goto("./#/concept");
  await page.getByLabel("Your name or number").fill("Ada");
  await page.keyboard.press("Enter");
  for (const sitting of ["before", "after"]) {
    for (let i = 1; i <= 14; i++) {
      await expect(page.getByRole("heading", { name: `question ${i} of 14` })).toBeVisible();
      await page
        .getByRole("radio")
        .nth(i % 4)
        .press("Space");
      if (i < 14) await page.getByRole("button", { name: "Next" }).press("Enter");
    }
    await page.getByRole("button", { name: "Hand in all 14 answers" }).press("Enter");
    if (sitting === "after") break;
    await page.reload();
    await expect(page.getByText("Until then it does not say what was right")).toBeVisible();
    await expect(page.getByText("The runs say")).toHaveCount(0);
    await page.getByRole("button", { name: "ask me again" }).press("Enter");
  }
  await expect(page.getByRole("heading", { name: /^\d+ of 14 right before the course, \d+ after it$/ })).toBeVisible();
  await page.locator(".concept-outcome summary").first().click();
  await page.getByRole("link", { name: "Open the run: Every reply is lost" }).click();
  await expect(page).toHaveURL(/#\/bench\/sun-rpc\/call\?iterations=1&fault=lose/);
});
