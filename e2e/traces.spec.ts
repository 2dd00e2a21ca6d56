/** A trace of the reader’s services: opened, asked, looked at; a file that is none is refused in one sentence. */
import { expect, test } from "./lab.ts";
import { AUDIT, drawn, goTo } from "./places.ts";
import type { Page } from "@playwright/test";

/** Front 0–10 ms calls back 2–8 ms; both as one trace of Zipkin. */
const ZIPKIN = JSON.stringify([
  { traceId: "a1", id: "01", name: "page", timestamp: 1000, duration: 10_000, localEndpoint: { serviceName: "front" } },
  {
    ...{ traceId: "a1", id: "02", parentId: "01", name: "get", timestamp: 3000, duration: 6000 },
    localEndpoint: { serviceName: "back" },
  },
]);

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page.getByLabel("Trace file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("a trace opens with its path, and a part that takes half changes the sentence, the figure and the link", async ({
  page,
}) => {
  await goTo(page, "/traces");
  await choose(page, "page.json", ZIPKIN);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("page.json");
  await expect(page.getByText("It took 10 ms. On its critical path back itself takes 6 ms (60 %).")).toBeVisible();
  await drawn(page);
  await expect(page.getByRole("region", { name: /^Timeline of page.json/ })).toBeVisible();
  const path = page.getByRole("table", { name: /^Where the time went/ });
  await expect(path.getByRole("row", { name: /^All/ })).toContainText("10.000");
  await page.getByLabel("What if", { exact: true }).selectOption("back: get");
  await expect(
    page.getByText("took half as long, the trace would take 7 ms in place of 10 ms: 30 % less."),
  ).toBeVisible();
  await page.getByLabel("took", { exact: true }).press("Home");
  await expect(page.getByText("took no time, the trace would take 4 ms in place of 10 ms: 60 % less.")).toBeVisible();
  await expect(path.getByRole("row", { name: /^All/ })).toContainText("4.000");
  await expect(page).toHaveURL(/span=back%3A\+get&factor=0$/);
  // A file that is none leaves the one that is open as it is.
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["<html><title>Login</title>"], "trace.json"));
    return data;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer: drop });
  await expect(page.getByRole("alert")).toHaveText(
    "trace.json was not opened. This is a page of HTML (Login), not a trace.",
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("page.json");
});

test("a trace that takes no time opens, and says that there is nothing to draw", AUDIT, async ({ page }) => {
  await goTo(page, "/traces");
  await choose(
    page,
    "none.json",
    JSON.stringify([{ traceId: "a1", id: "01", name: "get", timestamp: 1, duration: 0 }]),
  );
  await expect(page.getByRole("heading", { level: 2, name: "Trace 1 get" })).toBeVisible();
  await expect(page.getByText("Its path takes no time, so there is nothing to draw.")).toBeVisible();
});

test("an example opens from its link with its traces in a list, and a trace dropped on captures opens here", async ({
  page,
}) => {
  await goTo(page, "/traces?example=chain&trace=3&factor=fast");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Front, middle, storage", { timeout: 30_000 });
  await expect(page.getByText('factor = "fast" is not allowed: a number from 0 to 1000, such as 0.5.')).toBeVisible();
  const traces = page.getByRole("table", { name: "Traces" });
  const third = traces.getByRole("button", { name: /^Trace 3,/ });
  await third.focus();
  await third.press("ArrowDown");
  await expect(traces.getByRole("button", { name: /^Trace 4,/ })).toBeFocused();
  await expect(page.getByRole("region", { name: "Trace 4", exact: true })).toBeVisible();
  await goTo(page, "/capture");
  await page
    .getByLabel("Capture file")
    .setInputFiles({ name: "page.json", mimeType: "application/json", buffer: Buffer.from(ZIPKIN) });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("page.json");
  await expect(page).toHaveURL(/#\/traces/);
});

test("the nearest graph of services runs beside the recorded traces, and opens on the bench", async ({ page }) => {
  await goTo(page, "/traces?example=chain");
  await page.getByRole("button", { name: "Simulate these services" }).click({ timeout: 30_000 });
  const beside = page.getByRole("region", { name: "The same services, simulated" });
  await expect(beside.getByRole("row", { name: /^Half within/ })).toContainText("%", { timeout: 30_000 });
  await expect(beside.getByRole("row", { name: /^storage/ })).toContainText("exponential");
  await beside.getByRole("link", { name: "Open this graph on the bench" }).click();
  await expect(page).toHaveURL(/#\/bench\/services\/graph\?graph=/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services that call each other");
});
