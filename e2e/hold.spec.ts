/**
 * What is taken hold of where there is no timeline: the end of a word, a mode, a ruler, a
 * bar. By mouse and by keys. */
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { pull } from "./hands.ts";
import { expect, keepAnswers, test } from "./lab.ts";
import { AUDIT, goTo, heldBy } from "./places.ts";

/** Guesses that are committed without an idea. */
const guessed = (...asked: readonly string[]) => ({
  predictions: Object.fromEntries(asked.map((id) => [id, { answers: [{ kind: "none" }], told: true }] as const)),
});

/** The reader has guessed: nothing is covered. */
const ANSWERS = JSON.stringify({
  format: "roundtrip-answers",
  version: 1,
  lessons: {
    "make-it-faster": guessed("two-offers"),
    xdr: guessed("how-long"),
    "stub-compiler": guessed("how-long", "four-letters"),
  },
});

const stage = (page: Page): Locator => page.getByRole("region", { name: "Stage" });
const message = (page: Page): Locator => stage(page).getByRole("region", { name: "The bytes of the message" });

const widthBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe("3.2: the end of the string in the bytes", () => {
  const STEP = "/lesson/xdr?step=5";
  const end = (page: Page): Locator => stage(page).getByRole("slider", { name: /^End of the string/ });

  test("is pulled by the mouse: letters come one by one, units whole; undo is one step", async ({ lab, page }) => {
    await goTo(page, STEP);
    await expect(end(page)).toHaveAttribute("aria-valuetext", "9 letters, 3 bytes of padding");
    const width = (await message(page).locator("code > span").first().boundingBox())?.width ?? 0;
    await pull(page, end(page), 2 * width);
    await expect(stage(page).locator(".pulled-line")).toContainText("9 → 11 letters, 1 byte of padding");
    await expect(message(page)).toContainText("the string “ijk”"); // while it is held
    await expect(message(page)).toContainText("Its message has 64 bytes");
    const box = await end(page).boundingBox();
    if (box === null) throw new Error("the end is not on the screen");
    await page.mouse.move(box.x + box.width / 2 + 2 * width, box.y + box.height / 2, { steps: 3 });
    await expect(message(page)).toContainText("Its message has 68 bytes");
    await expect(stage(page).locator(".pulled-line")).toContainText("message +4 bytes");
    await page.mouse.up();
    await expect(page).toHaveURL(/argumentBytes=13/);
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(end(page)).toHaveAttribute("aria-valuenow", "9");
    await expect(message(page)).toContainText("Its message has 64 bytes");
    expect(lab.complaints).toEqual([]);
  });

  test("Escape lets it go where it was; keys and buttons move it, and the focus stays", async ({ lab, page }) => {
    await goTo(page, STEP);
    await pull(page, end(page), 0, 100);
    await expect(stage(page).locator(".pulled-line")).toContainText("9 → ");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(end(page)).toHaveAttribute("aria-valuenow", "9");
    await lab.tabTo(end(page), 200);
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
    await expect(message(page)).toContainText("Its message has 68 bytes");
    await expect(end(page)).toBeFocused();
    await stage(page).getByRole("button", { name: "One letter fewer" }).click();
    await expect(message(page)).toContainText("Its message has 64 bytes");
    await expect(end(page)).toHaveAttribute("aria-valuetext", "12 letters, no padding");
  });

  test(
    "is not there before the guess, and not in the reply",
    heldBy("app/lesson/stage/data-end.test.ts"),
    async ({ page }) => {
      await goTo(page, "/lesson/xdr?step=2");
      await expect(message(page)).toContainText("Its message has 40 bytes");
      await expect(stage(page).getByRole("slider", { name: /^End of/ })).toHaveCount(0);
      await goTo(page, STEP);
      await message(page).getByRole("button", { name: "Reply packet" }).click();
      await expect(message(page)).toContainText("Its message has 24 bytes");
      await expect(end(page)).toHaveCount(0);
    },
  );

  test(
    "it sets what the checkpoint asks for",
    heldBy("app/lesson/stage/data-end.test.ts", "app/lesson/questions/checkpoint-parts.slow.test.ts"),
    async ({ page }) => {
      await keepAnswers(page, ANSWERS);
      await goTo(page, "/lesson/xdr?step=6");
      const argument = stage(page).getByRole("slider", { name: /^End of the argument/ });
      await argument.focus();
      for (let i = 0; i < 15; i++) await page.keyboard.press("PageUp");
      await expect(message(page)).toContainText("Its message has 100 bytes");
      await page.getByRole("button", { name: "Submit" }).first().click();
      await expect(page.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
    },
  );
});

test.describe("4.5: a parameter’s mode", () => {
  const mark = (page: Page): Locator => stage(page).getByRole("slider", { name: /^room:/ });

  test.beforeEach(async ({ page }) => {
    await keepAnswers(page, ANSWERS);
    await goTo(page, "/lesson/stub-compiler?step=5");
    await expect(message(page)).toContainText("60 of the header and 4 of the body");
  });

  test(
    "is pulled by the mouse: the reply follows while it is held, and the text with it",
    heldBy("app/hand/hand.test.ts", "e2e/lesson-specification.spec.ts"),
    async ({ lab, page }) => {
      const editor = stage(page).getByRole("textbox", { name: /^Interface in the language of RP2Gen/ });
      await pull(page, mark(page), -64);
      await expect(message(page)).toContainText("The body is empty: no value travels in this message.");
      await expect(editor).toContainText("IN Integer room");
      await expect(page).not.toHaveURL(/specification=/);
      await page.keyboard.press("Escape");
      await page.mouse.up();
      await expect(message(page)).toContainText("60 of the header and 4 of the body");
      await expect(editor).toContainText("IN OUT Integer room");
      await pull(page, mark(page), -64);
      await page.mouse.up();
      await expect(page).toHaveURL(/specification=/);
      await expect(message(page)).toContainText("The body is empty");
      await page.keyboard.press("ControlOrMeta+Z");
      await expect(mark(page)).toHaveAttribute("aria-valuetext", "IN OUT, travels out and back");
      await expect(message(page)).toContainText("60 of the header and 4 of the body");
      expect(lab.complaints).toEqual([]);
    },
  );

  test(
    "is moved by keys, and keeps the focus; the request loses what is OUT",
    heldBy("app/hand/hand.test.ts", "e2e/lesson-specification.spec.ts"),
    async ({ page }) => {
      await mark(page).focus(); // a Tab in the editor before it would indent
      await page.keyboard.press("ArrowRight");
      await expect(mark(page)).toHaveAttribute("aria-valuetext", "OUT, travels back");
      await expect(mark(page)).toBeFocused();
      await message(page)
        .getByRole("button", { name: /^Request/ })
        .click();
      await expect(message(page)).toContainText("60 of the header and 4 of the body"); // the exam’s number alone
      await stage(page).getByRole("group", { name: "Mode of room" }).getByRole("button", { name: "IN OUT" }).click();
      await expect(message(page)).toContainText("60 of the header and 8 of the body");
    },
  );
});

test.describe("6.1: the ruler", () => {
  const ruler = (page: Page): Locator => stage(page).getByRole("slider", { name: /^Ruler/ });
  const heightOf = async (page: Page, name: string): Promise<number> =>
    Number(await stage(page).locator(".ranks g", { hasText: name }).first().locator("circle").getAttribute("cy"));

  test.beforeEach(async ({ page }) => {
    await goTo(page, "/lesson/who-is-fastest?step=3");
    await expect(ruler(page)).toHaveAttribute("aria-valuetext", /^Time: Cedar, Amoeba, /);
  });

  test("is pulled by the mouse: lines cross under the hand, the chart follows, and letting go sets the stop", async ({
    lab,
    page,
  }) => {
    const [cedar, amoeba] = [await heightOf(page, "Cedar"), await heightOf(page, "Amoeba")];
    expect(cedar).toBeLessThan(amoeba);
    const chart = stage(page).getByRole("region", { name: "Chart", exact: true });
    const ofCedar = chart.getByRole("row", { name: /^Cedar/ });
    await expect(ofCedar).toContainText("1.1");
    const top = (await ruler(page).boundingBox())?.y;
    await pull(page, ruler(page), 150);
    const between = await heightOf(page, "Cedar");
    expect(between).toBeGreaterThan(cedar);
    await expect(chart).toContainText("measured at one MIPS"); // the chart follows to the nearest stop
    await expect(ofCedar).toContainText("3.6");
    await page.mouse.move(page.viewportSize()?.width ?? 0, 600, { steps: 3 });
    await expect(chart).toContainText("Share of its own wire");
    await expect(ofCedar).toContainText("87.5");
    expect((await ruler(page).boundingBox())?.y, "it stays under the hand").toBe(top);
    await expect(page).not.toHaveURL(/normalise=|throughput/); // nothing is set while it is held
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await heightOf(page, "Cedar")).toBe(cedar);
    await expect(chart).toContainText("Time of an empty call");
    await expect(ofCedar).toContainText("1.1");
    const width = (await stage(page).locator(".ranks-room").boundingBox())?.width ?? 0;
    await pull(page, ruler(page), 0.25 * width);
    expect(await heightOf(page, "Cedar")).toBeGreaterThan(await heightOf(page, "Amoeba"));
    await page.mouse.up();
    await expect(page).toHaveURL(/normalise=mips/);
    await expect(ruler(page)).toHaveAttribute("aria-valuetext", /^Time at one MIPS: Amoeba, /);
    await expect(page.getByRole("article")).toContainText("All software now runs at one MIPS.");
    expect(lab.complaints).toEqual([]);
  });

  test(
    "is moved by keys from stop to stop, keeps the focus, and has a button for each",
    heldBy("app/hand/hand.test.ts", "app/lesson/stage/rankings.test.ts"),
    async ({ lab, page }) => {
      await lab.tabTo(ruler(page), 200);
      await page.keyboard.press("End");
      await expect(ruler(page)).toHaveAttribute("aria-valuetext", /^Share of the wire: Cedar, /);
      await expect(stage(page)).toContainText("Share of the wire", { useInnerText: true });
      await expect(page).toHaveURL(/sweepstakes%2Fthroughput/);
      await expect(ruler(page)).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      await expect(page).toHaveURL(/normalise=all/);
      await expect(ruler(page)).toHaveAttribute("aria-valuetext", /^Everything alike: Amoeba, .*Sprite$/);
      await page.keyboard.press("ArrowLeft");
      await expect(page).toHaveURL(/normalise=mips/);
      await stage(page)
        .getByRole("group", { name: "Ruler" })
        .getByRole("button", { name: "Time", exact: true })
        .click();
      await expect(ruler(page)).toHaveAttribute("aria-valuetext", /^Time: Cedar, /);
      expect(lab.complaints).toEqual([]);
    },
  );
});

test.describe("2.4: bars that are pushed together", () => {
  const bars = (page: Page): Locator => stage(page).getByRole("region", { name: "What each offer saves" });
  const bar = (page: Page, name: string): Locator => bars(page).getByRole("slider", { name: new RegExp(`^${name}`) });
  const saves = (page: Page, name: string, text: string): Promise<void> =>
    expect(bar(page, name)).toHaveAttribute("aria-valuetext", text);

  test(
    "a bar buys its offer by the mouse, the sum follows the hand, and a shared part counts once",
    heldBy("app/lesson/stage/savings.test.ts"),
    async ({ lab, page }) => {
      await keepAnswers(page, ANSWERS);
      await goTo(page, "/lesson/make-it-faster?step=4");
      // The steps would take the room of the bars that are pushed.
      await expect(stage(page).getByRole("button", { name: "Stages", pressed: true })).toBeVisible();
      await saves(page, "Waiting awake", "not bought, would save 440 µs");
      await expect(bars(page)).toContainText("2,532 µs");
      await pull(page, bar(page, "Waiting awake"), -200);
      await expect(bars(page)).toContainText("2,092 µs"); // while it is held
      await expect(page).not.toHaveURL(/waiting=/);
      await page.keyboard.press("Escape");
      await page.mouse.up();
      await expect(bars(page)).toContainText("2,532 µs");
      await pull(page, bar(page, "Waiting awake"), -200);
      await page.mouse.up();
      await expect(page).toHaveURL(/waiting=busy/);
      await saves(page, "Processors", "not bought, would save 1,089 µs");
      await pull(page, bar(page, "Processors"), -500);
      await page.mouse.up();
      await expect(bars(page)).toContainText("1,002 µs");
      await expect(bars(page)).toContainText(
        "Alone they would save 1,823 µs. 293 µs of that are in bars that they share, and count once.",
      );
      await page.keyboard.press("ControlOrMeta+Z");
      await saves(page, "Processors", "not bought, would save 1,089 µs");
      expect(lab.complaints).toEqual([]);
    },
  );

  test(
    "is not there before the guess; keys and buttons push bars, and pass the checkpoint",
    heldBy("app/lesson/stage/savings.test.ts"),
    async ({ lab, page }) => {
      await goTo(page, "/lesson/make-it-faster?step=4");
      await expect(page.locator(".predict")).toBeVisible();
      await expect(bars(page)).toHaveCount(0);
      await goTo(page, "/lesson/make-it-faster?step=6");
      await lab.tabTo(bar(page, "New header"), 200);
      await page.keyboard.press("ArrowLeft");
      await saves(page, "New header", "bought, saves 200 µs");
      await expect(bar(page, "New header")).toBeFocused();
      for (const name of ["Waiting awake", "Machine code"]) {
        await bars(page)
          .getByRole("button", { name: `Buy ${name}` })
          .click();
      }
      await expect(bars(page)).toContainText("64 %");
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.locator(".verdict", { hasText: /^Passed$/ })).toBeVisible();
      expect(lab.complaints).toEqual([]);
    },
  );
});

test.describe("2.4: the bar of a packet in the waterfall", () => {
  const waterfall = (page: Page): Locator => stage(page).getByRole("region", { name: "Waterfall", exact: true });
  const ends = (page: Page): Locator => waterfall(page).getByRole("slider", { name: /^network\./ });
  const rowOf = (page: Page): Locator => waterfall(page).locator("li", { hasText: /^Call packet/ });
  const closing = (page: Page, name: string): Locator =>
    waterfall(page).locator(".tl-closing", { hasText: name }).locator("dd").first();

  test.beforeEach(async ({ page }) => {
    await goTo(page, "/lesson/make-it-faster?step=1");
    await expect(ends(page)).toHaveCount(2);
    await expect(rowOf(page)).toContainText("68.8");
  });

  test("is pulled shorter by the mouse: the sum follows the hand; Escape and undo take it back", async ({
    lab,
    page,
  }) => {
    await pull(page, ends(page).first(), -5);
    await expect(waterfall(page)).toContainText(/network 10 → [1-9]\d+(\.\d)? Mbit/);
    await expect(rowOf(page)).not.toContainText("68.8"); // while it is held
    await expect(waterfall(page)).not.toContainText("2,531.6");
    for (const name of ["Model", "Not accounted for", "Measured"]) await expect(closing(page, name)).toHaveText("—");
    await expect(page).not.toHaveURL(/networkMbps=/);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(rowOf(page)).toContainText("68.8");
    await expect(closing(page, "Measured")).toHaveText("2,661");
    await pull(page, ends(page).first(), -5);
    await page.mouse.up();
    await expect(page).toHaveURL(/networkMbps=/);
    await expect(rowOf(page)).not.toContainText("68.8");
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(rowOf(page)).toContainText("68.8");
    await expect(waterfall(page)).toContainText("2,531.6");
    expect(lab.complaints).toEqual([]);
  });

  test(
    "is moved by keys and by buttons, keeps the focus, and Delete sets the default",
    heldBy("app/hand/hand.test.ts", "app/waterfall/bar-ends.test.ts"),
    async ({ lab, page }) => {
      await lab.tabTo(ends(page).first(), 200);
      await page.keyboard.press("ArrowLeft");
      await expect(ends(page).first()).toHaveAttribute("aria-valuetext", "20 Mbit/s");
      await expect(ends(page).first()).toBeFocused();
      await waterfall(page).getByRole("button", { name: "network: a longer bar" }).click();
      await expect(ends(page).first()).toHaveAttribute("aria-valuetext", "10 Mbit/s");
      await ends(page).last().focus();
      await page.keyboard.press("Delete");
      await expect(ends(page).first()).toHaveAttribute("aria-valuetext", "10 Mbit/s");
      // Keys count from the value that is set, not from that of the run that is still on the screen.
      for (const key of ["Home", "End", "Delete", "ArrowLeft", "ArrowLeft", "ArrowRight"])
        await page.keyboard.press(key);
      await expect(ends(page).first()).toHaveAttribute("aria-valuetext", "20 Mbit/s");
      expect(lab.complaints).toEqual([]);
    },
  );
});

const PLACES = [
  "/lesson/xdr?step=5",
  "/lesson/stub-compiler?step=5",
  "/lesson/who-is-fastest?step=3",
  "/lesson/make-it-faster?step=1",
  "/lesson/make-it-faster?step=3",
  "/lesson/make-it-faster?step=4",
];

test("axe finds nothing where something is taken hold of, light and dark", AUDIT, async ({ page }) => {
  await keepAnswers(page, ANSWERS);
  for (const place of PLACES) {
    await goTo(page, place);
    await expect(stage(page).getByRole("slider").first()).toBeVisible();
    expect(await axeProblems(page), place).toEqual([]);
  }
});

for (const width of [390, 320]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });

    test(
      `what is taken hold of fits ${width} px`,
      width === 320 ? heldBy("e2e/places.spec.ts") : AUDIT,
      async ({ page }) => {
        await keepAnswers(page, ANSWERS);
        for (const place of PLACES) {
          await goTo(page, place);
          expect(await widthBeyond(page), place).toBe(0);
        }
      },
    );
  });
}
