/**
 * The test of the house: a new protocol, its system and its experiment are in form, link, chart, timeline, state
 * inspector, faults, exports, sweeps and headless lab. `npm run audit -- --only house` adds the echo protocol of the
 * tests to a copy of the project, changes no other file, and runs this.
 */
import { readFile } from "node:fs/promises";
import { expect, headless, headlessText, test } from "./lab.ts";

const ECHO = "echo-fixture/call";

test("a new system has a form, a link, a run, a chart, a sweep, and is found in the list", async ({ lab, page }) => {
  await lab.open(`${ECHO}?calls=2`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Echo over UDP");
  await expect(lab.field("Datagram")).toHaveValue("64");
  await lab.set("Datagram", "1400");
  await expect(page).toHaveURL(/echo-fixture\/call\?calls=2&bytes=1400$/);
  const flags = ["--set", "calls=2", "--set", "bytes=1400"];
  const { traceHash } = await headless<{ traceHash: string }>("run", ECHO, ...flags);
  expect(await lab.traceHash()).toBe(traceHash);
  await lab.ready();
  await expect(page.getByRole("region", { name: "Chart" })).toContainText("Latency by size");
  const rows = (await headlessText("sweep", ECHO, "--over", "bytes=64,512,1400", "--csv")).trim().split("\n");
  expect(rows).toHaveLength(4);
  expect(await headlessText("list")).toContain(ECHO);
});

test("a system without a paper has one answer, a family of its own, and no citation", async ({ lab, page }) => {
  await lab.open(ECHO);
  await expect(page.getByRole("combobox", { name: "System" }).locator("option:checked")).toHaveText("Echo");
  const board = page.getByRole("region", { name: "The answer", exact: true });
  await expect(board.getByRole("columnheader", { name: "simulated" })).toBeVisible();
  await expect(board).not.toContainText(/paper|model/i);
  await lab.exportButton().click();
  await page.getByRole("button", { name: /^Citation / }).click();
  const citation = page.getByRole("button", { name: "Save", exact: true });
  await expect(citation).toHaveAccessibleDescription(/ The experiment has no paper\.$/);
  await lab.open("firefly/null?model=null_us"); // with the model’s text open
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Firefly RPC: Null()");
  await page.getByRole("combobox", { name: "System" }).selectOption("Echo");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Echo over UDP");
  await page.goto("./#/reference/experiments");
  await page.getByRole("main").getByRole("link", { name: "Echo over UDP" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Echo over UDP" })).toBeVisible();
  expect(lab.complaints).toEqual([]);
});

test("a fault that an experiment asks for by itself is the same on the site and in the headless lab", async ({
  lab,
}) => {
  await lab.open(`${ECHO}?calls=9`);
  const whole = await lab.traceHash();
  await lab.open(`${ECHO}?calls=9&loss=0.3`);
  const sets = ["calls=9", "loss=0.3"].flatMap((setting) => ["--set", setting]);
  const { traceHash } = await headless<{ traceHash: string }>("run", ECHO, ...sets);
  expect(await lab.traceHash()).toBe(traceHash);
  expect(traceHash).not.toBe(whole);
});

test("a new system has a timeline, states of its machines, and faults that can be undone", async ({ lab, page }) => {
  await lab.open(`${ECHO}?calls=2`);
  const whole = await lab.traceHash();
  await expect(page.getByRole("img", { name: /^Timeline of/ })).toBeVisible();
  await page.getByRole("button", { name: "State of the client" }).click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector).toContainText(/idle|waiting/);
  await lab.addFault("drop call#1");
  await lab.ran();
  await expect.poll(() => lab.traceHash()).not.toBe(whole);
  await expect(page.getByText("drop call#1", { exact: true }).first()).toBeVisible();
  await lab.addFault("crash client at 10us");
  await lab.ran();
  await page.getByRole("button", { name: "Remove drop call#1" }).click();
  await lab.ran();
  expect(lab.complaints).toEqual([]);
});

test("a new system’s run is exported as the headless lab writes it", async ({ lab }) => {
  await lab.open(`${ECHO}?calls=2`);
  await lab.ready();
  await lab.exportButton().click();
  const saved = await readFile(await (await lab.export("JSON")).path(), "utf8");
  const { traceHash } = await headless<{ traceHash: string }>("run", ECHO, "--set", "calls=2");
  expect(saved).toContain(traceHash);
  const capture = await readFile(await (await lab.export("Packets")).path());
  expect(capture.length).toBeGreaterThan(200);
});

test("a new lesson without a paper stands in a part of its own, and can be gone through", async ({ lab, page }) => {
  await page.goto("./");
  const part = page.getByRole("region", { name: "Echo", exact: true });
  await part.getByRole("link", { name: "An echo that is lost" }).click();
  const text = page.getByRole("article");
  await expect(text).toContainText("The call takes 752");
  await page.goto("./#/lesson/echo-fixture?step=2");
  await text.getByRole("radio", { name: "Twice" }).check();
  await text.getByRole("button", { name: /^Commit/ }).click();
  await expect(text).toContainText("The client asks again, and the server runs it again.");
  await page.goto("./#/lesson/echo-fixture?step=3");
  await page.getByRole("button", { name: "Lose the answer" }).click();
  await expect(text).toContainText("2,252");
  expect(lab.complaints).toEqual([]);
});
