/** Figures that one lesson has alone: the list of callbacks, two ways on one axis, the model beside its chart. */
import type { Locator, Page } from "@playwright/test";
import { expect, keepAnswers, test } from "./lab.ts";
import { AUDIT, goTo, heldBy } from "./places.ts";

const COMMITTED = JSON.stringify({
  format: "roundtrip-answers",
  version: 1,
  lessons: {
    callback: {
      predictions: { "three-dead": { answers: [{ kind: "number", value: 50, low: 30, high: 70 }], told: true } },
    },
    ceiling: {
      predictions: { "ceiling-curve": { answers: [{ kind: "curve", ys: [1, 2, 5, 10, 15, 18, 20] }], told: true } },
    },
  },
});

const stage = (page: Page): Locator => page.getByRole("region", { name: "Stage" });
const details = (page: Page): Locator => page.getByRole("complementary", { name: "Inspector" });

test("4.1: the list of callbacks empties as replies come, and leads to what did it", async ({ lab, page }) => {
  await goTo(page, "/lesson/callback");
  await page.getByRole("button", { name: "The inspector", exact: true }).click();
  await expect(details(page)).toContainText("Callbacks promised 10 of 10 left");
  await expect(details(page).getByRole("row", { name: /^Workstation 10 awaited 1 time/ })).toBeVisible();
  await stage(page)
    .getByRole("slider", { name: /^Playhead/ })
    .focus();
  await page.keyboard.press("End");
  await expect(details(page)).toContainText("0 of 10 left");
  await expect(details(page)).toContainText("All workstations have confirmed.");
  await page.keyboard.press("Home");
  await expect(details(page)).toContainText("10 of 10 left");
  await expect(details(page).getByRole("button", { name: "Crash" })).toHaveAttribute("aria-disabled", "true");
  for (let step = 0; step < 4; step++) await page.keyboard.press(".");
  await expect(details(page).getByRole("row", { name: /^Workstation 10 awaited/ })).toBeVisible();
  await details(page)
    .getByRole("button", { name: /what made workstation 10 awaited/ })
    .click();
  await expect(details(page)).toContainText("Request packet");
  expect(lab.complaints).toEqual([]);
});

test(
  "4.1: both ways to tell a hundred stand on one time axis, with who is told when",
  heldBy("app/twin/ways/lay-out.test.ts", "app/twin/ways/ways-svg.test.ts"),
  async ({ lab, page }) => {
    await keepAnswers(page, COMMITTED);
    await goTo(page, "/lesson/callback?step=3");
    const ways = stage(page).getByRole("region", { name: /^Twin timelines/ });
    const said = "RPC2, one after another: 187.1 s. MultiRPC: 61 s. The first takes 3.1 times as long.";
    await expect(ways).toContainText(said);
    await expect(ways.getByRole("img")).toHaveCount(1);
    const playhead = ways.getByRole("slider", { name: "Playhead of both runs" });
    await playhead.focus();
    await page.keyboard.press("Home");
    await expect(ways.getByText("at 0 s: 100 to come.")).toHaveCount(2);
    await page.keyboard.press("End");
    await expect(ways.getByText("97 told, 3 given up")).toHaveCount(2);
    await page.keyboard.press("w");
    await expect(ways.getByRole("button", { name: "Fit" })).toBeEnabled();
    await page.keyboard.press("0");
    await expect(ways.getByRole("button", { name: "Fit" })).toBeDisabled();
    await ways.locator("summary").click();
    await expect(ways.getByRole("row", { name: /^MultiRPC Workstation 67 7 times/ })).toContainText("given up");
    await page.getByRole("button", { name: "Ten workstations", exact: true }).click();
    await expect(ways).toContainText("RPC2, one after another: 180.6 s. MultiRPC: 60.2 s.");
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "4.1: nothing of both ways is drawn before a time is committed",
  heldBy("app/lesson/stage-state.test.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/lesson/callback?step=3");
    await expect(page.getByText("The rest of the call is covered until you guess, in step 2.")).toBeVisible();
    await expect(stage(page).getByRole("region", { name: /^Twin timelines/ })).toHaveCount(0);
    await expect(details(page)).toHaveCount(0);
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "4.2: the paper’s model is changed beside its chart, marked as modified, and reset",
  AUDIT,
  async ({ lab, page }) => {
    await keepAnswers(page, COMMITTED);
    await goTo(page, "/lesson/ceiling?step=4");
    const model = stage(page).getByRole("region", { name: /^Model/ });
    const chart = stage(page).getByRole("region", { name: "Chart" });
    await expect(model.getByText("The text ran in Python, in this browser.")).toBeVisible();
    await expect(model).toContainText("This is the paper’s text.");
    await expect(model.locator(":focus")).toHaveCount(0); // the page opened it, not the reader
    await model.getByText("def speedup_limit", { exact: false }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("return 9");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(model).toContainText("Yours, modified from the paper: 1 line changed.");
    await expect(chart).toContainText("The model is yours, modified from the paper.");
    await model.getByRole("button", { name: "Reset to the paper’s" }).click();
    await expect(model).toContainText("This is the paper’s text.");
    await expect(chart).not.toContainText("modified from the paper");
    expect(lab.complaints).toEqual([]);
  },
);

test("4.2: requests at half their cost lift the speedup", async ({ lab, page }) => {
  await keepAnswers(page, COMMITTED);
  await goTo(page, "/lesson/ceiling?step=6");
  await page.getByRole("button", { name: "Halve the cost of sending", exact: true }).click();
  const article = page.getByRole("article");
  await expect(article).toContainText("the ceiling is 6.71 and our run gives 6.23");
  await expect(page).toHaveURL(/requestMs=2\.99/);
  await expect(stage(page).locator(".settings-text")).toContainText("client’s work for a request 2.99 ms");
  expect(lab.complaints).toEqual([]);
});

test(
  "2.1: four hundred calls stand as a distribution, and one lost result as a call again",
  heldBy("app/chart/histogram.test.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/lesson/where-2-66-ms-go?step=5");
    await page.getByRole("button", { name: "Lose one result in a hundred, by chance", exact: true }).click();
    await expect(stage(page).getByRole("application", { name: /p50, .*2\.532 ms.* mean 8\.553 ms/ })).toBeVisible();
    await page.getByRole("button", { name: "Lose the result", exact: true }).click();
    await expect(stage(page).getByRole("img", { name: /^Timeline of/ })).toBeVisible();
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "3.2: the stage shows a message in units of four bytes, and the byte that is damaged",
  heldBy("app/trace/message-units.test.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/lesson/xdr?step=5");
    const message = stage(page).getByRole("region", { name: "The bytes of the message" });
    await expect(message).toContainText("Its message has 64 bytes, 16 units.");
    await page.getByRole("button", { name: "Damage a letter", exact: true }).click();
    await expect(message.getByRole("listitem").filter({ hasText: "is damaged" })).toHaveCount(1);
    await page.getByRole("button", { name: "Damage the string’s length", exact: true }).click();
    await message.getByRole("button", { name: "Reply packet" }).click();
    await expect(message).toContainText("accept status 4 GARBAGE_ARGS");
    expect(lab.complaints).toEqual([]);
  },
);
