/** Lesson 1.1, which opens the course, finished by keyboard alone, and by touch on a phone. */
import type { Page } from "@playwright/test";
import { button, finger, keyboard, on, openLesson, passed, type Hands } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT } from "./places.ts";

async function finishAcross(page: Page, hands: Hands): Promise<void> {
  await openLesson(page, "across-the-wire");
  await on(page, hands, 2);
  await hands.press(button(page, "Lose the call"));
  await expect(page.getByText("It contains no code for lost packets.")).toBeVisible();
  await on(page, hands, 3);
  await hands.type(page.getByLabel("My guess"), "350");
  await hands.type(page.getByLabel("between", { exact: true }), "300");
  await hands.type(page.getByLabel("and", { exact: true }), "500");
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("Networks feel slow, so a faster one seems to make everything faster.")).toBeVisible();
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("so the call saves")).toBeVisible();
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.press(button(page, "Carry a hundred words"));
  await expect(page.getByText("Each call pays a fixed cost for its two packets.")).toBeVisible();
  await on(page, hands, 6);
  const words = page.getByRole("textbox", { name: "Array, each way", exact: true });
  await hands.type(words, "12");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("Nearly. One more word makes the difference.")).toBeVisible();
  await hands.type(words, "13");
  await hands.press(button(page, "Submit"));
  await expect(passed(page)).toBeVisible();
  await on(page, hands, 7);
}

test("1.1 is finished by keyboard alone", async ({ lab, page }) => {
  const hands = keyboard(lab, page);
  await finishAcross(page, hands);
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
});

test.describe("on a phone, by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("1.1 is finished", AUDIT, async ({ page }) => {
    await finishAcross(page, finger(page));
    await page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name: "Finish" }).tap();
    await expect(page.getByRole("region", { name: "The end of the lesson" })).toBeVisible();
  });
});
