/** A run to be heard: off until asked for, a sound for each packet that the playhead passes, none on a hidden page. */
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, goTo, heldBy } from "./places.ts";

/** Stands in for the browser's audio, and keeps the pitch of each tone that is started. */
const FAKE_AUDIO = `
  window.started = [];
  const parameter = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    destination = {};
    resume() { return Promise.resolve(); }
    createGain() { return { gain: parameter(), connect: (next) => next }; }
    createOscillator() {
      const frequency = parameter();
      const start = () => window.started.push(frequency.value);
      return { type: "", frequency, connect: (next) => next, stop() {}, start };
    }
  };`;

const started = (page: Page): Promise<readonly number[]> => page.evaluate("window.started");
const sound = (page: Page) => page.getByRole("button", { name: "Sound", exact: true });
const listen = (page: Page) => page.getByRole("button", { name: "Listen to the call" });
const clock = (page: Page) => page.locator(".tl-clock");

test.beforeEach(async ({ page }) => {
  await page.addInitScript(FAKE_AUDIO);
});

/** Plays the call to its end, at the fastest speed. */
async function hear(page: Page): Promise<readonly number[]> {
  await page
    .getByRole("group", { name: /^Speed/ })
    .getByRole("button")
    .last()
    .click();
  await listen(page).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  return started(page);
}

test("nothing of it is fetched or heard before a reader asks", async ({ lab, page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await goTo(page, "/lesson/across-the-wire");
  await expect(sound(page)).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "To the end" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  expect(asked.filter((url) => /sound/i.test(url))).toEqual([]);
  expect(await started(page)).toEqual([]);
  await sound(page).click();
  await expect(listen(page)).toBeVisible();
  expect(asked.some((url) => /sounding/i.test(url))).toBe(true);
  expect(await started(page)).toEqual([]); // what is asked for is not yet played
  expect(await axeProblems(page)).toEqual([]);
  expect(lab.complaints).toEqual([]);
});

test(
  "a call is heard: a tick out, a lower one back, the end; a loss is lower than all of them",
  heldBy("app/sound/sounds-of.test.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/bench/cedar/call?calls=1&load=0");
    await lab.openTransport();
    await sound(page).focus();
    await page.keyboard.press("Space");
    await expect(sound(page)).toHaveAttribute("aria-pressed", "true");
    const [out = 0, back = 0, end = 0, ...later] = await hear(page); // the server lets the call go later
    expect(back).toBeLessThan(out);
    expect(end).toBeGreaterThan(out);
    await lab.addFault("drop call#1");
    await lab.ran();
    await page.evaluate("window.started.length = 0");
    const tones = await hear(page);
    const [, lost = 0, again = 0] = tones;
    expect(tones).toEqual([out, lost, again, again, back, end, ...later]); // sent again: twice the same
    expect(lost).toBe(Math.min(...tones));
    await expect(page.locator(".tl-caption")).toContainText(/^♪ \S+.* (tick|ticks|tone): /);
    expect(Math.min(...tones)).toBeLessThan(back);
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "it is kept from visit to visit, and a hidden page is silent",
  heldBy("app/sound/sounds-of.test.ts"),
  async ({ lab, page }) => {
    await goTo(page, "/bench/cedar/call?calls=1&load=0");
    await lab.openTransport();
    await sound(page).click();
    await page.reload();
    await lab.openTransport();
    await expect(sound(page)).toHaveAttribute("aria-pressed", "true");
    await page.evaluate(`Object.defineProperty(document, "visibilityState", { get: () => "hidden" })`);
    expect(await hear(page)).toEqual([]);
    await sound(page).click();
    await expect(listen(page)).toHaveCount(0);
    await page.reload();
    await lab.openTransport();
    await expect(clock(page)).toBeVisible();
    await expect(sound(page)).toHaveAttribute("aria-pressed", "false");
    expect(lab.complaints).toEqual([]);
  },
);

test.describe("where motion is not welcome", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the same sounds come with the beats of the storyboard", AUDIT, async ({ lab, page }) => {
    await goTo(page, "/bench/cedar/call?calls=1&load=0");
    await lab.openTransport();
    await sound(page).click();
    await page
      .getByRole("group", { name: /^Speed/ })
      .getByRole("button")
      .last()
      .click();
    await listen(page).click();
    await expect.poll(async () => (await started(page)).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    expect(lab.complaints).toEqual([]);
  });
});
