/** The desk: an assignment is built by mouse, opened as a student, done in part, handed in, and graded. */
import { readFileSync } from "node:fs";
import { reportsIn } from "../lessons/hand-in/bundle.ts";
import { readReport } from "../lessons/hand-in/read-report.ts";
import { lesson } from "../lessons/across-the-wire/lesson.ts";
import { expect, test } from "./lab.ts";

test("a teacher builds by mouse, a student does a step that counts and hands in one file", async ({ lab, page }) => {
  await page.goto("./#/");
  await page.getByRole("contentinfo").getByRole("link", { name: "For teachers" }).click();
  await page.getByLabel("Name of the assignment").fill("Week 6: no answer");
  await page.getByLabel("Add a lesson").selectOption({ value: "callback" });
  await page.getByLabel("Add a lesson").selectOption({ value: "exactly-once" });
  await page.getByRole("button", { name: "Move 1.2 Exactly once, or an exception up" }).click();
  await page.getByRole("button", { name: /^1\.2 Exactly once/ }).click();
  const steps = page.getByRole("group", { name: "Steps of 1.2 Exactly once, or an exception" });
  for (const number of [4, 5, 7]) await steps.getByRole("button", { name: `Step ${number}:` }).click();
  await steps.getByRole("button", { name: "Step 2:" }).click();
  await expect(page.getByText("Step 3 needs step 2: its prediction comes before")).toBeVisible();
  await page.getByLabel("Faults: locked").check();
  await expect(
    page.getByText("A checkpoint keeps what it asks for, and no more: 1.2 step 6 (the faults)"),
  ).toBeVisible();
  await page.getByLabel("Your own question").fill("What must a server keep?");
  await page.getByLabel("Due", { exact: true }).fill("Tuesday");
  await page.reload(); // nothing is lost
  await expect(page.getByText("2 lessons, 11 steps")).toBeVisible();
  const link = (await page.locator(".desk-code").textContent()) ?? "";
  expect(link).toContain("#/do?assignment=Week+6:+no+answer&lessons=exactly-once.1-3.6,callback&lock=faults");

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Week 6: no answer" })).toBeVisible();
  await page.getByLabel("Your name or code").fill("Ada");
  const first = page.getByRole("listitem").filter({ hasText: "1.2 Exactly once" });
  await expect(first).toContainText("0 of 4 steps done");
  await first.getByRole("link", { name: /^Begin/ }).click();
  await expect(page.getByRole("navigation", { name: "Assignment" })).toContainText("lesson 1 of 2, due Tuesday");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("radio", { name: "Twice, because the call arrives twice" }).check();
  await page.getByRole("button", { name: "Commit" }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click(); // behind step 3 comes step 6
  await expect(page).toHaveURL(/#\/lesson\/exactly-once\?step=6&/);
  await page.getByRole("navigation", { name: "Assignment" }).getByRole("link", { name: "Week 6: no answer" }).click();
  await expect(first).toContainText("2 of 4 steps done");

  await page.getByLabel("What must a server keep?").fill("The number of the call.");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Hand in: save one file" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("Week-6-no-answer-Ada.json");
  const reports = reportsIn("ada.json", readFileSync(await file.path(), "utf8"));
  expect(reports.map(({ text, own }) => [readReport(text).lesson, readReport(text).student, own?.answer])).toEqual([
    ["exactly-once", "Ada", "The number of the call."],
    ["callback", "Ada", "The number of the call."],
  ]);
  expect(lab.complaints).toEqual([]);
});

test("a lesson stands on paper: figures of its own runs, room for answers, a page for each slide", async ({
  page,
  lab,
}) => {
  await page.goto("./#/desk/handout/across-the-wire");
  await expect(page.getByRole("button", { name: "Print, or save as PDF" })).toBeEnabled();
  const { length } = lesson.steps;
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(length);
  await expect(page.getByRole("group", { name: "Your prediction" }).first()).toBeVisible();
  await expect(page.locator(".paper-figure").first()).toContainText("Call packet");
  await page.getByRole("link", { name: "As slides" }).click();
  await expect(page.getByRole("link", { name: "As a handout" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Print, or save as PDF" })).toBeEnabled();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(length + 1);
  expect(lab.complaints).toEqual([]);
});

test("the numbers that students draw are tried before they are handed out, for the codes that a teacher gives", async ({
  page,
  lab,
}) => {
  await page.goto("./#/desk?lessons=exactly-once&numbers=own");
  const tried = page.locator(".desk-tried");
  await tried.getByText("Codes of your class").click();
  await tried.getByRole("textbox").fill("Ada\n  ada \n\n=1+1\n<b>Bea</b>\n" + "x".repeat(500));
  await tried.getByRole("button", { name: "Try the numbers of 4 students" }).click();
  await expect(tried.getByText("Tried for 4 students: every checkpoint can be solved.")).toBeVisible();
  await page.goto("./#/desk?lessons=exactly-once.1&numbers=own");
  await tried.getByRole("button", { name: /^Try the numbers/ }).click();
  await expect(tried.getByText("there is nothing to try")).toBeVisible();
  for (const path of [
    "handout",
    "handout/__proto__",
    "slides/%3Cscript%3E",
    "handout/../desk",
    `slides/${"a".repeat(3000)}`,
  ]) {
    await page.goto(`./#/desk/${path}`);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  }
  expect(lab.complaints).toEqual([]);
});
