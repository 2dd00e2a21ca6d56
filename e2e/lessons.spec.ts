/** Both lessons finished by keyboard alone, and by touch on a phone; the course home breaks a packet in a minute. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import type { Lab } from "./lab.ts";

/** How a reader acts: by keys that reach the thing first, or by a finger. */
interface Hands {
  readonly press: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
  readonly next: () => Promise<void>;
}

const keyboard = (lab: Lab, page: Page): Hands => ({
  press: async (target) => {
    await lab.tabTo(target, 200);
    await page.keyboard.press("Enter");
  },
  type: async (target, text) => {
    await lab.tabTo(target, 200);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
  },
  next: async () => {
    await page.keyboard.press("n");
  },
});

const finger = (page: Page): Hands => ({
  press: async (target) => target.tap(),
  type: async (target, text) => {
    await target.tap();
    await target.fill(text);
  },
  next: async () =>
    page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name: "Next" }).tap(),
});

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

async function openLesson(page: Page, slug: string): Promise<void> {
  await page.goto(`./#/lesson/${slug}`);
  await expect(page.getByRole("group", { name: "Timeline figure" })).toBeVisible();
}

async function on(page: Page, hands: Hands, step: number): Promise<void> {
  await hands.next();
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText(`${step} of 7`);
}

async function finishWhere(page: Page, hands: Hands): Promise<void> {
  await openLesson(page, "where-2-66-ms-go");
  await on(page, hands, 2);
  await expect(page.getByText("Where the time goes is covered until you commit.")).toBeVisible();
  await hands.type(page.getByLabel("My guess"), "50");
  await hands.type(page.getByLabel("sure: at least"), "30");
  await hands.type(page.getByLabel("at most", { exact: true }), "70");
  await hands.press(button(page, "Commit"));
  await expect(page.getByText("A network feels slow")).toBeVisible();
  await expect(page.getByText("covered until you commit.")).toHaveCount(0);
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByText("missed it; your guess is 11 times too high")).toBeVisible();
  await on(page, hands, 3);
  await hands.type(page.getByLabel("Or in your own words"), "Software that hands a packet on.");
  await hands.press(button(page, "Compare with ours"));
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.press(button(page, "Lose the result"));
  await expect(page.getByText("It waits, then a timer sends the call again")).toBeVisible();
  await on(page, hands, 6);
  const speed = page.getByRole("textbox", { name: "Network speed", exact: true });
  await hands.type(speed, "2.7");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("passes too, so yours is not the limit.")).toBeVisible();
  await expect(page.getByText("Right by the table")).toBeVisible();
  await hands.type(speed, "3.1");
  await hands.press(button(page, "Submit"));
  await expect(page.getByText("fails, so yours is the limit.")).toBeVisible();
  await on(page, hands, 7);
}

async function finishThreads(page: Page, hands: Hands, draw: () => Promise<void>): Promise<void> {
  await openLesson(page, "more-threads");
  await on(page, hands, 2);
  await draw();
  await hands.press(button(page, "Commit"));
  await hands.press(button(page, "Show the answer"));
  await expect(page.getByRole("table", { name: "Your curve and the measured one" })).toBeVisible();
  await expect(page.getByText("you drew")).toBeAttached();
  await on(page, hands, 3);
  await on(page, hands, 4);
  await on(page, hands, 5);
  await hands.press(button(page, "Leave the caller one processor"));
  await expect(page.getByText("The caller's processor is full")).toBeVisible();
  await on(page, hands, 6);
  await hands.type(page.getByRole("textbox", { name: "Network speed", exact: true }).first(), "100");
  await hands.press(button(page, "Submit"));
  await expect(page.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Waits for a switch.")).toBeVisible();
  await on(page, hands, 7);
}

test("2.1 is finished by keyboard alone, and B brings the stage back", async ({ lab, page }) => {
  const hands = keyboard(lab, page);
  await finishWhere(page, hands);
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
  await hands.press(button(page, "Set"));
  await hands.type(page.getByRole("textbox", { name: "Caller threads", exact: true }), "3");
  await page.keyboard.press("Enter");
  await expect(button(page, "Back to the step")).toBeVisible();
  await lab.tabTo(button(page, "Set"), 200);
  await page.keyboard.press("b");
  await expect(button(page, "Back to the step")).toHaveCount(0);
});

test("2.2 is finished by keyboard alone", async ({ lab, page }) => {
  test.slow();
  const hands = keyboard(lab, page);
  await finishThreads(page, hands, async () => {
    await lab.tabTo(page.getByRole("slider", { name: "1 caller threads" }), 200);
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await lab.tabTo(page.getByRole("slider", { name: "8 caller threads" }), 200);
    await page.keyboard.press("End");
  });
  await hands.press(page.getByRole("article").getByRole("button", { name: "Finish" }));
  await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
});

test.describe("on a phone, by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const finish = (page: Page): Promise<void> =>
    page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name: "Finish" }).tap();

  test("2.1 is finished", async ({ lab, page }) => {
    expect(lab.complaints).toEqual([]);
    await finishWhere(page, finger(page));
    await finish(page);
    await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
  });

  test("2.2 is finished, its curve tapped point by point", async ({ lab, page }) => {
    test.slow();
    expect(lab.complaints).toEqual([]);
    await finishThreads(page, finger(page), async () => {
      const pad = page.getByRole("group", { name: /one point for each value/ });
      await pad.scrollIntoViewIfNeeded();
      const { width, height } = (await pad.boundingBox()) ?? { width: 0, height: 0 };
      for (const [x, y] of [
        [0.12, 0.7],
        [0.5, 0.5],
        [0.95, 0.1],
      ] as const) {
        await pad.tap({ position: { x: x * width, y: y * height }, force: true });
      }
    });
    await finish(page);
    await expect(page.getByRole("region", { name: "Finished" })).toBeVisible();
  });
});

test("answers outlive the page, and are forgotten on request", async ({ lab, page }) => {
  expect(lab.complaints).toEqual([]);
  await openLesson(page, "where-2-66-ms-go");
  await page.goto("./#/lesson/where-2-66-ms-go?step=2");
  await button(page, "No idea").click();
  await page.reload();
  await expect(page.getByText("You committed: no idea.")).toBeVisible();
  await page.getByText("Your answers").click();
  await button(page, "Forget this lesson’s").click();
  await button(page, "Yes, forget them").click();
  await expect(button(page, "Commit")).toBeVisible();
});

test("within a minute of landing a reader has run a call and lost a packet", async ({ lab, page }) => {
  expect(lab.complaints).toEqual([]);
  await page.goto("./#/");
  await button(page, "Run the call").click();
  await expect(page.getByText(/^The call took/)).toBeVisible({ timeout: 30_000 });
  await button(page, "Lose a packet").click();
  await expect(page.getByText(/^The result packet was lost/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Where 2.66 ms go" })).toBeVisible();
});
