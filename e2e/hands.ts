/** In the tests a reader goes through a lesson by keys, or by a finger on a phone. */
import type { Locator, Page } from "@playwright/test";
import { expect, type Lab } from "./lab.ts";
import { drawn } from "./places.ts";

/** A reader acts by keys, which first reach the element, or by a finger. */
export interface Hands {
  readonly press: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
  readonly next: () => Promise<void>;
}

export const keyboard = (lab: Lab, page: Page): Hands => ({
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

export const finger = (page: Page): Hands => ({
  press: async (target) => target.tap(),
  type: async (target, text) => {
    await target.tap();
    await target.fill(text);
  },
  next: async () =>
    page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name: "Next" }).tap(),
});

export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

export async function openLesson(page: Page, slug: string): Promise<void> {
  await page.goto(`./#/lesson/${slug}`);
  await expect(page.locator(".stage .hero > *").first()).toBeVisible();
  await drawn(page); // keys are listened to from then on
}

/** @param steps of the lesson, where that is looked at too */
export async function on(page: Page, hands: Hands, step: number, steps?: number): Promise<void> {
  await hands.next();
  await expect(page.getByRole("navigation", { name: "Steps" })).toContainText(`${step} of ${steps ?? ""}`);
}

/** The line that says so. */
export const passed = (page: Page): Locator => page.locator(".verdict", { hasText: /^Passed$/ });

/** Takes hold in the middle and moves by so many px; the mouse stays down. */
export async function pull(page: Page, handle: Locator, right: number, down = 0): Promise<void> {
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  if (box === null) throw new Error("the handle is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 3 });
  await page.mouse.move(x + right, y + down, { steps: 3 });
}
