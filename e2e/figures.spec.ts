/** The figures of the FlexRPC paper: Figure 3 with its crossing, by mouse and by keyboard, and as files. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const chart = (page: Page): Locator => page.getByRole("region", { name: "Chart" });
const plot = (page: Page): Locator => chart(page).getByRole("application");
const chooser = (page: Page): Locator => chart(page).getByRole("combobox", { name: "What the chart shows" });

/** In a sentence or in a label: "cross at 16.0 KB". */
const CROSSING = /cross at (\d+\.\d) KB/;
const crossingIn = (text: string): number => Number(CROSSING.exec(text)?.[1] ?? NaN);

test("Figure 3(a) is opened with the mouse, says where its curves cross, and stands in the link", async ({
  lab,
  page,
}) => {
  await lab.open("flexrpc/multicast");
  await lab.ready();
  await expect(chooser(page)).toHaveValue("figure-3d");
  await lab.chooseChart("Figure 3(a)");
  await lab.ready();
  await expect(page).toHaveURL(/chart=figure-3a/);
  await expect(chart(page).getByText(/^Simulated, parallel and serial cross/)).toHaveText(CROSSING);
  const said = await chart(page)
    .getByText(/^Simulated, parallel and serial cross/)
    .innerText();
  expect(Math.abs(crossingIn(said) - 16)).toBeLessThan(0.5);
  const label = await plot(page).getByText(CROSSING).first().innerHTML();
  expect(crossingIn(label)).toBe(crossingIn(said));
  await expect(chart(page).getByRole("link", { name: "E-X07" })).toHaveAttribute("href", /papers\/flexrpc\/errata/);

  await page.reload();
  await lab.ready();
  await expect(chooser(page)).toHaveValue("figure-3a");
});

test(
  "a click on a point of Figure 3(a) runs it: its size, its mode, and what the figure holds fixed",
  heldBy("app/chart/layout.test.ts", "app/chart/cursor.test.ts"),
  async ({ lab, page }) => {
    await lab.open("flexrpc/multicast?chart=figure-3a");
    await lab.ready();
    const box = await plot(page).boundingBox();
    if (box === null) throw new Error("The chart is not on the page.");
    await plot(page).click({ position: { x: box.width - 22, y: box.height - 40 } }); // the largest, on the lower curve
    await lab.ready();
    await expect(page).toHaveURL(/mode=parallel&argumentBytes=65536&resultBytes=0&chart=figure-3a/);
  },
);

test(
  "Figure 3(a) is walked along and across its curves with the arrow keys",
  heldBy("app/chart/cursor.test.ts"),
  async ({ lab, page }) => {
    await lab.open("flexrpc/multicast?chart=figure-3a");
    await lab.ready();
    await chooser(page).focus();
    await lab.tabTo(plot(page), 10);
    const said = chart(page).locator("[aria-live=polite]");
    await page.keyboard.press("End");
    await expect(said).toHaveText(
      /^64 KB argument: parallel, simulated [\d,.]+; serial, simulated [\d,.]+; serial, model/,
    );
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown"); // from above: the highest curve
    await expect(said).toHaveText(/^60 KB argument: serial, (simulated|model) [\d,.]+\. In Mbit\/s\.$/);
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
    await expect(said).toHaveText(/^60 KB argument: parallel, simulated [\d,.]+\. In Mbit\/s\.$/);
    await page.keyboard.press("Enter");
    await lab.ready();
    await expect(page).toHaveURL(/mode=parallel&argumentBytes=61440&resultBytes=0/);
  },
);

test(
  "its table has a column for each curve, and its file a row for each run, of both modes",
  heldBy("app/chart/data.test.ts"),
  async ({ lab, page }) => {
    await lab.open("flexrpc/multicast?chart=figure-3a");
    await lab.ready();
    await chart(page).getByRole("button", { name: "Show data" }).click();
    const table = chart(page).getByRole("table");
    await expect(table.getByRole("columnheader")).toHaveText([
      "Argument, KB",
      /^parallel\s*simulated\s*Our model of parallel calls$/,
      /^serial\s*simulated\s*model$/,
    ]);
    // Four points more stand where neighbours of the sweep differ by more than half.
    await expect(table.getByRole("row")).toHaveCount(1 + 21);

    await lab.exportButton().click();
    const saved = await readFile(await (await lab.export("Sweep CSV")).path(), "utf8");
    const [head = "", ...rows] = saved.trimEnd().split("\n");
    expect(head.split(",").slice(0, 4)).toEqual(["mode", "argumentBytes", "trial", "seed"]);
    expect(rows).toHaveLength(2 * 17 + 6); // six points stand between; nothing is random: one run a point
    expect(new Set(rows.map((row) => row.split(",")[0]))).toEqual(new Set(["parallel", "serial"]));
  },
);

test(
  "who sends to whom follows the mode, and a link leads to its first packet",
  heldBy("app/chart/word-rows.test.ts", "app/bench/links.test.ts"),
  async ({ lab, page }) => {
    await lab.open("flexrpc/multicast?callees=3");
    await lab.ready();
    const links = page.getByRole("region", { name: "Who sends to whom" });
    await expect(links.getByText("Each callee hands the request on to the next.")).toBeVisible();
    await links.getByRole("button", { name: /^callee3, link in: [\d,]+ bytes, busy/ }).click();
    await expect(
      page
        .getByRole("complementary")
        .or(page.locator(".side"))
        .getByText(/callee2/)
        .first(),
    ).toBeVisible();
    await page.getByText("Parallel", { exact: true }).click();
    await expect(links.getByText("The caller sends to every callee itself.")).toBeVisible();
  },
);

test("the run’s place in a chart is pulled to another value, by mouse and by key, and undo takes it back", async ({
  lab,
  page,
}) => {
  await lab.open("firefly/null?threads=2");
  await lab.ready();
  const grip = page.getByRole("slider", { name: /^The run’s place in the chart/ });
  await grip.scrollIntoViewIfNeeded();
  await expect(grip).toHaveAttribute("aria-valuenow", "2");
  const box = await grip.boundingBox();
  if (box === null) throw new Error("the grip is not on the screen");
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 4];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 400, y, { steps: 6 });
  await page.mouse.up();
  await lab.ran();
  const pulled = Number(await grip.getAttribute("aria-valuenow"));
  expect(pulled).toBeGreaterThan(4);
  expect(page.url()).toContain(`threads=${pulled}`);
  await page.getByRole("button", { name: "Undo" }).click(); // the whole drag is one step
  await expect(grip).toHaveAttribute("aria-valuenow", "2");
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await expect(grip).toHaveAttribute("aria-valuenow", "3");
  await expect(page).toHaveURL(/threads=3/);
  await expect(grip).toBeFocused();
});
