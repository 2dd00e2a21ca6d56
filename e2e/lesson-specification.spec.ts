/** Lesson 4.5: a reader writes a specification on the stage. By mouse with its buttons, and by keyboard alone. */
import type { Locator, Page } from "@playwright/test";
import { lesson } from "../lessons/stub-compiler/lesson.ts";
import { SOLUTION } from "../lessons/stub-compiler/specifications.ts";
import { button, finger, keyboard, on, openLesson, passed, type Hands } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, goTo, heldBy } from "./places.ts";

const stage = (page: Page): Locator => page.getByRole("region", { name: "Stage" });
const message = (page: Page): Locator => stage(page).getByRole("region", { name: "The bytes of the message" });
const editor = (page: Page): Locator =>
  stage(page).getByRole("textbox", { name: /^Interface in the language of RP2Gen/ });

const modeButton = (page: Page, name: string, mode: string): Locator =>
  stage(page)
    .getByRole("group", { name: `Mode of ${name}` })
    .getByRole("button", { name: mode, exact: true });

/** Chooses the third answer, which is right in both questions of the lesson. */
type Choose = (radios: Locator) => Promise<void>;

async function commit(page: Page, hands: Hands, choose: Choose): Promise<void> {
  const radios = page.locator(".predict").getByRole("radio");
  await choose(radios);
  await expect(radios.nth(2)).toBeChecked();
  await hands.press(button(page, "Commit"));
  await expect(page.locator(".predict")).toContainText("Right");
}

async function finish(page: Page, hands: Hands, choose: Choose, write: () => Promise<void>): Promise<void> {
  const steps = lesson.steps.length;
  await openLesson(page, lesson.slug);
  await expect(stage(page).getByText("The message in bytes is covered.")).toBeVisible();
  await on(page, hands, 2, steps);
  await commit(page, hands, choose);
  await expect(message(page)).toContainText("The message has 64 bytes: 60 of the header and 4 of the body.");
  await on(page, hands, 3, steps);
  await hands.press(button(page, "Lay all 3 over each other"));
  await expect(message(page)).toContainText("All 3 bodies are the same, byte for byte.");
  await on(page, hands, 4, steps);
  await commit(page, hands, choose);
  await on(page, hands, 5, steps);
  await hands.press(button(page, "Leave the comma out"));
  await expect(stage(page).getByRole("alert")).toContainText('Line 5, column 3: got "IN", want "," or ")".');
  await hands.press(button(page, "Write IN for IN OUT"));
  await expect(message(page)).toContainText("The body is empty: no value travels in this message.");
  await on(page, hands, 6, steps);
  await hands.press(button(page, "Submit"));
  await expect(page.locator(".verdict", { hasText: /^Not yet$/ })).toBeVisible();
  await write();
  await expect(message(page)).toContainText("60 of the header and 20 of the body");
  await hands.press(button(page, "Submit"));
  await expect(passed(page)).toBeVisible();
  await on(page, hands, 7, steps);
  await hands.press(button(page, "Write ten procedures"));
  await expect(stage(page).getByRole("row", { name: /^10 .*2,544 .*2,670$/ })).toBeVisible();
  await on(page, hands, 8, steps);
  await hands.press(page.getByRole("button", { name: "Finish" }).filter({ visible: true }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
}

test(
  "4.5 is finished by keyboard alone: the reader types the specification",
  heldBy("app/lab/interface/compile.test.ts", "e2e/first-lesson.spec.ts"),
  async ({ lab, page }) => {
    const hands = keyboard(lab, page);
    const choose: Choose = async (radios) => {
      await hands.press(radios.first());
      for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowDown");
    };
    await finish(page, hands, choose, async () => {
      await lab.tabTo(editor(page), 200);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.insertText(SOLUTION);
    });
    expect(lab.complaints).toEqual([]);
  },
);

test("4.5: buttons write the specification, and each near miss has its reply", async ({ lab, page }) => {
  await goTo(page, "/lesson/stub-compiler?step=6");
  const article = page.getByRole("article");
  const setMode = async (name: string, mode: string): Promise<void> => modeButton(page, name, mode).click();
  const submit = async (): Promise<void> => button(page, "Submit").click();
  await button(page, "Add a parameter").click();
  await button(page, "Add a parameter").click();
  await stage(page).getByLabel("Type of value2").selectOption("String");
  await setMode("value3", "OUT");
  await expect(editor(page)).toContainText("announce(IN Integer room, IN String value2, OUT Integer value3);");
  await submit();
  await expect(article).toContainText("The reply has 4 bytes and lacks one number.");
  await setMode("room", "IN OUT");
  await setMode("value3", "IN OUT");
  await submit();
  await expect(article).toContainText("the request has 24 bytes. One number need not travel out.");
  await setMode("value3", "OUT");
  await setMode("value2", "IN OUT");
  await submit();
  await expect(article).toContainText("The word comes back as well, with 16 bytes.");
  await setMode("value2", "IN");
  await button(page, "Move value2 Up").click();
  await expect(editor(page)).toContainText("announce(IN String value2, IN OUT Integer room, OUT Integer value3);");
  await submit();
  await expect(passed(page)).toBeVisible();
  expect(lab.complaints).toEqual([]);
});

test(
  "4.5: a text that the reader wrote is not lost, and a word is pulled longer",
  heldBy("app/lab/interface/compile.test.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/lesson/stub-compiler?step=4");
    const word = stage(page).getByLabel("Each String is");
    const letters = stage(page).getByRole("slider", { name: "Letters" });
    await letters.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await expect(word).toHaveValue("abcdefg");
    await editor(page).click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("half a line");
    await expect(stage(page).getByRole("alert")).toContainText('Line 4, column 6: got "a", want "(".');
    await expect(modeButton(page, "word", "IN")).toBeDisabled();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await button(page, "Take the last text that you wrote here").click();
    await expect(editor(page)).toContainText("half a line");
    await page.getByRole("button", { name: /^Line 4, column/ }).click();
    await expect(editor(page)).toBeFocused();
    expect(lab.complaints).toEqual([]);
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("4.5 is finished by touch", AUDIT, async ({ lab, page }) => {
    const hands = finger(page);
    const choose: Choose = async (radios) => hands.press(radios.nth(2));
    await finish(page, hands, choose, async () => {
      for (let i = 0; i < 2; i++) await hands.press(button(page, "Add a parameter"));
      await stage(page).getByLabel("Type of room").selectOption("String");
      await hands.press(modeButton(page, "value2", "IN OUT"));
      await hands.press(modeButton(page, "value3", "OUT"));
    });
    expect(lab.complaints).toEqual([]);
  });
});
