/** A reader works on the stage: play both ways and to an event, search, look at a machine, break things. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, headless, test } from "./lab.ts";
import { AUDIT, playSlowly, heldBy } from "./places.ts";

const figure = (page: Page): Locator => page.getByRole("group", { name: "Timeline figure" });
const playhead = (page: Page): Locator => page.getByRole("slider", { name: "Playhead" });
const inspector = (page: Page): Locator => page.getByRole("complementary", { name: "Inspector" });
const events = (page: Page): Locator => page.getByRole("region", { name: "Events" });
const transport = (page: Page): Locator => page.getByRole("group", { name: "Transport" });
const script = (page: Page): Locator => page.getByRole("region", { name: "Faults" });
const field = (page: Page): Locator => page.getByRole("searchbox", { name: "Find", exact: true });
const count = (page: Page): Locator => page.getByRole("search").getByRole("status");

/** The playhead's time, in microseconds since the call began, as near as the clock tells it. */
async function at(page: Page): Promise<number> {
  const text = (await playhead(page).getAttribute("aria-valuetext")) ?? "";
  const [, value = "", unit = ""] = /^([\d,.]+) (\S+?),?(?: |$)/.exec(text) ?? [];
  return Number(value.replaceAll(",", "")) * ({ µs: 1, ms: 1e3, s: 1e6 }[unit] ?? NaN);
}

/** A clock that runs to 600 ms tells tenths of one. */
const NEAR = 51;

test.describe("play", () => {
  test(
    "runs backwards by button and by key, and stops at the start",
    heldBy("app/timeline/tools/playback.test.ts"),
    async ({ lab, page }) => {
      await lab.open();
      await transport(page).getByRole("button", { name: "To the end" }).click();
      const end = await at(page);
      await transport(page).getByRole("button", { name: "1 ms" }).click();
      const reverse = transport(page).getByRole("button", { name: "Play backwards" });
      await reverse.click();
      await expect(reverse).toHaveAttribute("aria-pressed", "true");
      await expect.poll(() => at(page)).toBeLessThan(end - 300);
      await figure(page).focus();
      await page.keyboard.press("r");
      await expect(reverse).toHaveAttribute("aria-pressed", "false");
      const paused = await at(page);
      await page.keyboard.press(" ");
      await expect.poll(() => at(page)).toBeGreaterThan(paused);
      await page.keyboard.press("r");
      await expect.poll(() => at(page)).toBe(0);
      await expect(transport(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
    },
  );

  test("runs to an event, stops there and selects it; by key back to the one before", async ({ lab, page }) => {
    await lab.open("firefly/null?fault=drop+result%231");
    const choice = page.getByRole("combobox", { name: "Run to" });
    await choice.selectOption("packet sent again");
    await page.getByRole("button", { name: "Run to it", exact: true }).click();
    await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText("Call packet, sent again");
    await expect(transport(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
    const again = await at(page);
    expect(again).toBeGreaterThan(600_000);
    await choice.selectOption("packet lost");
    await figure(page).focus();
    await page.keyboard.press("Shift+G");
    await page.keyboard.press("Shift+G"); // who asks again does not want to wait
    await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText("Result packet, lost");
    expect(await at(page)).toBeLessThan(again);
    await page.keyboard.press("Shift+G");
    await expect(page.getByText("The trace has no packet lost before this moment.")).toBeVisible();
  });

  test(
    "that is to run to an event of another call shows that call",
    heldBy("app/timeline/tools/targets.test.ts"),
    async ({ lab, page }) => {
      await lab.open("firefly/null?fault=drop+call%234");
      await page.getByRole("combobox", { name: "Run to" }).selectOption("packet lost");
      await page.getByRole("button", { name: "Run to it", exact: true }).click();
      await expect(page.getByRole("group", { name: "Call shown" })).toContainText("Call 4 of 1,000");
      await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText("Call packet, lost, call 4");
    },
  );
});

test.describe("search", () => {
  test("counts what it finds, goes through it by Enter, and shows it in timeline, list and inspector", async ({
    lab,
    page,
  }) => {
    await lab.open("firefly/null?fault=drop+result%232");
    await figure(page).focus();
    await page.keyboard.press("/");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("lost");
    await expect(count(page)).toHaveText("1 found");
    await page.keyboard.press("Enter");
    await expect(count(page)).toHaveText("1 of 1");
    await expect(page.getByRole("group", { name: "Call shown" })).toContainText("Call 2 of 1,000");
    await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText("Result packet, lost, call 2");
    await expect(events(page).getByRole("row", { selected: true })).toContainText("Result packet, lost");
    await field(page).fill("wake up server");
    await expect(count(page)).toHaveText(/found$/);
    await field(page).press("Enter");
    await expect(count(page)).toHaveText(/ of /);
    const first = await count(page).textContent();
    await field(page).press("Enter");
    await expect(count(page)).not.toHaveText(first ?? "");
    await field(page).press("Shift+Enter");
    await expect(count(page)).toHaveText(first ?? "");
    await expect(page.locator(".tl-found path.ink")).toHaveAttribute("d", /^M/);
    await field(page).fill("xyzzy");
    await expect(count(page)).toHaveText("none");
    await expect(page.getByRole("button", { name: "Next found" })).toBeDisabled();
    await field(page).press("Escape");
    await expect(count(page)).toHaveText("");
    await field(page).press("Escape");
    await expect(figure(page)).toBeFocused();
  });

  test(
    "reaches every event of the run, page by page and by key",
    heldBy("app/timeline/search/find.test.ts", "app/timeline/events/paging.test.ts"),
    async ({ lab, page }) => {
      await lab.open("firefly/null?threads=4");
      await field(page).fill("cpu");
      await expect(events(page).getByRole("button", { name: /^Found/ })).toHaveAttribute("aria-pressed", "true");
      const pages = page.getByRole("navigation", { name: "Pages of events" });
      const all = Number((/of ([\d,]+) events/.exec((await pages.textContent()) ?? "")?.[1] ?? "").replaceAll(",", ""));
      expect(all).toBeGreaterThan(1000);
      await pages.getByRole("button", { name: "Last" }).click();
      await expect(events(page).locator("tbody tr").last()).toHaveAttribute("aria-rowindex", String(all + 1));
      await pages.getByRole("button", { name: "First" }).click();
      await events(page).locator("tbody tr").first().focus();
      await page.keyboard.press("End");
      await expect(events(page).locator("tr:focus")).toHaveAttribute("aria-rowindex", String(all + 1));
      await page.keyboard.press("ArrowUp");
      await expect(events(page).locator("tr:focus")).toHaveAttribute("aria-rowindex", String(all));
      await page.keyboard.press("Enter");
      await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText(/, call \d+/);
    },
  );
});

test.describe("a machine", () => {
  test("shows its protocol state at the playhead’s time, what changed last, and leads to the cause", async ({
    lab,
    page,
  }) => {
    await lab.open();
    await page.getByRole("button", { name: "State of the server" }).click();
    await expect(inspector(page).getByRole("heading", { level: 2, name: "Server" })).toBeVisible();
    await expect(inspector(page).getByText("nothing yet")).toBeVisible();
    await transport(page).getByRole("button", { name: "To the end" }).click();
    const row = inspector(page).getByRole("region", { name: "activity 1.1.1: retaining" });
    await expect(row).toContainText("The result was sent and is kept");
    await expect(row).toContainText("changed last");
    await expect(row).toContainText("sequence number1");
    await row.getByRole("button").click();
    await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText("Interprocessor interrupt to CPU 0");
    await figure(page).focus();
    await page.keyboard.press("h");
    await expect(inspector(page).getByRole("heading", { level: 2, name: "Caller" })).toBeVisible();
    await expect(inspector(page).getByRole("region", { name: "caller thread 1: idle" })).toBeVisible();
    await page.keyboard.press("h");
    await expect(inspector(page).getByRole("heading", { level: 2, name: "Server" })).toBeVisible();
    await page.keyboard.press("h");
    await expect(inspector(page).getByRole("heading", { level: 2, name: "Server" })).toBeHidden();
  });

  test("crashes by click at the playhead’s time, and the run forks there", async ({ lab, page }) => {
    await lab.open();
    await transport(page).getByRole("button", { name: "Step forward" }).click();
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press("Enter");
    const moment = await at(page);
    await page.getByRole("button", { name: "State of the server" }).click();
    await inspector(page).getByRole("button", { name: "Crash" }).click();
    const line = `crash server at ${moment}us`;
    await expect(script(page).getByText(line, { exact: true })).toBeVisible();
    await lab.ran();
    const { traceHash } = await headless<{ traceHash: string }>("run", "firefly/null", "--fault", line);
    expect(await lab.traceHash()).toBe(traceHash);
    expect(Math.abs((await at(page)) - moment)).toBeLessThan(NEAR);
    await expect(page).toHaveURL(/fault=crash\+server\+at\+/);
    await expect(inspector(page)).toContainText("down since");
    await expect(inspector(page).getByRole("button", { name: "Crash" })).toHaveAttribute("aria-disabled", "true");
    await expect(inspector(page)).toContainText("This machine is down.");
    await page.getByRole("button", { name: "Undo" }).click();
    await lab.ran();
    expect(await at(page)).toBe(moment);
    await expect(inspector(page)).toContainText("up since");
    await page.getByRole("button", { name: "Redo" }).click();
    await lab.ran();
    expect(await lab.traceHash()).toBe(traceHash);
  });

  test(
    "is slowed and restarted by key",
    heldBy("app/timeline/handle/meaning.test.ts", "e2e/stage.spec.ts"),
    async ({ lab, page }) => {
      await lab.open("firefly/null?calls=20");
      const before = await lab.traceHash();
      await figure(page).focus();
      await page.keyboard.press("h");
      await page.keyboard.press("h");
      await page.keyboard.press("3");
      await expect(script(page).getByText("slow server by 3 at 0s", { exact: true })).toBeVisible();
      await lab.ran();
      expect(await lab.traceHash()).not.toBe(before);
      await expect(inspector(page)).toContainText("3 times as slow");
      await expect(figure(page)).toBeFocused(); // as before the run
      await page.keyboard.press("2");
      await expect(page.getByRole("status", { name: "Notices" })).toContainText("This machine is up.");
      await page.keyboard.press(".");
      await page.keyboard.press("1");
      await lab.ran();
      await expect(inspector(page)).toContainText("down since");
      await page.keyboard.press(".");
      await page.keyboard.press("2");
      await expect(script(page).getByText(/^restart server at /)).toBeVisible();
      await lab.ran();
      await expect(inspector(page)).toContainText("restarted1 time");
    },
  );
});

test.describe("a packet", () => {
  for (const [key, name, line] of [
    ["1", "Drop", "drop call#1"],
    ["2", "Duplicate", "duplicate call#1"],
    ["3", "Delay 5 ms", "delay call#1 by 5ms"],
    ["4", "Reorder", "reorder call#1"],
  ] as const) {
    test(
      `is broken by click and by key alike, at its moment: ${line}`,
      line.startsWith("drop") ? {} : AUDIT,
      async ({ lab, page }) => {
        await lab.open("firefly/null?threads=2&calls=20");
        const plain = await lab.traceHash();
        await inspector(page).getByRole("button", { name, exact: true }).click();
        await expect(script(page).getByText(line, { exact: true })).toBeVisible(); // the line comes with the change
        await lab.ran();
        const clicked = await lab.traceHash();
        expect(clicked).not.toBe(plain);
        expect(Math.abs((await at(page)) - 574)).toBeLessThan(NEAR); // where the packet leaves
        await expect(inspector(page).getByRole("heading", { level: 2 })).toContainText("Call packet");
        await page.getByRole("button", { name: "Undo" }).click();
        await lab.ran();
        expect(await lab.traceHash()).toBe(plain);
        await figure(page).focus();
        await page.keyboard.press(key);
        await expect(script(page).getByText(line, { exact: true })).toBeVisible();
        await lab.ran();
        expect(await lab.traceHash()).toBe(clicked);
      },
    );
  }

  test(
    "that is overtaken arrives after the next, and says how late it is",
    heldBy("app/trace/packet-facts.test.ts", "app/trace/packet-order.test.ts"),
    async ({ lab, page }) => {
      await lab.open("firefly/null?threads=2&calls=20&fault=reorder+call%231");
      await expect(inspector(page)).toContainText("delayed by");
      const { traceHash } = await headless<{ traceHash: string }>(
        ...["run", "firefly/null", "--set", "threads=2", "--set", "calls=20", "--fault", "reorder call#1"],
      );
      expect(await lab.traceHash()).toBe(traceHash);
    },
  );

  test(
    "is wanted before anything can be broken",
    heldBy("app/timeline/handle/meaning.test.ts"),
    async ({ lab, page }) => {
      await lab.open();
      await figure(page).focus();
      await page.keyboard.press("Escape");
      await page.keyboard.press("1");
      await expect(page.getByRole("status", { name: "Notices" })).toContainText("Select a packet first");
    },
  );
});

test.describe("the chart", () => {
  test.use({ trials: 2 }); // one run has no band

  const PINNED = `pin=${encodeURIComponent("firefly/null?networkMbps=100&as=fast wire")}`;

  test("shows pinned runs, and how far the answers are from the paper", async ({ lab, page }) => {
    await lab.open(`firefly/null?${PINNED}`);
    await lab.ready();
    const chart = page.getByRole("figure", { name: /^Calls of Null/ });
    await expect(chart.locator(".chart-pinned path")).not.toHaveCount(0);
    await expect(chart.locator("text", { hasText: "1: fast wire" })).toBeVisible();
    await expect(chart.getByRole("columnheader", { name: "1: fast wire" })).toBeAttached();
    await page.getByRole("button", { name: "Deviation" }).click();
    const away = page.getByRole("figure", { name: /deviation from the paper/ });
    await expect(away).toContainText("grey within ±5");
    await away.getByRole("application").focus();
    await page.keyboard.press("v");
    await expect(chart).toBeVisible();
    await page.keyboard.press("v");
    await expect(away).toBeVisible();
  });

  test(
    "of several curves shows a pinned run’s own, and says which pinned run is none of its runs",
    heldBy("app/chart/series.test.ts", "app/setup/pins.test.ts"),
    async ({ lab, page }) => {
      const pins = ["networkMbps=500&resultBytes=0&as=half as fast", "callees=3&as=with results"].map(
        (query) => `pin=${encodeURIComponent(`flexrpc/multicast?${query}`)}`,
      );
      await lab.open(`flexrpc/multicast?resultBytes=0&chart=figure-3a&${pins.join("&")}`);
      await lab.ready();
      const chart = page.getByRole("figure", { name: /^Bandwidth of serial and parallel calls/ });
      await expect(chart.locator("text", { hasText: "1: half as fast, serial" })).toBeVisible();
      await expect(chart.locator(".chart-pinned path[stroke-width='1']:not([stroke-dasharray])")).toHaveCount(1);
      await expect(chart).toContainText("Not on this chart: “with results”");
      await chart.getByRole("button", { name: "Show data" }).click();
      const column = chart.getByRole("columnheader", { name: "1: half as fast, serial" });
      await expect(column).toBeVisible();
      const cells = chart.getByRole("row").locator("td:last-child");
      // The sweep has 17 values, and the curve gets two more where it jumps.
      await expect(cells.filter({ hasText: /\d/ })).toHaveCount(19);
      // Another chart of the experiment, by key: there the same run has a curve of its own degree.
      await lab.chooseChart("Figure 3(b)");
      await lab.ready();
      await expect(page.locator(".chart-pinned path[stroke-width='1']:not([stroke-dasharray])")).toHaveCount(1);
    },
  );

  test("that is chosen is the one that is exported", heldBy("app/export/items.test.ts"), async ({ lab, page }) => {
    await lab.open();
    await lab.ready();
    const exported = async (): Promise<string> => readFile(await (await lab.export("SVG")).path(), "utf8");
    await lab.chooseChart("Latency, mean");
    await lab.exportButton().click();
    await page.getByRole("radio", { name: "Chart" }).check({ force: true });
    expect(await exported()).toContain("Latency of Null()");
    await lab.chooseChart("Calls per second");
    await page.getByRole("button", { name: "Deviation" }).click();
    expect(await exported()).toContain("Calls of Null(), deviation from the paper");
  });

  test("speaks of a band only where one is drawn", heldBy("app/chart/series.test.ts"), async ({ lab, page }) => {
    await lab.open();
    await lab.ready();
    await expect(page.getByText(/^At each point 400 calls/)).not.toContainText("band");
    await lab.open("firefly/null?segment=shared");
    await lab.ready();
    await expect(page.getByText(/^At each point 400 calls/)).toContainText("the band holds the mean with 95");
  });
});

test.describe("long work", () => {
  test(
    "tells how much of the run is done",
    heldBy("app/lab/bench-work.test.ts", "e2e/bench.spec.ts"),
    async ({ lab, page }) => {
      await lab.open();
      await lab.field("Calls").fill("100000");
      await lab.field("Calls").press("Enter");
      const bar = page.getByRole("progressbar", { name: "Running the calls" });
      await expect(bar).toBeVisible();
      await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(3);
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByText(/Cancelled/)).toBeVisible();
    },
  );

  test(
    "Python’s start says how large it is and can be given up",
    heldBy("app/model/model-session.test.ts", "app/model/python-session.test.ts"),
    async ({ lab, page }) => {
      await page.route("**/pyodide/*.wasm", () => undefined); // it never comes
      await lab.open();
      await page.getByRole("button", { name: "Run it in Python here" }).click();
      const bar = page.getByRole("progressbar", { name: "Python is starting" });
      await expect(bar).toHaveAttribute("aria-valuetext", /of \d+\.\d MB$/);
      await page.getByRole("button", { name: "Cancel the start of Python" }).click();
      await expect(page.getByText(/^Python has not started/)).toBeVisible();
      await expect(bar).toBeHidden();
      lab.complaints.length = 0; // what was under way when it was given up
    },
  );
});

test.describe("by touch, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("play runs to an event and back, a machine is looked at and crashed", AUDIT, async ({ lab, page }) => {
    await lab.open();
    await page.getByRole("combobox", { name: "Run to" }).selectOption("packet arrives");
    await page.getByRole("button", { name: "Run to it", exact: true }).tap();
    await expect.poll(() => at(page)).toBeCloseTo(642.8, 1);
    await page.getByRole("button", { name: "State of the server" }).tap();
    await inspector(page).getByRole("button", { name: "Crash" }).tap();
    await lab.ran();
    await expect(script(page).getByText("crash server at 642.822us", { exact: true })).toBeVisible();
    await transport(page).getByRole("button", { name: "To the end" }).tap();
    const end = await at(page);
    await playSlowly(page);
    await transport(page).getByRole("button", { name: "Play backwards" }).tap();
    await expect.poll(() => at(page)).toBeLessThan(end);
    await transport(page).getByRole("button", { name: "Pause" }).tap();
  });
});
