/** On a touch screen: every control answers to a tap, two fingers zoom and move the timeline, one scrolls the page. */
import { readFile } from "node:fs/promises";
import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { AUDIT, drawn, playSlowly, heldBy } from "./places.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Fingers on the screen, as the browser gets them from one. */
class Fingers {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Every finger goes from its first place to its last, in some steps, and is lifted. */
  async go(from: readonly Point[], to: readonly Point[]): Promise<void> {
    const steps = 12;
    const at = (share: number): { x: number; y: number; id: number }[] =>
      from.map((a, id) => {
        const b = to[id] ?? a;
        return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, id };
      });
    await this.#send("touchStart", at(0));
    for (let step = 1; step <= steps; step++) await this.#send("touchMove", at(step / steps));
    await this.#send("touchEnd", []);
  }

  async #send(type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]): Promise<void> {
    await this.#session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

const fingersOn = async (page: Page): Promise<Fingers> => new Fingers(await page.context().newCDPSession(page));

const figure = (page: Page): Locator => page.getByRole("group", { name: "Timeline figure" });
const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const dock = (page: Page, name: string): Locator =>
  page.getByRole("group", { name: "Parts of the lesson" }).getByRole("button", { name, exact: true });

/** The place of the playhead along the figure, in pixels from its start. */
const playhead = async (page: Page): Promise<number> =>
  Number(await page.getByRole("slider", { name: "Playhead" }).inputValue());
const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

/** The middle of what is seen of the figure, once the page has come to rest there. */
async function middleOf(page: Page): Promise<Point> {
  await figure(page).evaluate((element) => element.scrollIntoView({ block: "start" }));
  const { x, y, width, height } = (await figure(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const bottom = Math.min(y + height, (page.viewportSize()?.height ?? 0) - 140); // above the dock
  return { x: x + width / 2, y: (Math.max(0, y) + bottom) / 2 };
}

const moved = ({ x, y }: Point, by: Partial<Point>): Point => ({ x: x + (by.x ?? 0), y: y + (by.y ?? 0) });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("two fingers zoom and move the timeline, one scrolls the page, also where it is zoomed in", async ({
    lab,
    page,
  }) => {
    await lab.open();
    await drawn(page); // a line of the fallback font may break elsewhere
    const fingers = await fingersOn(page);
    await page.getByRole("slider", { name: "Playhead" }).fill("250");
    const at = await middleOf(page);
    const before = { playhead: await playhead(page), scroll: await scrolled(page) };
    await fingers.go([moved(at, { y: -60 }), moved(at, { y: 60 })], [moved(at, { y: -150 }), moved(at, { y: 150 })]);
    await expect.poll(() => playhead(page)).not.toBe(before.playhead);
    expect(await scrolled(page)).toBe(before.scroll);
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
    await expect(page.getByText("Two fingers zoom and move it; one scrolls the page.")).toBeVisible();

    await page.getByRole("group", { name: "Transport" }).getByRole("button", { name: "Step forward" }).tap();
    const zoomed = await playhead(page);
    const here = await middleOf(page);
    const two = [moved(here, { x: -40 }), moved(here, { x: 40 })];
    await fingers.go(
      two,
      two.map((one) => moved(one, { y: 60 })),
    );
    await expect.poll(async () => Math.abs((await playhead(page)) - zoomed - 60)).toBeLessThan(12);

    const start = await scrolled(page);
    await fingers.go([moved(here, { y: 120 })], [moved(here, { y: -120 })]);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(start + 100);
  });

  test("every control of the bench answers to a tap", heldBy("e2e/touch.spec.ts"), async ({ lab }) => {
    test.slow();
    await lab.open("firefly/null?fault=drop+call%232");
    await pullABar(lab);
    await tapSettings(lab);
    await tapFigures(lab);
    await tapMenu(lab);
  });

  test("every control of a lesson answers to a tap", async ({ lab, page }) => {
    expect(lab.complaints).toEqual([]);
    await page.goto("./#/lesson/where-2-66-ms-go?step=2");
    await expect(figure(page)).toBeVisible();
    await expect(button(page, "Play"), "the dock has the one transport").toHaveCount(1);
    await button(page, "No idea").tap();
    await page.getByRole("radio", { name: "Nearly as long as before" }).tap();
    await button(page, "Answer").tap();
    await expect(page.getByText("everything else stays.")).toBeVisible();
    await page
      .getByRole("button", { name: /^4\.5 %, computed here/ })
      .first()
      .tap();
    await expect(page.getByRole("note")).toContainText("Both packets, as a share of the measured call");
    await dock(page, "Stage").tap();
    await expect(page.getByRole("region", { name: "Stage" })).toBeInViewport();
    const before = await playhead(page);
    await dock(page, "Step back").tap();
    expect(await playhead(page)).toBeLessThan(before);
    await playSlowly(page);
    await dock(page, "Play").tap();
    await dock(page, "Pause").tap();
    await dock(page, "Read").tap();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await page.getByRole("navigation", { name: "Steps" }).getByRole("button").tap();
    await page.getByRole("button", { name: "Step 3: The whole account" }).tap();
    await page.getByRole("radio", { name: "Software that hands a packet" }).tap();
    await button(page, "Compare with ours").tap();
    await expect(page.getByText("passes it to the one processor that reaches the controller")).toBeVisible();
    await dock(page, "Next").tap();
    await expect(page.getByRole("navigation", { name: "Steps" })).toContainText("4 of 7");
    await button(page, "Show Null()").tap();
    await expect(page.getByRole("region", { name: "Stage" })).toContainText("Null()");
  });

  test(
    "the form below the figure changes the run, and the way back leads to the step",
    heldBy("e2e/handles.spec.ts"),
    async ({ lab, page }) => {
      expect(lab.complaints).toEqual([]);
      await page.goto("./#/lesson/where-2-66-ms-go?step=5");
      await expect(figure(page)).toBeVisible();
      await button(page, "Parameters and faults").tap();
      await lab.field("Caller threads").tap();
      await lab.field("Caller threads").fill("2");
      await lab.field("Faults of the run").tap();
      await lab.field("Faults of the run").fill("drop call#1");
      await button(page, "Add").tap();
      await expect(page.getByText("2 caller threads, drop call#1, seed 1")).toBeVisible();
      await lab.unfold();
      await page.getByText("Shared", { exact: true }).tap();
      await expect(page.getByText("ethernet segment shared, drop call#1, seed 1")).toBeVisible();
      await button(page, "Remove drop call#1").tap();
      await button(page, "Back to the step").tap();
      await expect(page.locator(".settings-text")).toHaveText("seed 1");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    },
  );

  test(
    "answers are exported, forgotten and taken in again",
    heldBy("app/record/answers.test.ts"),
    async ({ lab, page }) => {
      expect(lab.complaints).toEqual([]);
      await page.goto("./#/lesson/where-2-66-ms-go?step=2");
      await expect(figure(page)).toBeVisible();
      await button(page, "No idea").tap();
      await page.getByText("Your answers").tap();
      const answers = page.locator(".answers-panel");
      const saving = page.waitForEvent("download");
      await answers.getByRole("button", { name: "Export", exact: true }).tap();
      const file = await saving;
      expect(file.suggestedFilename()).toBe("roundtrip-answers.json");
      const kept = JSON.parse(await readFile(await file.path(), "utf8")) as { lessons: Record<string, unknown> };
      expect(Object.keys(kept.lessons)).toEqual(["where-2-66-ms-go"]);
      await button(page, "Forget this lesson’s").tap();
      await button(page, "Yes, forget them").tap();
      await expect(button(page, "Commit")).toBeVisible();
      const choosing = page.waitForEvent("filechooser");
      await button(page, "Import").tap();
      await (await choosing).setFiles(await file.path());
      await expect(answers.getByText("Answers to 1 lesson came from")).toBeVisible();
      await expect(page.getByText("You committed: no idea.")).toBeVisible();
      const again = page.waitForEvent("filechooser");
      await button(page, "Import").tap();
      await (await again).setFiles({ name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{}") });
      await expect(answers.getByText("cannot be read")).toBeVisible();
      await expect(page.getByText("You committed: no idea.")).toBeVisible();
    },
  );
});

/** Taps one control after the other, and sees to it that each does something. */
async function tapSettings(lab: Lab): Promise<void> {
  const { page } = lab;
  await lab.chooseExperiment("MaxResult(b)");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("MaxResult");
  await button(page, "Undo").tap();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Null()");
  await lab.unfold();
  await lab.rail("Caller processors").tap({ position: { x: 4, y: 22 } });
  await expect(lab.field("Caller processors")).toHaveValue("1");
  await page.getByRole("button", { name: "Reset Caller processors" }).tap();
  await expect(lab.field("Caller processors")).toHaveValue("5");
  await page.getByText("Shared", { exact: true }).tap();
  await expect(page).toHaveURL(/segment=shared/);
  await button(page, "Remove drop call#2").tap();
  await lab.ran();
  await page.getByRole("button", { name: "Settings", exact: true }).tap();
  await expect(page.getByRole("heading", { name: "Parameters" })).toBeInViewport();
  await page.getByRole("button", { name: "Inspector", exact: true }).tap();
  await button(page, "Drop").tap();
  await expect(page).toHaveURL(/fault=drop\+call%231/);
  await lab.ran();
  await page.getByRole("button", { name: "Figures", exact: true }).tap();
}

async function tapFigures(lab: Lab): Promise<void> {
  const { page } = lab;
  const transport = page.getByRole("group", { name: "Transport" });
  const time = (): Promise<number> => playhead(page);
  await transport.getByRole("button", { name: "To the end" }).tap();
  const end = await time();
  await transport.getByRole("button", { name: "Step back" }).tap();
  expect(await time()).toBeLessThan(end);
  await transport.getByRole("button", { name: "To the start" }).tap();
  expect(await time()).toBe(0);
  await transport.getByRole("button", { name: "Linear" }).tap();
  await expect(transport.getByRole("button", { name: "Linear" })).toHaveAttribute("aria-pressed", "true");
  const slider = page.getByRole("slider", { name: "Playhead" });
  const timeAt = async (pixel: string): Promise<string | null> => {
    await slider.fill(pixel);
    return slider.getAttribute("aria-valuetext");
  };
  const whole = await timeAt("400");
  await transport.getByRole("button", { name: "To the start" }).tap();
  await transport.getByRole("button", { name: "Zoom in" }).tap();
  expect(await timeAt("400")).not.toBe(whole);
  await transport.getByRole("button", { name: "Fit the call" }).tap();
  expect(await timeAt("400")).toBe(whole);
  const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
  await waterfall.getByRole("button", { name: "Steps", exact: true }).tap();
  await waterfall.getByRole("listitem").getByRole("button").first().tap();
  await expect(waterfall.locator(".tl-sources")).toBeVisible();
  const charts = page.getByRole("region", { name: "Chart" });
  await lab.chooseChart("Latency, mean");
  await lab.ready();
  await charts.getByRole("application").tap({ position: { x: 300, y: 100 } });
  await expect(page).toHaveURL(/threads=[5-8]/);
  await charts.getByRole("button", { name: "Show data" }).tap();
  await expect(charts.getByRole("table")).toBeVisible();
  await page.getByRole("button", { name: "Latency, mean, simulated." }).tap();
  await expect(page.getByText(/This run: seed 1, trace/)).toBeVisible();
}

/** A finger pulls the end of a packet's bar while the page stands still. */
async function pullABar({ page }: Lab): Promise<void> {
  const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
  await waterfall.getByRole("button", { name: "Steps", exact: true }).tap();
  const end = waterfall.getByRole("slider", { name: /^network\./ }).first();
  await end.evaluate((element) => element.scrollIntoView({ block: "center", inline: "center" }));
  const box = await end.boundingBox();
  if (box === null) throw new Error("no bar has an end that can be pulled");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await (await fingersOn(page)).go([at], [moved(at, { x: -6, y: 40 })]);
  await expect(page).toHaveURL(/networkMbps=[1-9]\d/);
  // A line above now names the change; the page goes with it and with nothing else.
  await expect.poll(async () => Math.abs(((await end.boundingBox())?.y ?? Infinity) - box.y)).toBeLessThan(8);
  await page
    .getByRole("group", { name: "network", exact: true })
    .getByRole("button", { name: "network: a longer bar" })
    .tap();
  await page.keyboard.press("ControlOrMeta+Z");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(page).not.toHaveURL(/networkMbps=/);
}

async function tapMenu({ page }: Lab): Promise<void> {
  const places = page.getByRole("navigation", { name: "Places" });
  await button(page, "Menu").tap();
  await places.getByRole("button", { name: "Find" }).tap();
  await expect(page.getByRole("combobox", { name: /^Find/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await button(page, "Menu").tap();
  await places.getByRole("link", { name: "Papers" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test.describe("on a tablet, where time runs across", () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

  test(
    "two fingers zoom, one moves sideways where it is zoomed in, and up and down it scrolls",
    AUDIT,
    async ({ lab, page }) => {
      await lab.open();
      await page.locator(".tl-handles").waitFor(); // the figure with handles takes the place of that without
      const fingers = await fingersOn(page);
      const at = await middleOf(page);
      await page.getByRole("group", { name: "Transport" }).getByRole("button", { name: "Step forward" }).tap();
      const here = await middleOf(page);
      const before = await playhead(page);
      await fingers.go([moved(here, { x: -200 })], [moved(here, { x: 100 })]);
      expect(await playhead(page), "all of the call is in view, so there is nowhere to move").toBe(before);
      const left = moved(at, { x: -300 });
      await fingers.go(
        [moved(left, { x: -30 }), moved(left, { x: 30 })],
        [moved(left, { x: -90 }), moved(left, { x: 90 })],
      );
      await expect.poll(() => playhead(page)).not.toBe(before);
      await page.getByRole("group", { name: "Transport" }).getByRole("button", { name: "Step forward" }).tap();
      const zoomed = await playhead(page);
      const again = await middleOf(page);
      await fingers.go([again], [moved(again, { x: 100 })]);
      await expect.poll(() => playhead(page)).toBeGreaterThan(zoomed + 40);
      const start = await scrolled(page);
      await fingers.go([moved(again, { y: 150 })], [moved(again, { y: -150 })]);
      await expect.poll(() => scrolled(page)).toBeGreaterThan(start + 100);
    },
  );
});
