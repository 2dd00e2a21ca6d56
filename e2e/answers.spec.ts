/** A class on the desk: its files are checked, its table is walked by keys, its predictions are a lecture’s picture. */
import { readFile } from "node:fs/promises";
import { zipSync } from "fflate";
import { ALL_LESSONS } from "../lessons/all.ts";
import { answerCode } from "../lessons/hand-in/answer-code.ts";
import { inventedForgery, inventedReport, rightAnswer } from "../lessons/hand-in/invented.ts";
import { receiptOf } from "../lessons/hand-in/receipt.ts";
import { dataElement, dataText } from "../lessons/hand-in/report-data.ts";
import { solved } from "../lessons/hand-in/testing.ts";
import { newChecker } from "../engine/cli/checker.ts";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

const checker = newChecker();
const lesson = ALL_LESSONS.find(({ slug }) => slug === "exactly-once");
if (lesson === undefined) throw new Error("There is no lesson exactly-once.");

const SCRIPT = "<img src=x onerror='window.isHit=1'>";
const asFile = (name: string, text: string) => ({ name, mimeType: "text/html", buffer: Buffer.from(text) });

test("files of a class become a table with reasons, a CSV and a lecture; a receipt and a code are taken", async ({
  page,
  lab,
}) => {
  const good = await solved(lesson, checker.engine, `=Ada ${SCRIPT}`);
  const page1 = `<html><body><h1>${SCRIPT}</h1>`;
  const forged = await inventedForgery(lesson, { ...good, student: "Eve" }, checker.engine);
  const packed = zipSync({ "bea.json": Buffer.from(dataText({ ...good, student: "Bea", saved: good.saved + 9 })) });
  await page.goto("./#/desk");
  await page
    .getByLabel("Files of the class")
    .setInputFiles([
      asFile("ada.html", `${page1}${dataElement(good, page1)}</body></html>`),
      asFile("eve.json", forged === null ? "" : dataText(forged)),
      asFile("bad.html", `<html><script>window.isHit=1</script>${SCRIPT}</html>`),
      { name: "class.zip", mimeType: "application/zip", buffer: Buffer.from(packed) },
    ]);
  await expect(page.getByText("3 of 4 reports read.")).toBeVisible();
  const cell = page.getByRole("button", { name: /^Eve, 1\.2 step \d.*does not match its run$/ });
  await page.getByRole("button", { name: /^Eve, 1\.2 step 2/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell).toBeFocused();
  await expect(page.getByText("This page ran it: it does not pass")).toBeVisible();
  await expect(page.getByText(/it says “passed”, and the run with its parameters does not pass/)).toBeVisible();
  await page.getByText(/^\d files? refused/).click();
  await expect(page.getByText("It is no report of Roundtrip: it has no data of one.")).toBeVisible();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as CSV" }).click(),
  ]);
  const lines = await readFile(await csv.path(), "utf8");
  expect(lines).toContain(`"'=Ada `);
  expect(lines).not.toMatch(/(^|,)"?[=+@-]/m);

  await page.getByText("Verify receipts").click();
  await page.getByLabel("Paste one receipt, or many").fill(`From mail:\n${receiptOf(lesson, good) ?? ""}`);
  await page.getByRole("button", { name: "Verify", exact: true }).press("Enter");
  await expect(page.getByText(/^Verified: =Ada .* finished “Exactly once, or an exception”/)).toBeVisible();

  await page.getByRole("tab", { name: "Answers" }).press("ArrowRight");
  const prediction = lesson.steps.flatMap(({ predict }) => predict ?? [])[0];
  if (prediction === undefined) throw new Error("The lesson asks for no prediction.");
  await expect(page.getByText(/^3 predictions\./)).toBeVisible();
  await page.getByText("Codes of phones").click();
  const code = answerCode(lesson, prediction, rightAnswer(lesson, prediction), "Cy");
  await page.getByLabel(/Type or paste the codes/).fill(`${code} ${code.toLowerCase()} ABC`);
  await page.getByRole("button", { name: "Take them in" }).click();
  await expect(page.getByText("1 taken in, 1 had been there already.")).toBeVisible();
  await expect(page.getByText("“ABC” is no code: a code has 11 letters and digits.")).toBeVisible();
  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.getByText("4 of 4 chose it.")).toBeVisible();
  expect(await page.evaluate(() => "isHit" in window)).toBe(false);
  expect(lab.complaints).toEqual([]);
});

const STUDENTS = 19; // of each lesson: 513 files

test("500 reports of all lessons are checked within a minute on two cores", AUDIT, async ({ page }) => {
  const files = [];
  for (const one of ALL_LESSONS) {
    for (let i = 1; i <= STUDENTS; i++) {
      const about = { student: `Student ${i}`, assignment: "", seed: 7 };
      files.push(asFile(`${one.slug} ${i}.json`, dataText(await inventedReport(one, about, checker.engine))));
    }
  }
  await page.goto("./#/desk");
  await expect(page.getByRole("button", { name: "Choose files" })).toBeVisible();
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        (window as { longest?: number }).longest = Math.max((window as { longest?: number }).longest ?? 0, duration);
    }).observe({ type: "longtask" });
  });
  const begun = Date.now();
  await page.getByLabel("Files of the class").setInputFiles(files.slice(0, 500));
  await expect(page.getByText("500 of 500 reports read.")).toBeVisible();
  const seconds = (Date.now() - begun) / 1000;
  const longest = await page.evaluate(() => (window as { longest?: number }).longest ?? 0);
  console.log(`500 reports: ${seconds.toFixed(1)} s; the page’s longest task took ${Math.round(longest)} ms.`);
  expect(seconds).toBeLessThan(60);
});
