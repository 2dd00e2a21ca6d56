/** The whole journey without a mouse. */
import { expect, headless, test } from "./lab.ts";

test("parameters answer to arrows, Shift, Page, Home and End", async ({ lab, page }) => {
  await lab.open();
  const threads = lab.rail("Caller threads");
  await lab.tabTo(threads);
  await page.keyboard.press("ArrowRight");
  await expect(lab.field("Caller threads")).toHaveValue("2");
  await page.keyboard.press("End");
  await expect(lab.field("Caller threads")).toHaveValue("8");
  await page.keyboard.press("Home");
  await expect(lab.field("Caller threads")).toHaveValue("1");
  const speed = lab.rail("Network speed");
  await lab.tabTo(speed);
  await page.keyboard.press("ArrowRight");
  await expect(speed).toHaveAttribute("aria-valuetext", "20 Mbit/s");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(speed).toHaveAttribute("aria-valuetext", "20.1 Mbit/s");
  await page.keyboard.press("PageDown");
  await expect(speed).toHaveAttribute("aria-valuetext", "2 Mbit/s");
  await lab.ran();
});

test("a reader sets threads, breaks a packet and takes it back, all by key", async ({ lab, page }) => {
  await lab.open();
  await lab.tabTo(lab.field("Caller threads"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await lab.ran();
  const whole = await lab.traceHash();
  await lab.tabTo(lab.field("What goes wrong"));
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

test("a reader plays the call and exports it, all by key", async ({ lab, page }) => {
  await lab.open();
  const play = page.getByRole("main").getByRole("button", { name: "Play", exact: true });
  await lab.tabTo(play);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(play).toBeVisible();
  await page.keyboard.press("e");
  const drawer = page.getByRole("region", { name: "Export" });
  await expect(drawer).toBeVisible();
  await lab.tabTo(drawer.getByRole("button", { name: "CSV", exact: true }));
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(lab.exportButton()).toBeFocused();
});

test("help opens with ?, names the keys, keeps the focus inside and gives it back", async ({ lab, page }) => {
  await lab.open();
  await lab.tabTo(lab.exportButton());
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toBeVisible();
  await expect(help.getByText("copy a link to this run")).toBeVisible();
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
});

test("letters typed into a field are text, and keys of a single letter can be turned off", async ({ lab, page }) => {
  await lab.open();
  await lab.field("What goes wrong").focus();
  await page.keyboard.type("le?");
  await expect(lab.field("What goes wrong")).toHaveValue("le?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("region", { name: "Export" })).toBeHidden();
  await lab.tabTo(lab.exportButton());
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Keys of a single letter" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("region", { name: "Export" })).toBeHidden();
});

test("the first Tab offers to skip to the content", async ({ lab, page }) => {
  await lab.open();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
