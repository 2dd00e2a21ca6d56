/** The ladder of one figure and the axis of time: by mouse, by key, in lesson 1.1, and as a link keeps them. */
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { button, openLesson } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, heldBy } from "./places.ts";

const ONE = "firefly/null?calls=1";

const ladder = (page: Page): Locator => page.getByRole("group", { name: "How close one looks" });
const slider = (page: Page): Locator => ladder(page).getByRole("slider", { name: "Closer" });
const layers = (page: Page): Locator => page.getByRole("group", { name: "Bytes in the order of sending" });
const figure = (page: Page): Locator => page.locator(".tl-figure");
const rungs = ["Two machines", "Stubs", "Run time", "Kernel, controller", "Bytes"];

async function isOn(page: Page, rung: number): Promise<void> {
  await expect(slider(page)).toHaveAttribute("aria-valuetext", rungs[rung] ?? "");
  await expect(slider(page)).toHaveValue(String(rung)); // the way to it is done
}

const height = async (page: Page): Promise<number> => (await figure(page).boundingBox())?.height ?? 0;

test(
  "by mouse: the figure follows the slider, and goes to the nearest rung when it is let go",
  heldBy("app/timeline/ladder/ladder.test.ts", "app/hand/slider.test.ts"),
  async ({ lab, page }) => {
    await lab.open(ONE);
    await expect(ladder(page)).toHaveCount(0);
    await button(page, "Layers").click();
    await isOn(page, 0);
    await expect(ladder(page)).toContainText("A program calls a procedure on another machine: 2,531.6 µs.");
    const low = await height(page);
    await slider(page).scrollIntoViewIfNeeded();
    const box = await slider(page).boundingBox();
    if (box === null) throw new Error("the slider is not on the screen");
    const at = (share: number): readonly [number, number] => [
      box.x + 8 + (box.width - 16) * share,
      box.y + box.height / 2,
    ];
    await page.mouse.move(...at(0));
    await page.mouse.down();
    await page.mouse.move(...at(0.6), { steps: 6 });
    await expect.poll(() => height(page)).toBeGreaterThan(low + 20); // rows have opened under the hand
    expect(page.url()).toContain("rung=0"); // nothing is chosen before it is let go
    await page.mouse.up();
    await isOn(page, 2);
    await expect.poll(() => page.url()).toContain("rung=2");
    await ladder(page).getByRole("button", { name: "Kernel, controller" }).click();
    await isOn(page, 3);
    await expect(ladder(page)).toContainText("The kernel and the controllers take 1,788 µs of 2,531.6 µs.");
    await button(page, "Processors").click();
    await expect(ladder(page)).toHaveCount(0);
    expect(page.url()).not.toContain("rung");
  },
);

test("by key: rung by rung down to the bytes and their fields, and back; the focus stays", async ({ lab, page }) => {
  await lab.open(`${ONE}&rung=0`);
  await slider(page).focus();
  for (const rung of [1, 2, 3, 4]) {
    await page.keyboard.press("ArrowRight");
    await isOn(page, rung);
  }
  await expect(ladder(page)).toContainText("The call packet has 74 bytes.");
  const rpc = layers(page).getByRole("button", { name: "Firefly RPC, 32 bytes" });
  await expect(rpc).toHaveAttribute("aria-pressed", "true");
  await rpc.focus();
  await page.keyboard.press("ArrowLeft");
  const udp = layers(page).getByRole("button", { name: "UDP, 8 bytes" });
  await expect(udp).toBeFocused();
  await expect(udp).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".tl-layer-bytes")).toContainText("UDP, 8 bytes.");
  await slider(page).focus();
  await page.keyboard.press("Home");
  await isOn(page, 0);
  await expect(slider(page)).toBeFocused();
  await expect(layers(page)).toHaveCount(0);
  await lab.tabTo(button(page, "Closer"), 200);
  for (let rung = 1; rung <= 4; rung++) {
    await page.keyboard.press("Enter");
    await isOn(page, rung);
  }
  await expect(button(page, "Closer")).toBeFocused(); // it does nothing now, and keeps the focus
});

test(
  "a packet is lost on a rung as elsewhere, and its handle stands on the rung after",
  heldBy("app/timeline/ladder/ladder.test.ts", "app/timeline/handle/placed.test.ts"),
  async ({ lab, page }) => {
    await lab.open("cedar/call?calls=1&rung=2");
    const call = page.locator('[data-handle="packet call#1"]');
    await call.focus();
    await page.keyboard.press("ArrowDown");
    await lab.ran();
    await expect.poll(() => new URLSearchParams(page.url().split("?")[1]).getAll("fault")).toEqual(["drop call#1"]);
    await isOn(page, 2);
    await expect(call).toBeVisible();
  },
);

test(
  "the packet whose bytes are seen is taken behind them, by mouse and by key",
  heldBy("app/figure/ladder.test.ts"),
  async ({ lab, page }) => {
    await lab.open("cedar/call?calls=1&rung=4");
    await isOn(page, 4);
    const call = page.locator('[data-handle="packet call#1"]');
    await expect(call).toBeVisible();
    await call.scrollIntoViewIfNeeded();
    const box = await call.boundingBox();
    const areas = page.locator(".tl-layer-areas div");
    const last = await areas.last().boundingBox();
    if (box === null || last === null) throw new Error("neither the handle nor the bytes are on the screen");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    expect(x).toBeGreaterThan(last.x + last.width);
    const faults = (): string[] => new URLSearchParams(page.url().split("?")[1]).getAll("fault");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 3 });
    await page.mouse.move(x + 40, y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(faults).toEqual([expect.stringMatching(/^delay call#1 by /)]);
    await call.focus();
    await page.keyboard.press("Delete");
    await expect.poll(faults).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(faults).toEqual(["drop call#1"]);
    await isOn(page, 4);
  },
);

test(
  "less motion goes from rung to rung at once",
  heldBy("app/timeline/ladder/ladder.test.ts"),
  async ({ lab, page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await lab.open(`${ONE}&rung=0`);
    await slider(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(slider(page)).toHaveValue("1", { timeout: 200 });
  },
);

test("lesson 1.1 climbs the ladder step by step", async ({ page }) => {
  await openLesson(page, "across-the-wire");
  await isOn(page, 0);
  await slider(page).focus();
  await page.keyboard.press("ArrowRight");
  await isOn(page, 1);
  await page.keyboard.press("n");
  await isOn(page, 2);
  await page.keyboard.press("n");
  await isOn(page, 3);
});

test(
  "a link keeps the axis, the buttons change it, and a wrong one is told",
  heldBy("app/setup/presentation.test.ts", "app/figure/scale.test.ts"),
  async ({ lab, page }) => {
    await lab.open(`${ONE}&axis=log&fault=drop+result%231`);
    const axis = page.getByRole("group", { name: "Axis of time" });
    await expect(axis.getByRole("button", { name: "Log" })).toHaveAttribute("aria-pressed", "true");
    await axis.getByRole("button", { name: "Linear" }).click();
    await expect.poll(() => page.url()).toContain("axis=linear");
    await axis.getByRole("button", { name: "Folded" }).click();
    await expect.poll(() => page.url()).not.toContain("axis=");
    await lab.open(`${ONE}&axis=square`);
    await expect(page.getByText(/axis = .square. is no axis/)).toBeVisible();
  },
);

for (const width of [1440, 390, 320]) {
  const what = `axe finds nothing on the ladder at ${width} px, and nothing stands out of the page`;
  test(what, AUDIT, async ({ lab, page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const rung of [0, 3, 4]) {
      await lab.open(`cedar/call?rung=${rung}`);
      await isOn(page, rung);
      if (rung === 4) await expect(layers(page).getByRole("button").first()).toBeVisible();
      expect(await axeProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
