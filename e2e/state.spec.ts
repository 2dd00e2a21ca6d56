/** State as a figure: tables whose rows light up, a buffer whose rim is pulled, graphs with tokens. */
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe.ts";
import { button } from "./hands.ts";
import { expect, test } from "./lab.ts";
import type { Lab } from "./lab.ts";
import { AUDIT, goTo, heldBy } from "./places.ts";

const calls = (page: Page): Locator => page.getByRole("table", { name: "The server’s table of calls" });
const runs = (page: Page): Locator => page.getByRole("img", { name: /^The procedure of call 1/ });
const rim = (page: Page): Locator => page.getByRole("slider", { name: /^Rim of the socket of the client/ });
const meter = (page: Page): Locator => page.getByRole("meter", { name: "Socket of the client" });
const state = (page: Page): Locator => page.getByRole("region", { name: "State", exact: true });

async function pressAtPlayhead(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.getByRole("slider", { name: /^Playhead/ }).focus();
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens the fold on the bench, at a kind of figure. */
async function look(lab: Lab, page: Page, link: string, kind: "Tables" | "Graphs" | "Buffers"): Promise<void> {
  await lab.open(link);
  const fold = button(page, "Look at tables, graphs and buffers");
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  await state(page).getByRole("button", { name: kind }).click();
}

/** Takes hold of the rim and pulls it by so many px; the mouse stays down. */
async function pullRim(page: Page, by: number): Promise<void> {
  await rim(page).scrollIntoViewIfNeeded();
  const box = await rim(page).locator("i").boundingBox();
  if (box === null) throw new Error("the rim is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 3 });
  await page.mouse.move(x + by, y, { steps: 3 });
}

test.describe("1.2: the server’s table", () => {
  test("is empty until the call comes; its row lights up while the call is played, and says how often it ran", async ({
    lab,
    page,
  }) => {
    await goTo(page, "/lesson/exactly-once");
    await pressAtPlayhead(page, "Home");
    await expect(calls(page)).toContainText("The table is empty: no call has come.");
    await expect(runs(page)).toHaveAccessibleName("The procedure of call 1 has not run");
    // A row is lit for moments only: one who looks now and then may miss all of them.
    const lit = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new MutationObserver(() => {
            for (const { textContent } of document.querySelectorAll("tr.is-lit[class*=turn-]"))
              if (/executing|retaining/.test(textContent)) resolve(textContent);
          }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }),
    );
    await button(page, "Play").click();
    expect(await lit).toMatch(/executing|retaining/);
    await pressAtPlayhead(page, "End");
    await expect(calls(page).getByRole("row", { name: /^1\.1 retaining 1 0 bytes 1/ })).toBeVisible();
    await expect(calls(page).locator("tr.is-lit")).toHaveCount(0);
    await expect(runs(page)).toHaveAccessibleName("The procedure of call 1 ran 1 time");
    expect(lab.complaints).toEqual([]);
  });

  test(
    "a crash that is pulled across the procedure takes its row, while it is held and after",
    heldBy("app/state/tables.test.ts", "app/timeline/handle/meaning.test.ts"),
    async ({ page }) => {
      await goTo(page, "/lesson/exactly-once?step=4");
      await expect(calls(page).getByRole("row", { name: /^1\.1 retaining/ })).toBeVisible();
      const edge = page.locator('[data-handle="edge server"]');
      await edge.scrollIntoViewIfNeeded();
      const box = await edge.boundingBox();
      if (box === null) throw new Error("the edge is not on the screen");
      const y = box.y + box.height / 2;
      const at = (share: number): number => box.x + box.width * share;
      await page.mouse.move(at(0.6), y);
      await page.mouse.down();
      await page.mouse.move(at(0.6), y - 14, { steps: 3 });
      await page.mouse.move(at(0.58), y - 20, { steps: 3 });
      const lost = calls(page).locator("tr.is-lost");
      await expect(lost).toContainText("executing, lost");
      await expect(lost).toHaveCSS("text-decoration-line", "none"); // the line is drawn through its cells
      await expect(lost.getByRole("cell").first()).toHaveCSS("text-decoration-line", "line-through");
      await expect(page.getByText("1 row lost")).toBeVisible();
      await expect(runs(page)).toHaveAccessibleName("The procedure of call 1 ran 1 time");
      await page.mouse.move(at(0.3), y - 20, { steps: 3 });
      await expect(runs(page)).toHaveAccessibleName("The procedure of call 1 has not run");
      await expect(calls(page)).toContainText("The table is empty: no call has come.");
      await page.mouse.up();
      await expect(runs(page)).toHaveAccessibleName("The procedure of call 1 has not run");
      await page.keyboard.press("ControlOrMeta+Z");
      await expect(calls(page).getByRole("row", { name: /^1\.1 retaining/ })).toBeVisible();
    },
  );
});

test(
  "4.1: the table of callbacks says who is told, and leads to what did it",
  heldBy("app/state/tables.test.ts"),
  async ({ page }) => {
    await goTo(page, "/lesson/callback");
    const table = page.getByRole("table", { name: "Callbacks promised" });
    await pressAtPlayhead(page, "Home");
    await expect(table.getByRole("row", { name: /not asked yet/ })).toHaveCount(10);
    await pressAtPlayhead(page, "End");
    await expect(table.getByRole("row", { name: / told 1 ×/ })).toHaveCount(10);
    await expect(page.getByText("10 told")).toBeVisible();
    await table
      .getByRole("button", { name: /what wrote it/ })
      .first()
      .click();
    await button(page, "The inspector").click();
    await expect(
      page.getByRole("complementary", { name: "Inspector" }).getByRole("heading", { level: 2 }),
    ).toBeVisible();
  },
);

test.describe("4.3: the buffer", () => {
  const STEP = "/lesson/scale?step=6";

  test("is full where the first reply is lost; its rim is pulled by the mouse until nothing is lost", async ({
    page,
  }) => {
    await goTo(page, STEP);
    await expect(meter(page)).toHaveAttribute("aria-valuetext", /^25 of 25 places taken, 1 lost so far$/);
    await expect(page.getByText("1 lost so far, 4 in all of the run.")).toBeVisible();
    const before = await rim(page).boundingBox();
    await pullRim(page, 90);
    await expect(page.locator(".state-pill")).toContainText("socket buffer 3,200 →");
    await expect(page.locator(".state-pill")).toContainText("No packet is lost (−4)");
    await expect(page.locator(".state-ghost")).toBeVisible();
    expect((await rim(page).boundingBox())?.y, "it stays under the hand").toBe(before?.y);
    await page.mouse.up();
    await expect(page.getByText("0 lost so far, 0 in all of the run.")).toBeVisible();
    await expect(page.getByRole("table").first()).toContainText("reached");
    expect(Number(await rim(page).getAttribute("aria-valuenow"))).toBeGreaterThan(28);
    await page.keyboard.press("ControlOrMeta+Z");
    await expect(rim(page)).toHaveAttribute("aria-valuenow", "25");
  });

  test(
    "the axis of the timeline stands still while the rim is held, and goes with the run when it is let go",
    heldBy("app/state/buffers.test.ts", "app/figure/scale.test.ts"),
    async ({ page }) => {
      await goTo(page, STEP);
      const playhead = page.getByRole("slider", { name: /^Playhead/ });
      const place = (): Promise<string> => playhead.inputValue();
      const before = await place();
      await pullRim(page, -120);
      await expect(page.locator(".state-pill")).toContainText(/\d+ packets lost \(\+/);
      expect(await place()).toBe(before);
      await page.mouse.up();
      await expect.poll(place).not.toBe(before); // the call takes longer
    },
  );

  test("Escape lets the rim go where it was", heldBy("app/hand/hand.test.ts"), async ({ page }) => {
    await goTo(page, STEP);
    await pullRim(page, 90);
    await expect(page.locator(".state-pill")).toContainText("No packet is lost");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(rim(page)).toHaveAttribute("aria-valuenow", "25");
    await expect(page.getByText("4 in all of the run.")).toBeVisible();
  });

  test(
    "its rim is moved by keys and buttons, keeps the focus, and Delete sets the default",
    heldBy("app/hand/hand.test.ts", "app/state/buffers.test.ts"),
    async ({ lab, page }) => {
      await goTo(page, STEP);
      await lab.tabTo(rim(page), 200);
      for (let places = 0; places < 4; places++) await page.keyboard.press("ArrowRight");
      await expect(rim(page)).toHaveAttribute("aria-valuetext", "29 places for 64 bytes each, 3,624 bytes");
      await expect(page.getByText("0 in all of the run.")).toBeVisible();
      await expect(rim(page)).toBeFocused();
      await button(page, "One place fewer").click();
      await expect(page.getByText("1 in all of the run.")).toBeVisible();
      await lab.tabTo(rim(page), 200);
      await page.keyboard.press("Delete");
      await expect(rim(page)).toHaveAttribute("aria-valuenow", "25");
    },
  );
});

test.describe("on the bench", () => {
  test(
    "a rim that is pulled until nothing is lost stays on the screen, whatever overflows more by then",
    heldBy("app/state/buffers.test.ts"),
    async ({ lab, page }) => {
      await look(lab, page, "many/call?way=v-group&callees=50", "Buffers");
      const own = page.getByRole("slider", { name: /^Rim of the receive buffers of the caller/ });
      await own.scrollIntoViewIfNeeded();
      const box = await own.locator("i").boundingBox();
      if (box === null) throw new Error("the rim is not on the screen");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 200, y, { steps: 8 });
      await expect(page.locator(".state-pill")).toContainText(/lost/);
      await expect(own).toHaveClass(/is-held/);
      await page.mouse.up();
      await expect(own).toBeVisible();
      expect(Number(await own.getAttribute("aria-valuenow"))).toBeGreaterThan(16);
    },
  );

  test(
    "the token of a protocol goes from state to state, and its ways are in words, too",
    heldBy("app/state/graphs.test.ts"),
    async ({ lab, page }) => {
      await look(lab, page, "cedar/call?calls=1&load=0", "Graphs");
      await pressAtPlayhead(page, "End");
      const graph = state(page).getByRole("img", { name: /^Cedar callee: 1 in settled; states new, executing/ });
      await expect(graph).toBeVisible();
      await state(page).getByText("In words").click();
      await expect(state(page).getByText("server, activity 1.1: settled")).toBeVisible();
      await pressAtPlayhead(page, "Home");
      await expect(state(page).getByRole("img", { name: /^Cedar callee: nothing yet/ })).toBeVisible();
      expect(lab.complaints).toEqual([]);
    },
  );

  test("Olympus’s nodes run and put tokens on arcs", async ({ lab, page }) => {
    await look(lab, page, "sun-rpc/olympus?graph=diamond&nodes=9&servers=2", "Graphs");
    const graph = state(page).getByRole("img", { name: /^Graph of 9 nodes/ });
    await expect(graph).toBeVisible();
    await state(page).getByText("In words").click();
    await expect(state(page).getByText(/^n9: has not fired$/)).toBeVisible();
    let tokens = 0;
    await page.getByRole("slider", { name: /^Playhead/ }).focus();
    for (let steps = 0; steps < 60 && tokens === 0; steps++) {
      await page.keyboard.press(".");
      tokens = await graph.locator("circle.token").count();
    }
    expect(tokens).toBeGreaterThan(0);
  });

  test("axe finds nothing in a table, a graph and a buffer, light and dark", AUDIT, async ({ lab, page }) => {
    await look(lab, page, "cedar/call?calls=1&load=0&fault=crash+server+at+600us", "Tables");
    await pressAtPlayhead(page, "End");
    await expect(calls(page).locator("tr.is-lost")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await look(lab, page, "sun-rpc/olympus", "Graphs");
    expect(await axeProblems(page)).toEqual([]);
    await look(lab, page, "multirpc/call?servers=35&trials=1&placement=campus", "Buffers");
    await pressAtPlayhead(page, "End");
    expect(await axeProblems(page)).toEqual([]);
  });
});

for (const width of [390, 320]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });
    test(
      `figures of state are as wide as the page at ${width} px`,
      width === 320 ? heldBy("e2e/places.spec.ts") : AUDIT,
      async ({ page }) => {
        for (const place of ["/lesson/exactly-once", "/lesson/scale?step=6", "/lesson/callback"]) {
          await goTo(page, place);
          await expect(page.locator(".state")).toBeVisible();
          const over = await page.evaluate(() => {
            const { documentElement: root } = document;
            return root.scrollWidth - root.clientWidth;
          });
          expect(over, place).toBe(0);
        }
      },
    );
  });
}
