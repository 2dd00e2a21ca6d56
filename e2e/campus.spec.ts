/** The picture of the Andrew campus: chosen by mouse and by keyboard, bound to the timeline, the same as a table. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { heldBy } from "./places.ts";

const MANY = "multirpc/call?placement=campus&servers=50&foreignLoad=day&trials=2";

const campus = (page: Page): Locator => page.getByRole("region", { name: "The campus", exact: true });
const place = (page: Page, name: string): Locator =>
  campus(page).getByRole("button", { name: new RegExp(`^${name}:`) });
const known = (page: Page, name: string): Locator =>
  campus(page).getByRole("region", { name: `What is known: ${name}` });
const inspector = (page: Page): Locator => page.getByRole("complementary", { name: "Inspector" });

test("a router is chosen with the mouse, says what it had to do, and leads to a packet and a subnet", async ({
  lab,
  page,
}) => {
  await lab.open(MANY);
  await expect(campus(page).getByText("20 servers; 30 servers on 11 other subnets")).toBeVisible();
  await place(page, "Router 0").click();
  const facts = known(page, "Router 0");
  await expect(facts.getByText("4.5 ms", { exact: true })).toBeVisible();
  const hash = (await lab.traceHash()) ?? "none";
  await expect(facts.getByText(hash)).toBeVisible();
  await expect(facts.getByRole("row", { name: /^packets of calls [\d,]+ [\d,]+$/ })).toBeVisible();

  await facts.getByText(/packets of call 1 here/).click();
  await facts
    .getByRole("button", { name: /^Reply packet server \d+ to client/ })
    .first()
    .click();
  await expect(inspector(page).getByRole("heading", { name: /^Reply packet/ })).toBeVisible();

  await facts.getByRole("button", { name: "Test ring", exact: true }).click();
  await expect(known(page, "Test ring").getByText("16.4 µs")).toBeVisible();
  await campus(page).getByRole("button", { name: "Test ring", exact: true }).first().click();
  await expect(place(page, "Router 1")).toHaveCount(0);
});

test(
  "a server’s workstation, clicked, is the machine that the inspector shows, and one looked at is marked",
  heldBy("app/campus/campus.test.ts", "app/campus/layout.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?servers=10");
    const ring = place(page, "Test ring");
    const box = await ring.boundingBox();
    if (box === null) throw new Error("The ring is not drawn.");
    // Close up: the client is station 2 of 23, clockwise from the top of a ring in the middle of its box.
    const radius = Math.max(70, Math.min(170, Math.floor((box.width - 140) / 2)));
    const at = (station: number) => ({
      x: Math.round(box.width / 2 + radius * Math.sin((2 * Math.PI * station) / 23)),
      y: Math.round(20 + radius - radius * Math.cos((2 * Math.PI * station) / 23)),
    });
    await ring.click({ position: at(5) });
    await expect(known(page, "Server 3")).toBeVisible();
    await expect(inspector(page).getByRole("heading", { name: "Server 3" })).toBeVisible();
    await expect(place(page, "Server 3")).toHaveAttribute("aria-pressed", "true");

    await page.getByRole("button", { name: "State of server 5", exact: true }).click();
    await expect(known(page, "Server 5")).toBeVisible();
  },
);

test("the keyboard goes from the machine room to a workstation and back, with one Tab stop", async ({ lab, page }) => {
  await lab.open(MANY);
  const table = campus(page).getByRole("button", { name: "As a table" });
  await table.focus();
  await page.keyboard.press("Tab");
  await expect(place(page, "Machine room")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(place(page, "Router 0")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(place(page, "Ring 1")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(known(page, "Ring 1").getByText(/servers of the run stand here: server 5/)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(place(page, "Server 5")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inspector(page).getByRole("heading", { name: "Server 5" })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(place(page, "Router 1")).toBeFocused();
  expect(await campus(page).locator(".picture-place[tabindex='0']").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect(campus(page).getByText(/^Choose a network/)).toBeVisible();
});

test(
  "the figure leaves out routers that no packet met, and says of a dead server that it is down",
  heldBy("app/campus/campus.test.ts", "app/campus/layout.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?placement=ring&servers=10&dead=2&trials=1");
    const machine = (name: string | RegExp): Locator => page.getByRole("button", { name, exact: true });
    await expect(machine(/^State of /)).toHaveCount(11);
    await expect(machine(/^State of (the )?(Router|Machine room)/)).toHaveCount(0);
    await machine("State of server 4").click();
    await expect(inspector(page).getByRole("heading", { name: "Server 4" })).toBeVisible();
    await expect(inspector(page).getByText("from the beginning", { exact: true })).toBeVisible();
    await expect(inspector(page).getByText(/This machine is down\. A script restarts only/)).toBeVisible();
    await page.getByRole("group", { name: "Timeline figure" }).focus();
    const heading = inspector(page).getByRole("heading", { level: 2 });
    await page.keyboard.press("h");
    await expect(heading).not.toHaveText("Server 4");
    const names = new Set<string>();
    for (let i = 0; i < 11; i++) {
      names.add((await heading.textContent()) ?? "");
      await page.keyboard.press("h");
    }
    expect([...names]).toContain("Server 7");
  },
);

test(
  "one server on the ring stands across from the client, on the network that carries its packets",
  heldBy("app/campus/layout.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/call?placement=ring&servers=1&trials=1");
    await expect(page.getByRole("button", { name: /^State of / })).toHaveCount(2);
    const waterfall = page.getByRole("region", { name: "Waterfall", exact: true });
    await waterfall.getByRole("button", { name: "Steps", exact: true }).click();
    await expect(waterfall.getByText(/waits for the Test ring/i)).toHaveCount(2);
  },
);

test(
  "it follows the playhead: in the end all have answered but the dead",
  heldBy("app/campus/campus.test.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/callback-break?workstations=60&deadFraction=0.05");
    const said = campus(page).locator(".campus-now");
    await expect(said).toHaveText(/^At 0\.0 ms: no packets under way, 0 of 60 servers answered, 3 down\.$/);
    await page.getByRole("slider", { name: "Playhead" }).press("End");
    await expect(said).toHaveText(/: no packets under way, 57 of 60 servers answered, 3 down\.$/);
  },
);

test(
  "the table holds a row for every network and router, and the figure is a file",
  heldBy("app/campus/campus.test.ts", "app/export/items.test.ts"),
  async ({ lab, page }) => {
    await lab.open(MANY);
    await campus(page).getByRole("button", { name: "As a table" }).click();
    const table = campus(page).getByRole("table", { name: /^Networks and routers/ });
    await expect(table.getByRole("row")).toHaveCount(1 + 1 + 7 + 12);
    await expect(table.getByRole("row", { name: /^Test ring token ring 21 20 / })).toBeVisible();

    await lab.exportButton().click();
    await page.getByRole("region", { name: "Export" }).getByRole("radio", { name: "Campus" }).check();
    const saved = await lab.export("SVG");
    expect(saved.suggestedFilename()).toMatch(/_campus\.svg$/);
    expect(await readFile(await saved.path(), "utf8")).toContain(">Ethernet 10<");
  },
);

test(
  "thousands of workstations are a mark a subnet, and one subnet close up has its own",
  heldBy("app/campus/layout.test.ts", "e2e/large.spec.ts"),
  async ({ lab, page }) => {
    await lab.open("multirpc/callback-break?workstations=1300&hide=waterfall,chart,events");
    await expect(campus(page).getByText("1,301 workstations on 27 subnets, joined by 14 routers")).toBeVisible();
    expect(await campus(page).locator("button").count()).toBeLessThan(100);
    await place(page, "Ring 5").dblclick();
    await expect(known(page, "Ring 5")).toBeVisible();
    await expect(place(page, "Ring 7")).toHaveCount(0);
    await expect(place(page, "Ring 5")).toHaveAccessibleName(/token ring, \d+ workstations, \d+ packets of the call/);
  },
);
