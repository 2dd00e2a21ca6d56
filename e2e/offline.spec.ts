/** The site without a network, and a newer version of it under an open page: from a server of this test's own. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { policyOf } from "../app/build/content-policy.ts";
import { roomText } from "../app/build/room.ts";
import { LANGUAGES_FOLDER } from "../app/offline/names.ts";
import { serve } from "../engine/cli/serve.mjs";
import { expect, test as plain, type Lab } from "./lab.ts";
import { AUDIT, BENCHES, drawn, HOME, LESSON_STEPS, LOOKED_AT_PAPERS } from "./places.ts";
import { LOOKS_AT_ALL, PAPERS, REFERENCE } from "./places.ts";

interface Server {
  readonly url: string;
  readonly folder: string; // what it serves
  readonly stop: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "dist");

const test = plain.extend<{ server: Server }>({
  serviceWorkers: "allow",
  storageState: { cookies: [], origins: [] }, // the other tests ask the site to keep nothing
  server: async ({ browserName: _ }, use) => {
    const above = mkdtempSync(join(tmpdir(), "roundtrip-offline-"));
    const folder = join(above, "dist");
    cpSync(DIST, folder, { recursive: true });
    const { url, close } = await serve(folder, { host: "localhost", port: 0, strict: true });
    await use({ url, folder, stop: close });
    await close();
    rmSync(above, { recursive: true });
  },
});

const go = (page: Page, place: string): Promise<void> =>
  page.evaluate((hash) => void (location.hash = hash), place).then(() => drawn(page));

/** Opens the site and waits until this browser keeps it. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/reference/browser`);
  await expect(page.getByRole("row", { name: /^The site/ })).toContainText("works without a network");
}

/** The file of the page's own script, which differs from version to version. */
const version = (page: Page): Promise<string | null> =>
  page
    .locator("script[type=module]")
    .last()
    .evaluate((script) => script.getAttribute("src"));

const NAMED = /-([\w-]{6,7})([\w-])(?=\.(?:js|css)\b)/g; // a file's name ends with a hash of its content

/** Puts another version in the place of the one that is served: all files with other names, the old ones gone. */
async function deploy({ folder }: Server): Promise<void> {
  const next = `${folder}-next`;
  cpSync(folder, next, { recursive: true });
  const renamed = (text: string): string =>
    text.replaceAll(NAMED, (_, most: string, last: string) => `-${most}${last === "x" ? "y" : "x"}`);
  for (const entry of readdirSync(next, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(html|js|css)$/.test(entry.name)) continue;
    writeFileSync(file, renamed(readFileSync(file, "utf8")));
    renameSync(file, join(entry.parentPath, renamed(entry.name)));
  }
  const page = join(next, "index.html");
  const html = readFileSync(page, "utf8");
  const policy = policyOf(html, (await roomText(ROOT)).hash); // its scripts name other files now
  writeFileSync(page, html.replace(/(http-equiv="Content-Security-Policy" content=")[^"]*/, `$1${policy}`));
  const headers = join(next, "_headers");
  writeFileSync(headers, readFileSync(headers, "utf8").replace(/(Content-Security-Policy: ).*/, `$1${policy}`));
  const worker = join(next, "offline.js");
  const old = /(url:\W*index\.html\W+revision:\W*)(\w+)/;
  writeFileSync(worker, readFileSync(worker, "utf8").replace(old, "$1another"));
  renameSync(folder, `${folder}-old`);
  renameSync(next, folder);
}

/** Looks for a newer version, as the browser does by itself. */
const lookForNewer = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

const ofEachKind = (places: readonly string[], kind: RegExp): string | undefined => places.find((p) => kind.test(p));
/** `npm run audit` opens every place and step, `npm test` one of each kind. */
const PLACES: readonly string[] = LOOKS_AT_ALL
  ? [...HOME, ...LESSON_STEPS, ...BENCHES, ...PAPERS, ...REFERENCE]
  : [
      ...HOME,
      ...["more-threads\\?step=3", "callback$", "relay\\?step=2"].flatMap(
        (step) => ofEachKind(LESSON_STEPS, new RegExp(step)) ?? [],
      ),
      ...["firefly", "multirpc", "flexrpc"].flatMap((system) => ofEachKind(BENCHES, new RegExp(system)) ?? []),
      ...LOOKED_AT_PAPERS.slice(0, 3),
      ...REFERENCE.slice(0, 2),
    ];

/** After one visit, and without a server any more: every place, and one again after a reload. */
async function everyPlaceWorks(lab: Lab, page: Page, server: Server): Promise<void> {
  await server.stop();
  for (const place of PLACES) {
    await go(page, place);
    await expect.soft(page.getByText("cannot be shown"), place).toHaveCount(0);
  }
  await page.goto(`${server.url}#/bench/firefly/null?threads=3`);
  await page.reload();
  await lab.ready();
  expect(lab.complaints.filter((text) => !text.includes("offline.js"))).toEqual([]); // it asks for a newer version
}

test(
  "after one visit every place works without a server, and again after a reload",
  AUDIT,
  async ({ lab, page, server }) => {
    await visit(page, server.url);
    await everyPlaceWorks(lab, page, server);
  },
);

test("Python is fetched ahead, runs without a server, and its storage is freed", AUDIT, async ({ page, server }) => {
  await visit(page, server.url);
  const python = page.getByRole("row", { name: /^Python/ });
  await python.getByRole("button", { name: "Fetch Python now, 13.4 MB" }).click();
  await expect(python).toContainText("can be changed without a network");
  await expect(python).toContainText("13.4");
  await server.stop();
  await go(page, "/bench/firefly/null");
  await page.getByRole("button", { name: "Edit the model" }).click();
  await expect(page.getByText("The text ran in Python, in this browser.")).toBeVisible();
  await go(page, "/reference/browser");
  await python.getByRole("button", { name: "Free Python’s storage" }).click();
  await expect(python).toContainText("0.0");
});

/** A language's files that this browser keeps are those that the server has, and no other language is kept. */
async function keepsWhole(language: string, page: Page, server: Server): Promise<void> {
  const kept = (): Promise<readonly string[]> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("roundtrip-language "));
      const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return found.flat().map(({ url }) => url.slice(url.lastIndexOf("/") + 1));
    });
  const files = readdirSync(join(server.folder, LANGUAGES_FOLDER, language)).sort();
  await expect.poll(async () => [...(await kept())].sort()).toEqual(files);
}

test("a new version under an open page is offered; the page is whole until it is taken, and without a server", async ({
  lab,
  page,
  server,
}) => {
  await page.goto(`${server.url}#/?lang=de`); // a language that is read is kept, too
  await keepsWhole("de", page, server);
  await page.goto(`${server.url}#/?lang=en`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en"); // it loads itself anew
  await visit(page, server.url);
  const before = await version(page);
  await deploy(server);
  await go(page, "/papers/firefly"); // its file is no longer on the server
  await expect(page.getByRole("main")).toContainText("Performance of Firefly RPC");
  await lookForNewer(page);
  const notice = page.getByText("The site has a new version.");
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Load the new version" }).click();
  await expect(page.locator(`script[src="${before}"]`)).toHaveCount(0);
  await drawn(page);
  await expect(page.getByRole("main")).toContainText("Performance of Firefly RPC");
  await expect(notice).toHaveCount(0);
  // The new version is kept whole, too.
  await visit(page, server.url);
  await keepsWhole("de", page, server);
  lab.complaints.length = 0; // of the files that the deployment took away
  await everyPlaceWorks(lab, page, server);
});

const BEHIND = "a tab that stays behind another tab’s new version says so and catches up";
test(BEHIND, AUDIT, async ({ page, context, server }) => {
  await visit(page, server.url);
  const other = await context.newPage();
  await visit(other, server.url);
  const before = await version(other);
  await deploy(server);
  await lookForNewer(page);
  await page.getByRole("button", { name: "Load the new version" }).click();
  await expect(page.locator(`script[src="${before}"]`)).toHaveCount(0);
  await expect(other.getByText("some of its parts may be missing")).toBeVisible();
  expect(await version(other)).toBe(before);
  await other.getByRole("button", { name: "Load the new version" }).click();
  await expect(other.locator(`script[src="${before}"]`)).toHaveCount(0);
  await expect(other.getByRole("row", { name: /^The site/ })).toContainText("works without a network");
});

test(
  "a reader who frees the storage keeps none, also after a reload, until it is wanted again",
  AUDIT,
  async ({ page, server }) => {
    await visit(page, server.url);
    const site = page.getByRole("row", { name: /^The site/ });
    await expect(site).not.toContainText("0.0");
    await site.getByRole("button", { name: "Free this storage" }).click();
    await expect(site).toContainText("You freed its storage.");
    await expect(site).toContainText("0.0");
    await page.reload();
    await expect(site).toContainText("You freed its storage.");
    await site.getByRole("button", { name: "Keep the site" }).click();
    await expect(site).toContainText("works without a network");
  },
);
