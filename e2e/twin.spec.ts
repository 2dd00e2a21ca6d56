/** Two runs on one time axis: where they part, which step is which, and a table that sums to the difference. */
import type { Locator, Page } from "@playwright/test";
import { pull } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, heldBy } from "./places.ts";

const pinOf = (path: string, name: string): string => `pin=${encodeURIComponent(`${path}?as=${name}`)}&twin=1`;
const NULL_PINNED = pinOf("firefly/null", "plain");

const twin = (page: Page): Locator => page.getByRole("region", { name: /^Twin timelines of / });
const table = (page: Page): Locator => page.getByRole("region", { name: /^Differences by segment/ }).getByRole("table");

/** The numbers of a column, in nanoseconds; rows that lack the step give none. */
async function column(rows: Locator, index: number): Promise<readonly number[]> {
  const texts = await rows.locator(`td:nth-of-type(${index})`).allTextContents();
  const numbers = texts.map((text) => Number(text.replaceAll(",", "").replace("−", "-")));
  return numbers.filter(Number.isFinite).map((micros) => Math.round(micros * 1000));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const CHANGES = [
  ["another procedure", `firefly/max-result?${NULL_PINNED}`],
  ["a lost result", `firefly/null?fault=drop+result%231&${NULL_PINNED}`],
  ["another network", `firefly/null?networkMbps=100&${NULL_PINNED}`],
  ["more threads", `firefly/null?threads=4&${NULL_PINNED}`],
] as const;

for (const [i, [what, link]] of CHANGES.entries()) {
  test(
    `the differences shown sum to the difference of two runs: ${what}`,
    i === 1 ? {} : AUDIT,
    async ({ lab, page }) => {
      await lab.open(link);
      await expect(twin(page)).toBeVisible();
      await page.getByRole("checkbox", { name: "Only differences" }).uncheck();
      const rows = table(page).locator("tbody tr");
      const foot = table(page).locator("tfoot tr").last();
      for (const index of [1, 2, 3]) expect(sum(await column(rows, index))).toBe(sum(await column(foot, index)));
      const [a = 0, b = 0, delta = NaN] = await Promise.all(
        [1, 2, 3].map(async (index) => sum(await column(foot, index))),
      );
      expect(b - a).toBe(delta);
    },
  );
}

test(
  "where the runs part is said and can be shown",
  heldBy("app/twin/pair.test.ts", "app/twin/draw.test.ts"),
  async ({ lab, page }) => {
    await lab.open(`firefly/null?fault=drop+result%231&${NULL_PINNED}`);
    await expect(twin(page)).toContainText(/First divergence, .* plain: result delivered\. .*: result lost\./);
    await twin(page).getByRole("button", { name: "Show it" }).click();
    await expect(twin(page).locator("[aria-live]")).toContainText("Result packet");
  },
);

test(
  "a step is followed from run to run by key, and from the table",
  heldBy("app/twin/pair.test.ts", "app/twin/differences.test.ts"),
  async ({ lab, page }) => {
    await lab.open(`firefly/max-result?${NULL_PINNED}`);
    const choice = twin(page).locator("[aria-live]");
    await lab.tabTo(twin(page).getByRole("group", { name: "Timeline figure" }));
    await page.keyboard.press("ArrowRight");
    await expect(choice).toContainText("Calling program");
    await page.keyboard.press("ArrowRight");
    await expect(choice).toContainText("Calling stub");
    await page.keyboard.press("ArrowUp");
    await expect(choice).toContainText("in both");
    await page.keyboard.press("Escape");
    await expect(choice).toContainText("Choose a step");
    await table(page).getByRole("button", { name: "Difference", exact: true }).press("Enter");
    const first = table(page).locator("tbody").getByRole("button").first();
    await expect(first).toHaveText("Result packet");
    await first.press("Enter");
    await expect(first).toHaveAttribute("aria-pressed", "true");
    await expect(choice).toContainText("1,152.000 µs longer");
    await page.keyboard.press("ArrowDown");
    await expect(first).not.toBeFocused();
  },
);

test(
  "another call of both runs is chosen with the mouse and by key, as far as both have calls",
  heldBy("app/twin/calls.test.ts"),
  async ({ lab, page }) => {
    await lab.open(`firefly/max-result?calls=5&pin=${encodeURIComponent("firefly/null?calls=3&as=three")}&twin=1`);
    const compared = twin(page).getByRole("group", { name: "Call compared" });
    const [before, after] = ["Previous", "Next"].map((text) =>
      compared.getByRole("button", { name: `${text} call in both runs` }),
    );
    if (before === undefined || after === undefined) throw new Error("two buttons");
    await expect(compared).toContainText("Call 1 of 3 in both");
    await expect(before).toBeDisabled();
    await after.click();
    await expect(twin(page)).toHaveAccessibleName(/, call 2$/);
    await expect(page.getByRole("group", { name: "Call shown" })).toContainText("Call 2 of 5");
    await twin(page).getByRole("group", { name: "Timeline figure" }).focus();
    await page.keyboard.press("c");
    await expect(twin(page)).toHaveAccessibleName(/, call 3$/);
    await expect(after).toBeDisabled();
    await page.keyboard.press("c");
    await expect(compared).toContainText("Call 3 of 3 in both");
    const sums = table(page).locator("tfoot tr").last();
    const [a = 0, b = 0, delta = NaN] = await Promise.all(
      [1, 2, 3].map(async (index) => sum(await column(sums, index))),
    );
    expect(b - a).toBe(delta);
    // Beyond what both have, it is said, and leads back.
    await page.getByRole("button", { name: "Next call", exact: true }).click();
    await expect(twin(page)).toContainText("The first run has no call 4.");
    await expect(compared).toContainText("Call 4; both runs have 3");
    await lab.tabTo(before);
    await page.keyboard.press("Enter");
    await expect(twin(page)).toHaveAccessibleName(/, call 3$/);
    await page.keyboard.press("Shift+C");
    await expect(twin(page)).toHaveAccessibleName(/, call 2$/);
  },
);

test(
  "runs of many machines are compared call by call too, and no idle router has a row",
  heldBy("app/twin/by-machine.test.ts"),
  async ({ lab, page }) => {
    await lab.open(
      `multirpc/call?servers=4&pin=${encodeURIComponent("multirpc/call?servers=4&computeMs=40&as=slow")}&twin=1`,
    );
    await twin(page).getByRole("button", { name: "Next call in both runs" }).press("Enter");
    await expect(twin(page).getByRole("group", { name: "Call compared" })).toContainText("Call 2 of 10 in both");
    const machines = twin(page).getByRole("rowheader");
    await expect(machines.filter({ hasText: "Server" })).toHaveCount(4);
    await expect(machines.filter({ hasText: /Router|room/ })).toHaveCount(0);
  },
);

test(
  "a pin stays through a change of experiment: it is kept, not compared, and its run is one click away",
  heldBy("app/setup/pins.test.ts"),
  async ({ lab, page }) => {
    await lab.open(`firefly/null?threads=2&${NULL_PINNED}`);
    await expect(twin(page)).toBeVisible();
    await page.evaluate(() => (window.location.hash = "#/bench/flexrpc/p2p-probe"));
    const row = page.getByRole("group", { name: "Compare with" });
    await expect(row.getByRole("status")).toContainText(
      /“plain” is a run of another experiment, Firefly RPC: Null\(\)/,
    );
    await expect(twin(page)).toBeHidden();
    await row.getByRole("link", { name: "Open that run" }).click();
    await expect(page.getByRole("combobox", { name: "System" })).toHaveValue("firefly");
    await lab.set("Caller threads", "3");
    await expect(twin(page)).toBeVisible();
  },
);

test(
  "a link with damaged pins opens with a notice for each",
  heldBy("app/setup/pins.test.ts", "app/setup/address-problems.test.ts"),
  async ({ lab, page }) => {
    await lab.open("firefly/null?pin=firefly%2Fnull%3Fthreads%3D99%26as%3Dmany&twin=7");
    const notices = page.getByRole("status", { name: "Notices" });
    await expect(notices).toContainText('Pinned run "many"');
    await expect(notices).toContainText('twin = "7" is not allowed: 1 to 1');
    await expect(twin(page)).toBeHidden();
  },
);

test("Pin shows the run before and the run after in place of the timeline, at once, and Unpin brings it back", async ({
  lab,
  page,
}) => {
  await lab.open("firefly/null?calls=5");
  const one = page.getByRole("img", { name: /^Timeline of/ });
  await expect(one).toBeVisible();
  await lab.tabTo(page.getByRole("button", { name: "Pin", exact: true }));
  await page.keyboard.press("Enter");
  const unpin = page.getByRole("button", { name: "Unpin", exact: true });
  await expect(unpin).toBeFocused();
  await expect(twin(page)).toContainText("The call takes as long in “this run” as in “Null()");
  await expect(one).toHaveCount(0);
  await lab.addFault("drop result#1");
  await lab.ran();
  await expect(twin(page)).toContainText(/^The call takes .* longer in “drop result#1” than in “Null\(\), 5 calls”/);
  await expect(twin(page).getByRole("img")).toBeInViewport();
  await page.getByRole("button", { name: "Undo" }).click();
  await lab.ran();
  await pullABar(page);
  await lab.ran();
  await unpin.click();
  await expect(twin(page)).toHaveCount(0);
  await expect(one).toBeVisible();
  await expect(page.getByRole("button", { name: "Pin", exact: true })).toBeFocused();
});

/** Beside a pinned run, the end of a packet's bar is pulled in the waterfall: the sum follows the hand. */
async function pullABar(page: Page): Promise<void> {
  const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
  await waterfall.getByRole("button", { name: "Steps", exact: true }).click();
  const end = waterfall.getByRole("slider", { name: /^network\./ }).first();
  const row = waterfall.locator("li", { hasText: /^Call packet/ });
  await expect(row).toContainText("68.8");
  const link = page.url();
  await pull(page, end, -4);
  await expect(waterfall.locator(".tl-pulls")).toContainText(/network 10 → [1-9][\d,.]+ Mbit/);
  await expect(row).not.toContainText("68.8");
  expect(page.url(), "nothing is set while it is held").toBe(link);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(row).toContainText("68.8");
  await pull(page, end, -4);
  await page.mouse.up();
  await expect(page).toHaveURL(/networkMbps=[1-9]\d+/);
  await expect(twin(page)).toContainText(/^The call takes .* in “.*Mbit\/s.*” than in “Null\(\), 5 calls”/);
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(row).toContainText("68.8");
}
