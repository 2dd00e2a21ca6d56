/** The whole journey without a mouse. */
import { expect, headless, test } from "./lab.ts";
import { AUDIT, playSlowly, heldBy } from "./places.ts";

test(
  "parameters answer to arrows, Shift, Page, Home and End",
  heldBy("app/controls/number-steps.test.ts", "app/controls/key-of.test.ts"),
  async ({ lab, page }) => {
    await lab.open();
    const threads = lab.rail("Caller threads");
    await lab.tabTo(threads);
    await page.keyboard.press("ArrowRight");
    await expect(lab.field("Caller threads")).toHaveValue("2");
    await page.keyboard.press("End");
    await expect(lab.field("Caller threads")).toHaveValue("8");
    await page.keyboard.press("Home");
    await expect(lab.field("Caller threads")).toHaveValue("1");
    await page.getByRole("button", { name: /^Network/ }).press("Enter");
    const speed = lab.rail("Network speed");
    await lab.tabTo(speed);
    await page.keyboard.press("ArrowRight");
    await expect(speed).toHaveAttribute("aria-valuetext", "20 Mbit/s");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(speed).toHaveAttribute("aria-valuetext", "20.1 Mbit/s");
    await page.keyboard.press("PageDown");
    await expect(speed).toHaveAttribute("aria-valuetext", "2 Mbit/s");
    await lab.ran();
  },
);

test("a reader sets threads, breaks a packet and takes it back, all by key", async ({ lab, page }) => {
  await lab.open();
  await lab.tabTo(lab.field("Caller threads"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await lab.ran();
  const whole = await lab.traceHash();
  await lab.tabTo(page.getByRole("button", { name: "Add a fault" }));
  await page.keyboard.press("Enter");
  await lab.tabTo(lab.field("Faults of the run"));
  await page.keyboard.type("drop call#2");
  await page.keyboard.press("Enter");
  await lab.ran();
  const flags = ["--set", "threads=2", "--fault", "drop call#2"];
  const { traceHash } = await headless<{ traceHash: string }>("run", "firefly/null", ...flags);
  expect(await lab.traceHash()).toBe(traceHash);
  await lab.tabTo(lab.exportButton());
  await page.keyboard.press("ControlOrMeta+Z");
  await lab.ran();
  expect(await lab.traceHash()).toBe(whole);
});

test(
  "a reader plays the call and exports it, all by key",
  heldBy("app/timeline/tools/playback.test.ts", "e2e/first-lesson.spec.ts"),
  async ({ lab, page }) => {
    await lab.open();
    const play = page.getByRole("main").getByRole("button", { name: "Play", exact: true });
    await lab.tabTo(play);
    await playSlowly(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(play).toBeVisible();
    await page.keyboard.press("e");
    const drawer = page.getByRole("region", { name: "Export" });
    await expect(drawer).toBeVisible();
    await lab.tabTo(drawer.getByRole("button", { name: /^Data / }));
    await page.keyboard.press("Enter");
    await lab.tabTo(drawer.getByRole("button", { name: "Save" }));
    const download = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(lab.exportButton()).toBeFocused();
  },
);

test("help and the search open by key, keep the focus inside and give it back", async ({ lab, page }) => {
  await lab.open();
  await lab.tabTo(lab.exportButton());
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toBeVisible();
  await expect(help.getByText("copy a link to this run")).toBeVisible();
  expect(await help.evaluate((dialog) => dialog.scrollTop), "help opens at its beginning").toBe(0);
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(() => {
      const at = document.activeElement;
      return at === document.body || at?.closest("dialog") !== null;
    });
    expect(inside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(lab.exportButton()).toBeFocused();
  await page.keyboard.press("Control+k"); // the first time the search is fetched
  await expect(page.getByRole("combobox", { name: /^Find/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(lab.exportButton()).toBeFocused();
});

test("letters typed into a field are text, and keys of a single letter can be turned off", async ({ lab, page }) => {
  await lab.open();
  await (await lab.faultField()).focus();
  await page.keyboard.type("le?");
  await expect(lab.field("Faults of the run")).toHaveValue("le?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("region", { name: "Export" })).toBeHidden();
  await lab.tabTo(lab.exportButton());
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Single-letter shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("region", { name: "Export" })).toBeHidden();
});

test("the first Tab offers to skip to the content", async ({ lab, page }) => {
  await page.goto("./#/bench/firefly/null");
  await lab.ran();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test(
  "the rows of the waterfall are one Tab stop, which arrows go through; the end of a bar is another",
  heldBy("app/waterfall/bar-ends.test.ts", "app/waterfall/waterfall.test.ts"),
  async ({ lab, page }) => {
    await page.goto("./#/bench/firefly/null"); // as a reader finds it, with its doors closed
    await lab.ready();
    const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
    await lab.tabTo(waterfall.getByRole("button", { name: "Steps", exact: true }));
    await page.keyboard.press("Enter");
    const rows = waterfall
      .getByRole("region", { name: "Rows of the waterfall" })
      .getByRole("listitem")
      .getByRole("button");
    const count = await rows.count();
    expect(count).toBeGreaterThan(20);
    await page.keyboard.press("Tab");
    await expect(waterfall.locator("li.chosen > button")).toBeFocused();
    const inBox = (): Promise<boolean> =>
      page.evaluate(() => {
        const [row, box] = [document.activeElement, document.activeElement?.closest(".tl-rows")].map((element) =>
          element?.getBoundingClientRect(),
        );
        if (row === undefined || box === undefined) return false;
        const isIn = row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
        return isIn && row.top >= -1 && row.bottom <= window.innerHeight + 1; // it scrolls by whole pixels
      });
    for (const [key, at] of [
      ["Home", 0],
      ["ArrowDown", 1],
      ["ArrowUp", 0],
      ["ArrowUp", 0],
      ["PageDown", 10],
      ["End", count - 1],
      ["ArrowDown", count - 1],
      ["PageUp", count - 11],
      ["Home", 0],
      ["ArrowDown", 1],
    ] as const) {
      await page.keyboard.press(key);
      await expect(rows.nth(at)).toBeFocused();
      expect(await inBox(), `${key} leads to row ${at}`).toBe(true);
    }
    await page.keyboard.press("Enter");
    await expect(rows.nth(1)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await expect(rows.nth(1)).toHaveAttribute("aria-expanded", "false");
    await expect(rows.nth(2)).toHaveAttribute("aria-expanded", "true");
    // Out of the list and back: to the row that was left.
    await page.keyboard.press("Shift+Tab");
    await expect(waterfall.getByRole("button", { name: "Steps", exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(rows.nth(2)).toBeFocused();
    // Then the end of a bar, the first of the two that the speed of the network makes longer.
    const ends = waterfall.getByRole("slider", { name: /^network\./ });
    await expect(ends).toHaveCount(2);
    await lab.tabTo(ends.first(), 5); // behind the address of the open row
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(/networkMbps=50/);
    await expect(ends.first()).toHaveAttribute("aria-valuetext", "50 Mbit/s");
    await lab.ran();
    await expect(ends.first()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(waterfall.getByRole("button", { name: "network: a shorter bar" })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Delete");
    await expect(ends.first()).toHaveAttribute("aria-valuetext", "10 Mbit/s");
    await expect(page).not.toHaveURL(/networkMbps=/);
  },
);

test("a waterfall of more rows than a page holds is turned page by page", AUDIT, async ({ lab, page }) => {
  await lab.open("multirpc/call?servers=300&trials=1&hide=chart");
  const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
  await waterfall.getByRole("button", { name: "Steps", exact: true }).click();
  const rows = waterfall.getByRole("region", { name: "Rows of the waterfall" }).locator("ol > li");
  const pages = waterfall.getByRole("navigation", { name: "Pages of rows" });
  await expect(rows).toHaveCount(100);
  await expect(pages).toContainText(/^1 to 100 of [\d,]+ rows, 0\.000 to /);
  await pages.getByRole("button", { name: "Later", exact: true }).press("Enter");
  await expect(pages).toContainText("101 to 200 of ");
  await pages.getByRole("button", { name: "Last", exact: true }).press("Enter");
  await expect(pages.getByRole("button", { name: "Later", exact: true })).toBeDisabled();
  expect(await rows.count()).toBeLessThanOrEqual(100);
  expect(lab.complaints).toEqual([]);
});
