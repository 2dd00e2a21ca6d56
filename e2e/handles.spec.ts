/** A reader takes hold of things in the timeline: by mouse, by finger, by key. */
import type { CDPSession, Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { pull as pullEnd } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, heldBy } from "./places.ts";
import type { Lab } from "./lab.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

const handle = (page: Page, key: string): Locator => page.locator(`[data-handle="${key}"]`);
const pill = (page: Page): Locator => page.locator(".tl-pill");
const list = (page: Page): Locator => page.getByRole("group", { name: /^What can befall/ });
const said = (page: Page): Locator => page.locator(".tl-hands > [aria-live=polite]");
const faults = (page: Page): readonly string[] => new URLSearchParams(page.url().split("?")[1] ?? "").getAll("fault");

async function centre(page: Page, key: string): Promise<Point> {
  const box = await handle(page, key).boundingBox();
  if (box === null) throw new Error(`${key} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Takes hold of a handle and drags it by so much; the mouse stays down. */
async function pull(page: Page, key: string, by: Point): Promise<Point> {
  await handle(page, key).scrollIntoViewIfNeeded();
  const { x, y } = await centre(page, key);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 3 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 3 });
  return { x: x + by.x, y: y + by.y };
}

async function letGo(lab: Lab, page: Page): Promise<void> {
  await page.mouse.up();
  await lab.ran();
}

const CALL = "packet call#1";
const RESULT = "packet result#1";
/** One call, so that a run takes no time. */
const ONE = "cedar/call?calls=1";
/** Past the ground’s line, whatever the height of the wire. */
const DOWN = { x: 0, y: 120 };

/** Down the screen, of the two strokes that mark an edge nobody is near. */
const middleOfMark = (edge: Locator): Promise<number> =>
  edge.locator("b").evaluate((mark) => {
    const { top, height } = getComputedStyle(mark, "::before");
    return mark.getBoundingClientRect().top + parseFloat(top) + parseFloat(height) / 2;
  });

test.describe("by mouse", () => {
  test("a packet on the ground is lost, the pill says so before it is let go, and undo takes it back", async ({
    lab,
    page,
  }) => {
    await lab.open(ONE);
    const whole = await lab.traceHash();
    await handle(page, CALL).scrollIntoViewIfNeeded();
    const { x, y } = await centre(page, CALL);
    await page.mouse.move(x, y);
    await expect(pill(page)).toContainText("Drag to the ground: lose call#1.");
    await page.mouse.down();
    await page.mouse.move(x, y + 120, { steps: 4 });
    await expect(page.getByText("ground: the packet is lost")).toBeVisible();
    await expect(pill(page)).toContainText("drop call#1");
    await expect(pill(page)).toContainText(/The call returns at .* \(\+/);
    expect(faults(page), "nothing is changed while it is held").toEqual([]);
    await letGo(lab, page);
    expect(faults(page)).toEqual(["drop call#1"]);
    await expect(said(page)).toContainText(/^drop call#1\. The call returns at/);
    await expect(page.getByRole("region", { name: "What you have changed" })).toContainText("drop call#1");
    await page.keyboard.press("ControlOrMeta+Z");
    await lab.ran();
    expect(await lab.traceHash()).toBe(whole);
  });

  test(
    "a click chooses the packet and lists what can befall it; the keys 1 to 4 go on working",
    heldBy("app/timeline/handle/meaning.test.ts", "e2e/opening.spec.ts"),
    async ({ lab, page }) => {
      await lab.open(ONE);
      await handle(page, RESULT).scrollIntoViewIfNeeded();
      const { x, y } = await centre(page, RESULT);
      await page.mouse.click(x, y);
      await expect(list(page)).toBeVisible();
      await expect(page.locator(".tl-inspector").getByText("Result packet")).toBeVisible();
      await list(page).getByRole("button", { name: "Lose it" }).click();
      await lab.ran();
      expect(faults(page)).toEqual(["drop result#1"]);
      await page.keyboard.press("ControlOrMeta+Z");
      await lab.ran();
      await page.mouse.click(x, y);
      await page.keyboard.press("1");
      await lab.ran();
      expect(faults(page)).toEqual(["drop result#1"]);
    },
  );
});

test.describe("by key", () => {
  test("a packet is lost, delayed, copied, listed and left alone, and keeps the focus", async ({ lab, page }) => {
    await lab.open(ONE);
    await lab.tabTo(handle(page, CALL));
    await expect(pill(page)).toContainText("Drag to the ground");
    await page.keyboard.press("ArrowDown");
    await lab.ran();
    expect(faults(page)).toEqual(["drop call#1"]);
    await expect(handle(page, CALL)).toBeFocused();
    await expect(said(page)).toContainText(/^drop call#1\. The call returns at/);
    await page.keyboard.press("Delete");
    await lab.ran();
    expect(faults(page)).toEqual([]);
    // A key that is held; sent at once, for what follows closely on a quiet machine may be far apart on a busy one.
    await Promise.all([1, 2, 3].map(() => page.keyboard.down("ArrowRight")));
    await page.keyboard.up("ArrowRight");
    await lab.ran();
    expect(faults(page)[0]).toMatch(/^delay call#1 by /);
    await page.keyboard.press("ControlOrMeta+Z");
    await lab.ran();
    expect(faults(page), "keys that follow closely are one step").toEqual([]);
    await expect(handle(page, CALL)).toBeFocused();
    await page.keyboard.press("d");
    await lab.ran();
    expect(faults(page)[0]).toMatch(/^duplicate call#1/);
    await page.keyboard.press("Enter");
    await expect(list(page).getByRole("button").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(handle(page, CALL)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await lab.ran();
    await page.keyboard.press("Enter");
    await lab.tabTo(list(page).getByRole("button", { name: "Leave it alone" }));
    await page.keyboard.press("Enter");
    await lab.ran();
    expect(faults(page)).toEqual([]);
    await expect(handle(page, CALL)).toBeFocused();
  });
});

/** One finger on the screen. */
class Finger {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  async send(type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", at?: Point): Promise<void> {
    const touchPoints = at === undefined ? [] : [{ ...at, id: 1 }];
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  async go(from: Point, to: Point): Promise<void> {
    await this.send("touchStart", from);
    for (let step = 1; step <= 8; step++) {
      const share = step / 8;
      await this.send("touchMove", { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
  }
}

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

test.describe("by finger, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a packet is dragged to the ground while the page stands still; a cancelled drag restores", async ({
    lab,
    page,
  }) => {
    await lab.open(ONE);
    const finger = new Finger(await page.context().newCDPSession(page));
    await handle(page, CALL).evaluate((element) => element.scrollIntoView({ block: "center", inline: "center" }));
    const from = await centre(page, CALL);
    const before = await scrolled(page);
    await finger.go(from, { x: from.x + 120, y: from.y + 4 });
    await expect(pill(page)).toContainText("drop call#1");
    const [own, at] = [await pill(page).boundingBox(), { x: from.x + 120, y: from.y + 4 }];
    expect(own === null || own.y + own.height < at.y || own.y > at.y, "the pill is not under the finger").toBe(true);
    expect(await scrolled(page)).toBe(before);
    await finger.send("touchCancel");
    await lab.ran();
    expect(faults(page)).toEqual([]);
    await finger.go(from, { x: from.x + 120, y: from.y + 4 });
    await expect(pill(page)).toContainText("drop call#1");
    await finger.send("touchEnd");
    await lab.ran();
    expect(faults(page)).toEqual(["drop call#1"]);
  });

  test(
    "a tap lists what can befall a packet; a finger on anything else scrolls the page",
    heldBy("app/timeline/handle/surface.test.ts", "app/timeline/tools/fingers.test.ts"),
    async ({ lab, page }) => {
      await lab.open(ONE);
      const finger = new Finger(await page.context().newCDPSession(page));
      await handle(page, CALL).evaluate((element) => element.scrollIntoView({ block: "center", inline: "center" }));
      const { x, y } = await centre(page, CALL);
      await page.touchscreen.tap(x, y);
      await expect(list(page)).toBeVisible();
      await list(page).getByRole("button", { name: "Lose it" }).tap();
      await lab.ran();
      expect(faults(page)).toEqual(["drop call#1"]);
      await lab.open("cedar/call");
      await handle(page, CALL).evaluate((element) => element.scrollIntoView({ block: "center", inline: "center" }));
      const before = await scrolled(page);
      const bare = { x: 84, y: 500 }; // of the figure
      await finger.go(bare, { x: bare.x, y: bare.y - 200 });
      await finger.send("touchEnd");
      await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 60);
      expect(faults(page)).toEqual([]);
    },
  );
});

test("a step of a lesson has handles, and the way back to the step takes all back", async ({ lab, page }) => {
  expect(lab.complaints).toEqual([]);
  await page.goto("./#/lesson/across-the-wire?step=2");
  await expect(handle(page, CALL)).toBeVisible();
  await pull(page, CALL, DOWN);
  await expect(pill(page)).toContainText("drop call#1");
  await page.mouse.up();
  const changed = page.getByRole("region", { name: "What you have changed" });
  await expect(changed).toContainText("drop call#1");
  await page.getByRole("button", { name: "Take back drop call#1" }).click();
  await expect(changed).toHaveCount(0);
});

test(
  "what comes before the first call has handles: the server is pulled down before it is asked",
  heldBy("app/timeline/handle/placed.test.ts"),
  async ({ lab, page }) => {
    await page.goto("./#/lesson/binding?step=1");
    await expect(handle(page, CALL)).toBeVisible();
    await expect(page.locator("[data-handle^='wire']").first()).toBeVisible();
    const edge = await handle(page, "edge server").boundingBox();
    if (edge === null) throw new Error("the edge is not on the screen");
    const middle = edge.y + edge.height / 2;
    expect(
      Math.abs((await middleOfMark(handle(page, "edge server"))) - middle),
      "the mark lies across it",
    ).toBeLessThan(1);
    const [x, y] = [edge.x + 0.2 * edge.width, edge.y + edge.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 24, { steps: 4 });
    await expect(pill(page)).toContainText(/crash server at [\d.]+(ms|us)/);
    await expect(pill(page)).toContainText("No call begins.");
    await page.mouse.up();
    await expect(page.getByRole("region", { name: "What you have changed" })).toContainText("crash server at");
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(handle(page, CALL)).toBeVisible();
    expect(lab.complaints).toEqual([]);
  },
);

test(
  "axe finds nothing with handles, with the list open, and while something is held",
  AUDIT,
  async ({ lab, page }) => {
    await lab.open(ONE);
    expect(await axeProblems(page)).toEqual([]);
    await lab.tabTo(handle(page, CALL));
    await page.keyboard.press("Enter");
    await expect(list(page)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await pull(page, RESULT, DOWN);
    await expect(pill(page)).toContainText("drop result#1");
    expect(await axeProblems(page)).toEqual([]);
    await page.mouse.up();
    await page.getByRole("button", { name: "Undo" }).click();
    const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
    await pullEnd(page, waterfall.getByRole("slider").first(), -30);
    await expect(waterfall.locator(".tl-pulls")).toContainText("→");
    expect(await axeProblems(page)).toEqual([]);
    await page.mouse.up();
  },
);

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test(
    "a change is a cut: the axis fits at once",
    heldBy("app/timeline/motion/motion.test.ts"),
    async ({ lab, page }) => {
      await lab.open(ONE);
      await lab.tabTo(handle(page, CALL));
      await page.keyboard.press("ArrowDown");
      await lab.ran();
      await expect(handle(page, CALL)).toBeFocused();
      const places = await page.evaluate(async () => {
        const seen: number[] = [];
        for (let frame = 0; frame < 30; frame++) {
          await new Promise(requestAnimationFrame);
          seen.push(document.querySelector("[data-handle='packet call#1']")?.getBoundingClientRect().x ?? -1);
        }
        return seen;
      });
      expect(new Set(places).size, "nothing moves by itself").toBe(1);
    },
  );
});
