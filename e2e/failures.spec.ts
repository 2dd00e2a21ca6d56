/** A part of the site does not come: the page stays, says so, and goes on after. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { drawn, goTo, LOOKS_AT_ALL, heldBy } from "./places.ts";
import { until } from "./until.ts";

/** Keeps files from coming, as a network that is away does, until what it returns is called. */
async function without(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.context().route(files, (route) => route.abort("internetdisconnected"));
  return () => page.context().unroute(files);
}

const masthead = (page: Page) => page.getByRole("navigation").first();
const again = (page: Page) => page.getByRole("button", { name: "Try again" });

const PARTS = [
  { what: "The bench", from: "/", file: /\/bench-/, to: "/bench/firefly/null", shows: "Null()" },
  { what: "The papers", from: "/", file: /\/papers-/, to: "/papers/firefly", shows: "Performance of Firefly RPC" },
  {
    what: "The paper",
    from: "/",
    file: /\/claims-/,
    to: "/papers/cedar",
    shows: "Implementing Remote Procedure Calls",
  },
  { what: "The reference", from: "/", file: /\/ReferencePlace-/, to: "/reference/keys", shows: "Anywhere" },
  {
    what: "The course",
    from: "/reference/keys",
    file: /\/CourseHome-/,
    to: "/",
    shows: "A procedure call leaves the machine.",
  },
] as const;

for (const { what, from, file, to, shows } of PARTS) {
  const title = `${what.toLowerCase()} that cannot be fetched says so, and comes with "Try again"`;
  test(title, heldBy("e2e/failures.spec.ts"), async ({ page }) => {
    await goTo(page, from);
    const restore = await without(page, file);
    await page.evaluate((hash) => void (location.hash = hash), to);
    await expect(page.getByRole("alert")).toContainText(`${what} cannot be shown. Its file could not be fetched`);
    await expect(masthead(page)).toBeVisible();
    await restore();
    await again(page).click();
    await drawn(page);
    await expect(page.getByRole("main")).toContainText(shows);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

const ORDERS = [
  ["/bench/firefly/null", "/lesson/xdr", "/papers", "/reference"],
  ["/lesson/xdr", "/papers", "/bench/firefly/null"],
  ["/papers", "/reference", "/lesson/relay", "/bench/firefly/null"],
] as const;

for (const order of LOOKS_AT_ALL ? ORDERS : ORDERS.slice(0, 1)) {
  test(`places that fail one after the other say so, and come with the network: ${order.join(", ")}`, async ({
    page,
  }) => {
    await goTo(page, "/");
    const restore = await without(page, /\/assets\//);
    const go = (place: string) => page.evaluate((hash) => void (location.hash = hash), place);
    for (const place of order) {
      await go(place);
      const what = `The ${/\w+/.exec(place)?.[0]} cannot be shown. Its file could not be fetched`;
      await expect(page.getByRole("alert")).toContainText(what);
      await expect(page.getByRole("alert")).toHaveCount(1);
    }
    await restore();
    for (const place of order) {
      await go(place);
      await drawn(page);
      await expect(page.getByRole("main"), place).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
  });
}

test(
  "a step of a lesson that cannot be fetched leaves the lesson, and comes when the network is back",
  heldBy("e2e/failures.spec.ts"),
  async ({ page }) => {
    await goTo(page, "/lesson/where-2-66-ms-go");
    const restore = await without(page, /\/(Predict|Checkpoint|LessonChart|LessonWaterfall)-/);
    await page.evaluate(() => void (location.hash = "/lesson/where-2-66-ms-go?step=2"));
    await expect(page.getByRole("alert").first()).toContainText("cannot be shown. Its file could not be fetched");
    await restore();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Commit" })).toBeVisible();
  },
);

test("help that cannot be fetched says so under the masthead", heldBy("e2e/failures.spec.ts"), async ({ page }) => {
  await goTo(page, "/");
  const restore = await without(page, /\/Help-/);
  await page.keyboard.press("?");
  await expect(page.getByRole("alert")).toContainText("Help cannot be shown.");
  await restore();
  await again(page).click();
  await expect(page.getByRole("dialog", { name: "Help" })).toBeVisible();
});

test("a worker whose file does not come is replaced, and the message names the cause", async ({ page }) => {
  const restore = await without(page, /\/engine\.worker-/);
  await page.goto("./#/bench/firefly/null");
  await expect(
    page.getByText("The run stopped: the file that runs the simulation could not be fetched."),
  ).toBeVisible();
  await restore();
  await page.getByRole("button", { name: "Run again" }).click();
  await until(page, () => window.roundtrip?.ready() === true);
  await expect(page.getByText("The run stopped")).toHaveCount(0);
});

test("kept answers of another version are set aside, and the page says where", async ({ page }) => {
  const theirs = JSON.stringify({ format: "roundtrip-answers", version: 99, lessons: { relay: {} } });
  await page.addInitScript((text) => {
    if (localStorage.getItem("roundtrip-answers") === null) localStorage.setItem("roundtrip-answers", text);
  }, theirs);
  await goTo(page, "/lesson/where-2-66-ms-go");
  const notice = page
    .getByRole("status", { name: "Notices" })
    .getByText(/Their version is 99; this page reads version 1/);
  await expect(notice).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("roundtrip-answers-set-aside"))).toBe(theirs);
});

test("an answer in one tab is seen in another and not written over", async ({ page, context }) => {
  await goTo(page, "/lesson/where-2-66-ms-go?step=2");
  const other = await context.newPage();
  await goTo(other, "/lesson/where-2-66-ms-go?step=2");
  await page.getByRole("button", { name: "No idea" }).click();
  await expect(other.getByRole("button", { name: "Commit" })).toHaveCount(0);
});

const NO_WORKERS = "this browser does not let the page start workers, and every run is made in a worker.";

test("without workers, WebAssembly or storage each part works, or one sentence says what it lacks", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refused = (): never => {
      throw new DOMException("Refused.", "SecurityError");
    };
    const lacks = (what: string): boolean => location.search.includes(what);
    if (lacks("workers")) Object.defineProperty(window, "Worker", { value: refused });
    if (lacks("wasm")) Object.defineProperty(window, "WebAssembly", { value: undefined });
    if (lacks("storage"))
      for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
        Object.defineProperty(window, name, { get: refused });
  });
  await page.goto("./?workers#/bench/firefly/null");
  await expect(page.getByText(`The run stopped: ${NO_WORKERS}`)).toBeVisible();
  await page.goto("./?wasm#/bench/firefly/null");
  await until(page, () => window.roundtrip?.ready() === true); // the model’s values came with the page
  await page.getByRole("button", { name: "Edit the model" }).click();
  await expect(
    page.getByText("Python could not be started: WebAssembly is switched off in this browser"),
  ).toBeVisible();
  await page.goto("./?storage#/lesson/where-2-66-ms-go?step=2");
  await page.getByRole("button", { name: "No idea" }).click();
  await expect(page.getByRole("button", { name: "Commit" })).toHaveCount(0);
});
