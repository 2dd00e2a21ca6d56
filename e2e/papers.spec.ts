/** Papers and reference: boards are sorted and asked, runs made again. */
import type { Page } from "@playwright/test";
import { REFERENCE_SECTIONS } from "../app/setup/reference-sections.ts";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

/** Opens a place and waits for its numbers. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`./#/${path}`);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/^Loading /)).toHaveCount(0);
}

const board = (page: Page, name: string) => page.getByRole("table", { name });
const firstColumn = (page: Page, name: string) => board(page, name).locator("tbody th[scope=row]").allInnerTexts();

test(
  "a board is sorted by any of its columns, up, down, and back to the paper’s order",
  heldBy("app/papers/boards.test.ts"),
  async ({ lab, page }) => {
    await open(page, "papers/firefly/table-i");
    const name = "Table I: Null(): time for 10,000";
    const printed = await firstColumn(page, name);
    expect(printed).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    const head = board(page, name).getByRole("columnheader", { name: "Paper" });
    await lab.tabTo(head.getByRole("button"), 200);
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    expect(await firstColumn(page, name)).toEqual(["7", "8", "6", "5", "4", "3", "2", "1"]);
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "descending");
    expect(await firstColumn(page, name)).toEqual(["1", "2", "3", "4", "5", "6", "8", "7"]);
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "none");
    expect(await firstColumn(page, name)).toEqual(printed);
    const kinds = board(page, name).getByRole("columnheader", { name: "Kind" });
    await kinds.getByRole("button").click();
    expect((await firstColumn(page, name))[0]).toBe("7"); // the calibrated row
  },
);

test("rows that miss are grey and all there, and a number says where it comes from", async ({ page }) => {
  await open(page, "papers/firefly/table-i");
  const rates = board(page, "Table I: Null(): rate");
  await expect(rates.locator("tbody tr")).toHaveCount(8);
  const misses = rates.locator("tr.miss");
  expect(await misses.count()).toBeGreaterThan(0);
  for (const percent of await misses.locator(".percent").allInnerTexts()) {
    expect(Math.abs(Number(percent.replace("−", "-")))).toBeGreaterThan(5);
  }
  await rates.getByRole("button", { name: /^615 RPCs\/s: 3;/ }).click();
  const note = rates.locator(".cellnote");
  await expect(note).toContainText("Section 2.1, Table I");
  await expect(note).toContainText("Caller threads: 3");
  await expect(note).toContainText("calls that returned, divided by the time of the run");
  await expect(note).toContainText("One run, which draws no random number");
  await expect(note.getByRole("link")).toHaveCount(1);
});

test("the link of a number opens the bench at the run that it came from", async ({ lab, page }) => {
  await open(page, "papers/firefly/table-vi");
  await page.getByRole("button", { name: /^60 µs: .*Transmission time on Ethernet/ }).click();
  const note = page.locator(".cellnote");
  const hash = await note.locator("li code").first().innerText();
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  await note.getByRole("link").first().click();
  await lab.ready();
  expect(await lab.traceHash()).toBe(hash);
});

test("a table is run again here, tells how far it is, and says that it agrees", async ({ page }) => {
  await open(page, "papers/firefly/table-viii");
  await page.getByRole("button", { name: "Run again here: Table VIII" }).click();
  await expect(page.getByText(/identical to the numbers shown, with the same traces/)).toBeVisible();
});

test("running again can be given up", heldBy("app/lab/bench-work.test.ts"), async ({ page }) => {
  await open(page, "papers/firefly/table-i");
  // The table may be done in a second: Cancel is pressed as soon as it is there.
  await page.evaluate(() => {
    const press = (): void => {
      if (document.querySelector("progress, [role=progressbar]") === null) return;
      [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel")?.click();
    };
    new MutationObserver(press).observe(document.body, { subtree: true, childList: true });
  });
  await page.getByRole("button", { name: "Run again here: Table I", exact: true }).click();
  await expect(page.getByText("Cancelled. You see the numbers from the build.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test(
  "a claim has its number beside ours, the run to try it, its lesson, and how it is tested",
  heldBy("app/papers/claim-checks.test.ts", "app/papers/claim-runs.slow.test.ts", "app/papers/claim-lessons.test.ts"),
  async ({ lab, page }) => {
    await open(page, "papers/firefly/claims");
    const items = page.locator(".claims > li");
    const all = await items.count();
    await page.getByRole("button", { name: /^Not tested/ }).click();
    const untested = await items.count();
    expect(untested).toBeGreaterThan(0);
    expect(untested).toBeLessThan(all);
    for (const text of await items.locator("summary").allInnerTexts()) expect(text).toBe("Not tested");
    await page.getByRole("button", { name: /^With a run/ }).click();
    await expect(items).toHaveCount(await page.getByRole("link", { name: /^Try it on the bench/ }).count());
    const lost = page.locator("#claim-retransmit-600");
    await expect(lost.locator(".numbers")).toHaveText(/^Paper600\sms, wait\s*Ours\s*603\sms, \+0\.5\s%$/);
    await expect(page.locator("#claim-null-latency").getByRole("link", { name: "Where 2.66 ms go" })).toBeVisible();
    await lost.getByText("How it is tested").click();
    await expect(lost.locator(".check")).toContainText("a lost packet costs about 600 ms");
    await lost.getByRole("link", { name: /^Try it/ }).click();
    await lab.ready();
    expect(page.url()).toContain("calls=1");
    expect(decodeURIComponent(page.url())).toMatch(/fault=drop[ +]call#1/);
  },
);

test("a paper or a table that is not there gives the nearest that is, and says so", async ({ page }) => {
  await open(page, "papers/firefly/table-lxx");
  await expect(page.getByText(/firefly has no "table-lxx"; it has table-i,/)).toBeVisible();
  await open(page, "papers/dragonfly");
  await expect(page.getByText(/There is no paper "dragonfly" here/)).toBeVisible();
});

test("each section of the reference opens by itself: a reader may come to it by a link", async ({ lab, page }) => {
  for (const section of REFERENCE_SECTIONS) {
    await page.goto(`./#/reference/${section}`);
    await page.reload(); // what another section has fetched is not there
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("The section is loading."), section).toHaveCount(0);
    await expect(page.getByRole("alert"), section).toHaveCount(0);
  }
  expect(lab.complaints).toEqual([]);
});

test(
  "the reference links a machine’s cost to the table that it comes from",
  heldBy("app/reference/reference.test.ts"),
  async ({ page }) => {
    await open(page, "reference/machines?entry=Firefly");
    // It stands in the Firefly’s own table first, and in the account of a call of any protocol.
    await page.getByRole("link", { name: "Table VI, Wake up RPC thread" }).first().click();
    await expect(page.getByRole("heading", { name: /^Table VI\b/ })).toBeVisible();
  },
);
