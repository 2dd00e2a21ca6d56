/** The opening of the course: a call that fails and comes back; by mouse, keys and touch, and without motion. */
import type { Locator, Page } from "@playwright/test";
import { SENTENCES } from "../app/course/opening/beats.ts";
import { axeProblems } from "./axe.ts";
import { button } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, drawn, LOOKS_AT_ALL } from "./places.ts";
import { scrolled } from "./states.ts";

const opening = (page: Page): Locator => page.getByRole("region", { name: "A call that fails and comes back" });
const picture = (page: Page): Locator => opening(page).getByRole("img");
const packet = (page: Page, line: string): Locator =>
  opening(page).getByRole("button", { name: new RegExp(`\\(${line}\\)`) });
const present = (page: Page): Locator => opening(page).locator("li[aria-current=step] h2");
const outcome = (page: Page): Locator => opening(page).getByRole("status");

const LAST = SENTENCES.length - 1;

async function openHome(page: Page): Promise<void> {
  await page.goto("./#/");
  await expect(picture(page)).toBeVisible();
  await drawn(page);
}

/** The present beat is at rest: its sentence stands, and the page scrolls no more. */
async function atBeat(page: Page, beat: number): Promise<void> {
  await expect(present(page)).toHaveText(SENTENCES[beat] ?? "");
  await scrolled(page);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function middle(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("It has no place on the page.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Across: a share of the figure’s height. */
async function heightAt(page: Page, share: number): Promise<number> {
  const box = await opening(page).locator(".scene").boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) * share;
}

test("the first screen says what this is, has the way in, and shows the packet in flight", async ({ lab, page }) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await openHome(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("link", { name: /^Begin: A call/ })).toBeInViewport({ ratio: 1 });
    await expect(present(page)).toBeInViewport({ ratio: 1 });
    await expect(opening(page).locator(".envelope")).toBeInViewport({ ratio: 1 });
  }
  expect(lab.complaints).toEqual([]);
});

test("by mouse: the wheel scrolls through five beats, and the page scrolls on behind them", async ({ lab, page }) => {
  await openHome(page);
  const seen: string[] = [];
  const moments: string[] = [];
  await page.mouse.move(700, 500);
  const course = page.getByRole("heading", { name: "The course" });
  const isPast = (): Promise<boolean> => course.evaluate((head) => head.getBoundingClientRect().top < 300);
  while (!(await isPast())) {
    await page.mouse.wheel(0, 60);
    const sentence = await present(page).innerText();
    if (seen.at(-1) !== sentence) seen.push(sentence);
    moments.push((await picture(page).getAttribute("aria-label")) ?? "");
  }
  expect(seen).toEqual([...SENTENCES]);
  expect(new Set(moments).size).toBeGreaterThan(15); // one moment, moved by the page’s own scroll
  await expect(picture(page)).toHaveAttribute("aria-label", /Omar has one seat/);
  expect(lab.complaints).toEqual([]);
});

test("by mouse: the packet dragged to the ground is lost, and the story goes on", async ({ lab, page }) => {
  await openHome(page);
  const from = await middle(packet(page, "call#1"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 40);
  await page.mouse.move(from.x, await heightAt(page, 0.72), { steps: 5 });
  const pill = opening(page).locator(".pill");
  await expect(pill).toContainText("drop call#1");
  await expect(pill).toContainText("The call returns at 35.4 ms (+28.2 ms).");
  await expect(opening(page)).toContainText("returns at 35.4 ms →");
  await page.mouse.up();
  await atBeat(page, 1);
  await expect(pill).toHaveCount(0);
  await expect(picture(page)).toHaveAttribute("aria-label", /Call packet, lost/);
  expect(lab.complaints).toEqual([]);
});

test("by mouse: any other change shows the whole run and the way back; Escape takes a drag back", async ({
  lab,
  page,
}) => {
  await openHome(page);
  const from = await middle(packet(page, "call#1"));
  const drag = async (): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 300, from.y, { steps: 5 });
    await expect(opening(page).locator(".pill")).toContainText(/delay call#1 by [\d.]+ms/);
  };
  await drag();
  await page.keyboard.press("Escape");
  await expect(opening(page).locator(".pill")).toHaveCount(0);
  await page.mouse.up();
  await expect(button(page, "Back to the story")).toHaveCount(0);
  await drag();
  await page.mouse.up();
  await expect(outcome(page)).toContainText(/delay call#1 by .* Omar has one seat\.$/);
  await expect(opening(page).getByRole("link", { name: "Open this run on the bench" })).toHaveAttribute(
    "href",
    /fault=delay/,
  );
  await button(page, "Back to the story").click();
  await expect(button(page, "Back to the story")).toHaveCount(0);
  await expect(present(page)).toHaveText(SENTENCES[0]);
  await expect(opening(page).locator(".envelope")).toBeVisible();
  expect(lab.complaints).toEqual([]);
});

test("by keys: the beats, the packet, and the length of the booking", async ({ lab, page }) => {
  await openHome(page);
  await lab.tabTo(button(page, "Next"));
  for (let beat = 1; beat <= LAST; beat++) {
    await page.keyboard.press("Enter");
    await atBeat(page, beat);
  }
  await expect(button(page, "Again")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await atBeat(page, LAST - 1);
  await page.keyboard.press("ArrowRight");
  await atBeat(page, LAST);

  await packet(page, "result#1").focus();
  await page.keyboard.press("ArrowDown");
  await expect(outcome(page)).toContainText(/drop result#1\. .* Omar has one seat\.$/);
  await expect(packet(page, "result#1")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(button(page, "Back to the story")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await button(page, "Copy it").press("Enter");
  await expect(outcome(page)).toContainText("duplicate result#1");
  await expect(packet(page, "result#1")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(button(page, "Lose it")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button(page, "Lose it")).toHaveCount(0);
  await expect(packet(page, "result#1")).toBeFocused();
  await button(page, "Back to the story").press("Enter");

  const booking = opening(page).getByRole("slider", { name: "The booking takes" });
  await booking.focus();
  await page.keyboard.press("ArrowRight");
  await expect(booking).toHaveAttribute("aria-valuetext", "5 ms");
  await expect(outcome(page)).toContainText("The call took 36.4 ms");
  await expect(booking).toBeFocused();
  expect(lab.complaints).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("by touch: a finger drags the packet to the ground, taps show what else can be done", async ({ lab, page }) => {
    await openHome(page);
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]): Promise<unknown> =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] });
    const scrolled = (): Promise<number> => page.evaluate(() => window.scrollY);
    const from = await middle(packet(page, "call#1"));
    const before = await scrolled();
    await touch("touchStart", [from]);
    for (let step = 1; step <= 8; step++) await touch("touchMove", [{ x: from.x + step * 14, y: from.y }]);
    await expect(opening(page).locator(".pill")).toContainText("drop call#1");
    expect(await scrolled()).toBe(before); // a held packet does not scroll the page
    await touch("touchEnd", []);
    await atBeat(page, 1);
    await packet(page, "call#1").tap();
    await button(page, "Leave it alone").tap();
    await expect(outcome(page)).toContainText("The call took 7.2 ms. Omar has one seat.");
    await button(page, "Next").tap();
    await atBeat(page, 2);
    await expect(button(page, "Back to the story")).toHaveCount(0);
    expect(lab.complaints).toEqual([]);
  });
});

test("320 px wide, every beat stays within the page", AUDIT, async ({ lab, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHome(page);
  for (let beat = 0; beat <= LAST; beat += LOOKS_AT_ALL ? 1 : 2) {
    await opening(page)
      .getByRole("button", { name: `${beat + 1} of 5: ${SENTENCES[beat] ?? ""}` })
      .click();
    await atBeat(page, beat);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  expect(lab.complaints).toEqual([]);
});

test("without motion and on paper it is five still pictures, and the last can be taken hold of", async ({
  lab,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHomeStill(page);
  await expect(packet(page, "call#1")).toHaveCount(1);
  await packet(page, "call#1").focus();
  await page.keyboard.press("Delete");
  await expect(outcome(page)).toContainText("No packet was lost. The call took 7.2 ms.");
  await button(page, "Back to the story").click();
  await expect(picture(page).last()).toHaveAttribute("aria-label", /Call packet, lost/);
  await page.emulateMedia({ reducedMotion: "no-preference", media: "print" });
  await expect(picture(page)).toHaveCount(SENTENCES.length);
  expect(lab.complaints).toEqual([]);
});

async function openHomeStill(page: Page): Promise<void> {
  await page.goto("./#/");
  await expect(picture(page)).toHaveCount(SENTENCES.length);
  await drawn(page);
  for (const sentence of SENTENCES) await expect(opening(page).getByRole("heading", { name: sentence })).toBeVisible();
}

test("axe finds nothing in any beat, light and dark, nor beside an open menu", AUDIT, async ({ lab, page }) => {
  await openHome(page);
  for (let beat = 0; beat <= LAST; beat++) {
    await opening(page)
      .getByRole("button", { name: `${beat + 1} of 5: ${SENTENCES[beat] ?? ""}` })
      .click();
    await atBeat(page, beat);
    expect(await axeProblems(page)).toEqual([]);
  }
  await packet(page, "call#1").click();
  await expect(button(page, "Lose it")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(lab.complaints).toEqual([]);
});
