/** A lesson in a frame of a page on another origin: it speaks with that page, and obeys the one that its link names. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "@playwright/test";
import { expect, test } from "./lab.ts";
import { until } from "./until.ts";

type Told = Readonly<Record<string, unknown>> & { readonly type: string };
declare global {
  interface Window {
    told: Told[];
  }
}

interface Host {
  readonly frame: FrameLocator;
  readonly told: () => Promise<readonly Told[]>;
  readonly tell: (command: object) => Promise<void>;
}

/** Opens a page on an origin of its own, with a lesson in a frame. `{parent}` in the place becomes that origin. */
async function hostOf(page: Page, site: string, place: string, sandbox: string | null): Promise<Host> {
  const server = createServer((_request, response) => {
    const { port } = server.address() as AddressInfo;
    const src = `${site}/#${place.replace("{parent}", encodeURIComponent(`http://127.0.0.1:${port}`))}`;
    const strict = sandbox === null ? "" : `sandbox="${sandbox}"`;
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>A course</title><h1>A course</h1>
      <iframe src="${src}" ${strict} width="1200" height="760" title="Roundtrip"></iframe>
      <script>window.told = []; addEventListener("message", ({ data }) => told.push(data));</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  page.once("close", () => server.close());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    frame: page.frameLocator("iframe"),
    told: () => page.evaluate(() => window.told),
    tell: (command) =>
      page.evaluate((data) => document.querySelector("iframe")?.contentWindow?.postMessage(data, "*"), command),
  };
}

const LESSON = "/lesson/more-threads?embed=lesson";

/** Waits for a message of this type, and gives the last one. */
async function last(page: Page, { told }: Host, type: string): Promise<Told | undefined> {
  await until(page, `window.told.some((one) => one.type === ${JSON.stringify(type)})`);
  return (await told()).findLast((one) => one.type === type);
}

test("a lesson is taken in a strict frame of another origin, which hears of it and directs it", async ({
  lab,
  page,
  baseURL,
}) => {
  const host = await hostOf(page, baseURL ?? "", `${LESSON}&parent={parent}`, "allow-scripts");
  const { frame, tell } = host;
  await expect(frame.getByRole("heading", { name: "More threads", level: 1 })).toBeVisible();
  await expect(frame.getByRole("banner")).toHaveCount(0);
  // Its worker runs, although the frame has no origin.
  await expect(frame.getByText("Server DEQNA, transmit")).toBeVisible();
  expect(await last(page, host, "ready")).toMatchObject({
    roundtrip: 1,
    lesson: "more-threads",
    title: "More threads",
  });
  expect(await last(page, host, "score")).toMatchObject({ score: 0, answered: 0, questions: 5 });
  expect(Number((await last(page, host, "height"))?.["px"])).toBeGreaterThan(300);
  await tell({ roundtrip: 1, type: "go", step: 2 });
  await expect(frame.getByRole("navigation", { name: "Steps" })).toContainText("2 of 6");
  await frame.getByRole("button", { name: "No idea" }).click();
  expect(await last(page, host, "answered")).toMatchObject({ step: 2, right: false });
  expect(await last(page, host, "score")).toMatchObject({ score: 0.2, answered: 1 });
  await tell({ roundtrip: 1, type: "set", parameters: { threads: 3 } });
  await expect(frame.getByText("3 caller threads").first()).toBeVisible();
  await tell({ roundtrip: 1, type: "set", parameters: { threads: "<img src=x onerror=alert(1)>" } });
  expect((await last(page, host, "refused"))?.["why"]).toContain("threads");
  expect(lab.complaints.filter((text) => !/sandbox|allow-same-origin/i.test(text))).toEqual([]);
});

test("a lesson whose link names no page, or another one, hears no commands", async ({ page, baseURL }) => {
  const host = await hostOf(page, baseURL ?? "", LESSON, null);
  await last(page, host, "ready");
  await host.tell({ roundtrip: 1, type: "go", step: 3 });
  expect((await last(page, host, "refused"))?.["why"]).toContain("add parent=http://127.0.0.1:");
  const other = await hostOf(page, baseURL ?? "", `${LESSON}&parent=https%3A%2F%2Fschool.example`, null);
  await expect(other.frame.getByRole("navigation", { name: "Steps" })).toContainText("1 of 6");
  await other.tell({ roundtrip: 1, type: "go", step: 3 });
  await other.frame.getByRole("button", { name: "Next", exact: true }).click();
  await expect(other.frame.getByRole("navigation", { name: "Steps" })).toContainText("2 of 6");
  expect(await other.told()).toEqual([]);
});

test("an assignment stands in a frame, its lessons stay there, and each tells the page around it", async ({
  page,
  baseURL,
}) => {
  const query = "assignment=Week+6&lessons=exactly-once.1-2,callback";
  const host = await hostOf(page, baseURL ?? "", `/do?embed=lesson&parent={parent}&${query}`, null);
  const { frame } = host;
  await expect(frame.getByRole("banner")).toHaveCount(0);
  const lessons = ["exactly-once", "callback"];
  expect(await last(page, host, "assignment")).toMatchObject({ title: "Week 6", lessons, done: [] });
  await frame.getByRole("link", { name: "Begin: 1.2 Exactly once, or an exception" }).click();
  expect(await last(page, host, "ready")).toMatchObject({ lesson: "exactly-once" });
  await host.tell({ roundtrip: 1, type: "go", step: 2 });
  await expect(frame.getByRole("navigation", { name: "Steps" })).toContainText("2 of");
  await frame.getByRole("link", { name: /^The lesson after/ }).click();
  await until(page, 'window.told.some((one) => one.lesson === "callback")');
  await expect(frame.getByRole("banner")).toHaveCount(0);
});
