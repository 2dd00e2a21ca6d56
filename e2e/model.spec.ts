/** The paper's model in the editor: changed, wrong, endless, and the paper's again. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, keepAnswers, test } from "./lab.ts";
import { AUDIT, goTo } from "./places.ts";

const model = (page: Page): Locator => page.getByRole("region", { name: /^Model/ });
const text = (page: Page): Locator => model(page).getByRole("textbox", { name: /^Python model of the paper/ });
const RAN = "The text ran in Python, in this browser.";

/** Opens the editor and waits until the paper's text has run. */
async function openModel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit the model" }).click();
  await expect(model(page).getByText(RAN)).toBeVisible(); // Python has to be fetched
}

/** Puts `last` in place of the last line of null_us, by key. */
async function changeLastLine(page: Page, last: string): Promise<void> {
  await model(page)
    .getByRole("button", { name: /^null_us, line/ })
    .click();
  for (let line = 0; line < 5; line++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home"); // to the indentation, wherever the line was entered
  await page.keyboard.type(last);
}

test("a changed model is drawn at once, marked as modified, kept, named where it is wrong, stopped, and reset", async ({
  lab,
  page,
}) => {
  test.slow(); // Python starts three times
  await lab.open();
  await openModel(page);
  await changeLastLine(page, "return 3000");
  await expect(model(page)).toContainText("Yours, modified from the paper: 1 line changed.");
  await expect(model(page)).toContainText("yours 3,000 µs");
  await expect(page.getByRole("region", { name: "Chart" })).toContainText("modified from the paper");
  const download = page.waitForEvent("download");
  await model(page).getByRole("button", { name: "Download .py" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("firefly_model_modified.py");
  expect(await readFile(await file.path(), "utf8")).toContain("return 3000");
  await page.reload();
  await lab.ready();
  await page.getByRole("button", { name: "Edit the model" }).click();
  await expect(model(page)).toContainText("You wrote this text on an earlier visit. It has not run yet.");
  await model(page).getByRole("button", { name: "Run it" }).click();
  await expect(model(page)).toContainText("yours 3,000 µs"); // Python starts anew

  // A fault is named at its line, and the last curve stays.
  await changeLastLine(page, "return 3000 + nope");
  const alert = model(page).getByRole("alert");
  await expect(alert).toContainText(/Line \d+, column 19: NameError: name 'nope' is not defined/);
  await expect(alert).toContainText("stays on the chart");
  await expect(model(page)).toContainText("yours 3,000 µs");
  await alert.getByRole("button").click();
  await expect(text(page)).toBeFocused();
  // The keyboard leaves the editor by Escape, then Tab.
  const now = await text(page).innerText();
  await page.keyboard.press("Escape");
  await expect(model(page)).toContainText("Tab now leaves the editor.");
  await page.keyboard.press("Tab");
  await expect(text(page)).not.toBeFocused();
  expect(await text(page).innerText()).toBe(now);
  // A model without end is stopped.
  await changeLastLine(page, "while True:");
  await page.keyboard.press("Enter");
  await page.keyboard.type("pass");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(model(page).getByRole("alert")).toContainText("Your model ran longer than 5 s and was stopped.");
  await model(page).getByRole("button", { name: "Reset to the paper’s" }).click();
  await expect(model(page)).toContainText("This is the paper’s text.");
  await expect(model(page).getByText(RAN)).toBeVisible(); // Python starts anew
  await expect(page.getByRole("region", { name: "Chart" })).not.toContainText("modified from the paper");
});

test("an editor that opens at a function has whole numbers of lines", AUDIT, async ({ lab, page }) => {
  const committed = { predictions: { "ceiling-curve": { answers: [{ kind: "none" }], told: true } } };
  await keepAnswers(page, JSON.stringify({ format: "roundtrip-answers", version: 1, lessons: { ceiling: committed } }));
  await goTo(page, "/lesson/ceiling?step=4");
  const numbers = page.locator(".cm-lineNumbers .cm-gutterElement:visible");
  await expect(numbers.getByText("168", { exact: true })).toBeVisible();
  const lines = (await numbers.allTextContents()).map(Number);
  expect(lines).toEqual(lines.map((_, i) => (lines[0] ?? 0) + i));
  expect(lab.complaints).toEqual([]);
});
