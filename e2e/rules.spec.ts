/** What a search over faults finds out: the rules, the moment from which on a run is lost, the states. */
import { readFile } from "node:fs/promises";
import { axeProblems } from "./axe.ts";
import { expect, test } from "./lab.ts";

const WORDS = "From here on it is lost";

test("a cell of the table of rules opens its run, which is marked where it is lost", async ({ lab, page }) => {
  await lab.open("today/call");
  await page.getByRole("button", { name: "Search for faults" }).click();
  const table = page.getByRole("region", { name: "What each rule is for", exact: true });
  await table.getByRole("button", { name: "Find out by search" }).focus();
  await page.keyboard.press("Enter");
  await expect(table.getByRole("status")).toHaveText("Each cell links to the run that breaks the promise.");
  await expect(table.getByRole("row", { name: /^With all rules/ })).toContainText("Every promise holds");
  await page.getByRole("button", { name: "Draw what a search reaches" }).click();
  await expect(page.getByRole("img", { name: /^Streams caller: idle, calling/ })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as DOT" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("today-call_states_2-faults.dot");
  expect(await readFile(await file.path(), "utf8")).toContain(`"Streams caller: idle" -> "Streams caller: calling"`);
  expect(await axeProblems(page)).toEqual([]);
  await table.getByRole("link", { name: "two faults: A call waits for ever." }).click();
  await expect(page).toHaveURL(/fault=drop\+reply%232&fault=crash.*&lost=\d+/);
  await lab.ran();
  await expect(page.locator(".tl-lost")).toContainText(WORDS);
  await expect(page.getByRole("row", { name: new RegExp(WORDS) })).toHaveCount(1);
  await page.getByRole("button", { name: "Remove drop reply#2" }).click();
  await lab.ran();
  await expect(page.locator(".tl-lost")).toHaveCount(0); // it was of another run
  expect(lab.complaints).toEqual([]);
});

test("a moment that cannot be read is left out with a sentence", async ({ lab, page }) => {
  await lab.open("today/call?lost=soon");
  await expect(page.getByText(`lost = "soon" is not a whole number of nanoseconds`)).toBeVisible();
  await expect(page.locator(".tl-lost")).toHaveCount(0);
});
