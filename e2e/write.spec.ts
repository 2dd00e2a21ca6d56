/** Write the rule: a reader sets cells, sees the run that breaks them, and solves a level; by mouse and by key. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const verdict = (page: Page): Locator => page.getByRole("region", { name: "What the attack has found" });
const headline = (page: Page): Locator => verdict(page).locator(".headline");

test("a reader mends a server by mouse: each attack names what is wrong, until none is left", async ({ lab, page }) => {
  await page.goto("./#/write/2");
  await expect(headline(page)).toContainText("One fault breaks a promise");
  await page.getByLabel("The number is larger than in the row").selectOption("rowRun");
  await page.getByLabel("The number is smaller").selectOption("ignore");
  await page.getByLabel("It keeps the result").selectOption("next");
  await expect(verdict(page)).toContainText("“A client that asks again wants another seat.”");
  await expect(verdict(page).getByRole("listitem").filter({ hasText: "again: two seats" })).toHaveCount(1);
  await expect(verdict(page).getByRole("region", { name: "Timeline of written/call, call 1" })).toBeVisible();
  const bench = verdict(page).getByRole("link", { name: "Open this run on the bench" });
  await expect(bench).toHaveAttribute("href", /bench\/written\/call\?.*rules=equal.*fault=drop/);
  await page.getByLabel("The number is equal").selectOption("resultAck");
  await expect(headline(page)).toContainText("a call takes 3 packets; 2 are possible.");
  await page.getByLabel("It acknowledges every packet").selectOption("no");
  await expect(headline(page)).toContainText(
    "No promise breaks with two faults; 2 packets a call, as few as possible.",
  );
  await page.reload();
  await expect(headline(page)).toContainText("No promise breaks");
  await expect(page.getByRole("navigation", { name: "Levels" })).toContainText("Run it once solved");
  await page.setViewportSize({ width: 375, height: 667 }); // a small phone
  const [task, form] = [page.locator(".write-goal"), page.getByRole("button", { name: "As a table" })];
  const [above, below] = [await task.boundingBox(), await form.boundingBox()];
  expect(above?.y, "the task is read before the form").toBeLessThan(below?.y ?? NaN);
  expect(lab.complaints).toEqual([]);
});

test("a reader sets a cell, takes it back, and writes a program, all by key", async ({ lab, page }) => {
  await page.goto("./#/write/1?rules=timer=again,reply=match");
  await expect(headline(page)).toContainText("No promise breaks with one fault; 2 packets a call, as few as possible.");
  await lab.tabTo(page.getByLabel("A result comes"));
  await page.keyboard.press("t"); // looks for the next option with this letter, and is no key of the page
  await expect(verdict(page)).toContainText("“I wait for a result, so the next result is mine.”");
  await expect(page.getByRole("button", { name: "Dark" })).toBeVisible();
  await lab.tabTo(page.getByRole("button", { name: "Undo" }));
  await page.keyboard.press("Enter");
  await expect(headline(page)).toContainText("No promise breaks");
  await page.getByRole("button", { name: "As a program" }).press("Enter");
  const editor = page.getByRole("textbox", { name: "The rules in TypeScript" });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("fetch('https://example.org')");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(headline(page)).toContainText("Line 1, column 1, the program: there is no “fetch” here.");
  expect(lab.complaints).toEqual([]);
});

test(
  "a bad link says what is wrong with it, and neither it nor a reload takes the reader’s work",
  heldBy("app/write/kept-levels.test.ts"),
  async ({ lab, page }) => {
    await page.goto("./#/write/2?rules=equal=ignore,timer=fail");
    await expect(page.getByText("Level 2 gives this cell, so it stays as it is.")).toBeVisible();
    const equal = page.getByLabel("The number is equal");
    await expect(equal).toHaveValue("ignore");
    await equal.selectOption("ack");
    await expect(headline(page)).toContainText("A call waits for ever.");
    await page.reload();
    await expect(headline(page)).toContainText("A call waits for ever.");
    await expect(equal, "the link has given its rules already").toHaveValue("ack");
    for (const [link, said] of [
      ["2?rules=eqal=run%F0%9F%8E%AB", "The link’s rules cannot be read, so yours stand here. There is no cell"],
      [`2?code=${"x".repeat(30_000)}`, "The link’s program has 30,000 characters, so yours stands here."],
    ] as const) {
      await page.goto(`./#/write/${link}`);
      await expect(page.getByText(said)).toBeVisible();
      await expect(equal).toHaveValue("ack");
    }
    await page.getByRole("button", { name: "As a program" }).click();
    const editor = page.getByRole("textbox", { name: "The rules in TypeScript" });
    await editor.fill(
      "function client(state: object) {\n  state.rows = new Map();\n  return [];\n}\nfunction server() {}",
    );
    await expect(headline(page)).toContainText('Client, at "start": its state holds rows: a Map.');
    await page.goto("./#/write/9");
    await expect(page.getByText("There is no level 9; there are 1 to 5. This is level 1.")).toBeVisible();
    await page.goBack();
    await expect(editor).toContainText("state.rows = new Map();");
    await page.getByRole("button", { name: "Write my table as a program" }).click();
    await expect(editor).toContainText('{ do: "acknowledge", number }');
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(editor).toContainText("state.rows = new Map();");
    expect(lab.complaints).toEqual([]);
  },
);
