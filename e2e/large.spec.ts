/**
 * A run too large to be shown at once: it says how far it is, and its figures come one after the other. The largest run
 * that the page offers, of 5,000 workstations, is tried by `npm run audit`.
 */
import { pull } from "./hands.ts";
import { expect, test } from "./lab.ts";
import { AUDIT, heldBy } from "./places.ts";

const LARGE = "multirpc/callback-break?workstations=1500&deadFraction=0.02&hide=chart";

test("1,500 workstations are called with progress, and every figure shows them", async ({ lab, page }) => {
  await lab.open("multirpc/callback-break?workstations=5&hide=chart");
  // Whole percents as the line showed them, from now on.
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { percents: seen });
    new MutationObserver(() => {
      const bar = document.querySelector('[role="progressbar"][aria-label="Running the calls"]');
      const now = Number(bar?.getAttribute("aria-valuenow") ?? -1);
      if (now >= 0 && seen.at(-1) !== now) seen.push(now);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(`./#/bench/${LARGE}`);
  await expect(page.getByText("0 of 1,500 servers answered, 30 down")).toBeVisible();
  await lab.ran();
  const percents = await page.evaluate(() => Reflect.get(window, "percents") as readonly number[]);
  expect(percents.filter((percent) => percent > 0 && percent < 100)).not.toEqual([]);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  const figure = page.getByRole("group", { name: "Timeline figure" });
  await expect(figure.getByRole("img")).toHaveAccessibleName(/1,5\d\d machines, file server to/);
  await expect(page.getByRole("button", { name: /^\+?1,4\d\d workstations: / }).first()).toBeVisible();
  await page.getByRole("group", { name: "Rows of the waterfall" }).getByRole("button", { name: "Steps" }).click();
  await expect(page.getByRole("navigation", { name: "Pages of rows" })).toContainText(/1 to 100 of \d,\d{3} rows/);
  await expect(page.getByRole("navigation", { name: "Pages of events" })).toContainText(/of 5\d,\d{3} events/);
  await expect(page.getByRole("region", { name: "The campus", exact: true })).toContainText("1,500 servers");
  await expect(page.locator(".stale")).toHaveCount(0);
  expect(lab.complaints).toEqual([]);
});

test("in a large run one zooms, chooses an event and goes back to a small one", AUDIT, async ({ lab, page }) => {
  await lab.open(LARGE);
  const figure = page.getByRole("group", { name: "Timeline figure" });
  const ground = figure.locator("canvas").first();
  const painted = (): Promise<string> => ground.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  await page.locator(".tl-handles").waitFor(); // then a handle has the ring of the chosen packet
  const packets = (): Promise<readonly string[]> =>
    page
      .locator('[data-handle^="packet"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-handle") ?? ""));
  const whole = await painted();
  const afar = await packets();
  await figure.focus();
  await page.keyboard.press("w");
  await expect.poll(painted).not.toBe(whole);
  // A packet that only a closer view draws by itself has a handle there, and keeps it when one zooms out.
  const closer = async (): Promise<string | undefined> => (await packets()).find((key) => !afar.includes(key));
  await expect
    .poll(async () => {
      await page.keyboard.press("w");
      return closer();
    })
    .toBeDefined();
  const packet = page.locator(`[data-handle="${await closer()}"]`);
  await packet.focus();
  await page.keyboard.press("0");
  await expect.poll(painted).toBe(whole);
  await expect(packet).toBeFocused();
  const events = page.getByRole("navigation", { name: "Pages of events" });
  await events.getByRole("button", { name: "Last", exact: true }).press("Enter");
  await page.getByRole("grid").getByRole("row").last().press("Enter");
  await expect(page.getByRole("complementary", { name: "Inspector" }).getByRole("heading")).toContainText(", call 1");
  await lab.set("Workstations that have the file", "20");
  await expect(figure.getByRole("img")).toHaveAccessibleName(/\b2\d machines, file server to /);
  expect(lab.complaints).toEqual([]);
});

test(
  "among thousands of packets handles follow a hand, and stand where the run has them that it leaves",
  heldBy("app/timeline/handle/crowded.test.ts"),
  async ({ lab, page }) => {
    await lab.open("flexrpc/gfs-push?hide=chart");
    const hands = page.locator(".tl-hands");
    const others = (): Promise<readonly string[]> =>
      page
        .locator('[data-handle]:not([data-handle="packet argument#1"])')
        .evaluateAll((all: readonly HTMLElement[]) =>
          all.map((one) => `${one.dataset["handle"]} ${one.style.transform}`),
        );
    const packet = page.locator('[data-handle="packet argument#1"]');
    await packet.waitFor();
    const before = await others();
    await pull(page, packet, 60);
    await expect.poll(others).not.toEqual(before);
    await page.mouse.up();
    await expect(page).toHaveURL(/fault=delay/);
    await lab.ran();
    await expect(hands).toHaveAttribute("data-late", "false");
    const left = await others();
    expect(left.length).toBeGreaterThan(3);
    await page.reload();
    await packet.waitFor();
    await expect.poll(others).toEqual(left);
    expect(lab.complaints).toEqual([]);
  },
);
