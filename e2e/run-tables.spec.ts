/** Tables that runs fill in, and charts over words: by mouse and by keyboard. */
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const CONCLUSIONS = "Which conclusions hold on which machine";
const table = (page: Page): Locator => page.getByRole("region", { name: CONCLUSIONS, exact: true });
const cell = (page: Page, row: RegExp, nth: number): Locator =>
  table(page).getByRole("row", { name: row }).getByRole("link").nth(nth);

test("runs fill a table in, asked for by key; a cell opens its run", async ({ lab, page }) => {
  await lab.open("machine/call");
  const software = /^Most of an empty call is software/;
  await expect(cell(page, software, 1)).toHaveText("open");
  const find = table(page).getByRole("button", { name: /^Find out by/ });
  await find.focus();
  await page.keyboard.press("Enter");
  await expect(table(page).getByRole("status")).toHaveText("Each cell links to the run behind it.");
  await expect(cell(page, software, 1)).toHaveText("yes 4.7 % wire");
  await expect(cell(page, /^A call that is not lost is sent once/, 3)).toHaveText(/^no \d+ sent again$/);
  expect(await axeProblems(page)).toEqual([]);
  await cell(page, /^A call that is not lost is sent once/, 3).click();
  await expect(page).toHaveURL(/machine\/call\?.*protocol=cedar/);
  await expect(page).toHaveURL(/machine=rt-pc/);
  await lab.ran();
  expect(lab.complaints).toEqual([]);
});

test(
  "a chart over machines moves by keys and by pointer, and opens the run of a row",
  heldBy("app/chart/word-rows.test.ts", "app/chart/cursor.test.ts"),
  async ({ lab, page }) => {
    await lab.open("machine/call");
    await lab.ready(); // else the end of the rows is not yet that of the chart
    const plot = page.getByRole("application", { name: "Time a call, by the machine over machine" });
    await plot.focus();
    await page.keyboard.press("End");
    const readout = page.locator(".chart-readout").first();
    await expect(readout).toContainText("Server of today, past the kernel0.0023 simulated");
    await page.keyboard.press("Home");
    await expect(readout).toContainText("Dorado");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/machine=dorado/);
    const box = await plot.boundingBox();
    if (box === null) throw new Error("The chart has no place.");
    await page.mouse.click(box.x + box.width - 30, box.y + 13 + 26); // its second row
    await expect(page).not.toHaveURL(/machine=dorado/);
  },
);
