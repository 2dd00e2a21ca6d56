/**
 * The reader's Python is shut in: attacks by a pasted text on network, storage, page and other workers, on three kinds
 * of server. `npm run audit` makes them all, `npm test` some of each kind, on the server that sends no headers.
 */
import { spawn } from "node:child_process";
import { createServer, request as ask } from "node:http";
import type { Server } from "node:http";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { serve } from "../engine/cli/serve.mjs";
import { LOUD, loudText, QUIET, quietText } from "./attacks.ts";
import { expect, test as plain } from "./lab.ts";
import { AUDIT, LOOKS_AT_ALL } from "./places.ts";

const DIST = process.env["ROUNDTRIP_DIST"] ?? fileURLToPath(new URL("../dist", import.meta.url));

/** A server that has started, with all that was asked of it. */
interface Watched {
  readonly url: string;
  readonly asked: readonly string[];
  readonly close: () => Promise<unknown>;
}

async function listening(server: Server, asked: string[]): Promise<Watched> {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  server.on("connection", () => asked.push("a connection"));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://localhost:${port}/`, asked, close };
}

/** Answers everything, to every origin. */
function stranger(): Promise<Watched> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript" }).end("1");
  });
  return listening(server, asked);
}

/** Stands before a server of the site and notes what the site is asked for. */
function before({ hostname, port, pathname }: URL): Promise<Watched & { readonly path: string }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { url: path, method, headers } = request;
    const onward = ask({ hostname, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.on("upgrade", ({ url = "" }, socket) => {
    asked.push(url);
    socket.destroy();
  });
  return listening(server, asked).then((watched) => ({ ...watched, path: pathname }));
}

/** Python's own server, which knows nothing of our headers. */
async function pythonServer(folder: string): Promise<{ readonly port: number; readonly close: () => void }> {
  const script = ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder];
  const child = spawn("python3", script, { stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.on("error", reject).on("exit", () => reject(new Error(`python3 -m http.server ended: ${printed}`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const found = /port (\d+) /.exec(printed)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  return { port, close: () => void child.kill() };
}

type Host = "our server" | "a plain file server" | "a path below the root";

/** The site on a host. */
async function siteOn(host: Host): Promise<Watched> {
  if (host === "our server") {
    const own = await serve(DIST, { host: "localhost", port: 0, strict: true });
    const watched = await before(new URL(own.url));
    return { ...watched, close: () => Promise.all([own.close(), watched.close()]) };
  }
  const above = mkdtempSync(join(tmpdir(), "roundtrip-attacks-"));
  symlinkSync(DIST, join(above, "lab"));
  const below = host === "a path below the root";
  const { port, close } = await pythonServer(below ? above : DIST);
  const watched = await before(new URL(`http://127.0.0.1:${port}/`));
  return {
    ...watched,
    url: `${watched.url}${below ? "lab/" : ""}`,
    close: async () => {
      close();
      await watched.close();
      rmSync(above, { recursive: true });
    },
  };
}

const test = plain.extend<{ other: Watched }>({
  serviceWorkers: "allow",
  bypassCSP: false,
  storageState: { cookies: [], origins: [] },
  other: async ({ browserName: _ }, use) => {
    const other = await stranger();
    await use(other);
    await other.close();
  },
});

const MODEL = "def null_us(*_, **__):\n    return 4321\n";
const model = (page: Page): Locator => page.getByRole("region", { name: /^Model/ });
const said = (page: Page): Locator => model(page).locator(".model-said");

/** Opens the editor with a text that the reader has pasted, and runs it. */
async function paste(page: Page, url: string, text: string): Promise<void> {
  await page.goto(`${url}#/bench/firefly/null`);
  await page.evaluate((source) => localStorage.setItem("roundtrip-model-firefly", source), text);
  await page.reload();
  await page.getByRole("button", { name: "Edit the model" }).click();
  await model(page).getByRole("button", { name: "Run it" }).click();
}

const UNSETTLED = /It has not run yet|is loading|is running|starts when/;

/** All that an attack could have changed. */
function stateOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => !name.startsWith("roundtrip-python"));
    const kept = names.map(async (name) => {
      const cache = await caches.open(name);
      const answers = (await cache.matchAll()).map(async (answer) => `${answer.url} ${(await answer.text()).length}`);
      return [name, (await Promise.all(answers)).sort()];
    });
    // The page's own store of runs may come meanwhile.
    const databases = (await indexedDB.databases()).filter(({ name = "" }) => !name.startsWith("roundtrip-results"));
    return {
      caches: await Promise.all(kept),
      databases,
      registrations: (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL),
      local: Object.entries(localStorage).filter(([key]) => !key.startsWith("roundtrip-model-")),
      session: Object.entries(sessionStorage),
      cookies: document.cookie,
      title: document.title,
      strangers: [...document.querySelectorAll("main img, main script, main iframe")].length,
    };
  });
}

/** Listens for what may come to the page from a text that got out. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heard: unknown[] = ((globalThis as { heard?: unknown[] }).heard = []);
    new BroadcastChannel("attack").addEventListener("message", ({ data }) => heard.push(data));
    addEventListener("message", ({ data }) => heard.push(data));
  });
const heard = (page: Page): Promise<unknown> => page.evaluate(() => (globalThis as { heard?: unknown[] }).heard);

/** Waits until the browser keeps the site, so that there is something to attack. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(`${url}#/reference/browser`);
  await expect(page.getByRole("row", { name: /^The site/ })).toContainText("works without a network");
}

/** What became of each attack, a letter each: r refused, w waits still, T got through, - did not run. */
async function outcomes(page: Page): Promise<string> {
  await expect(said(page)).toContainText(/ran in Python|turn \d+ \[/);
  const run = async (): Promise<string> => {
    await model(page).getByRole("textbox").focus();
    const turn = /turn (\d+)/.exec(await said(page).innerText())?.[1] ?? "0";
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(said(page)).toContainText(`turn ${Number(turn) + 1} [`);
    return /\[(.*)\]/.exec(await said(page).innerText())?.[1] ?? "";
  };
  let marks = "";
  await expect.poll(async () => (marks = await run()), { timeout: 20_000 }).toMatch(/^[rT]+$/);
  return marks;
}

const HOSTS: readonly Host[] = LOOKS_AT_ALL
  ? ["our server", "a plain file server", "a path below the root"]
  : ["a plain file server"];

/** The first of each kind of quiet attack. */
const SOME = [
  "fetch,",
  "WebSocket,",
  "pyfetch,",
  "eval",
  "worker of a blob",
  "caches: put",
  "IndexedDB: open",
  "locks",
];
const quiet = LOOKS_AT_ALL ? QUIET : QUIET.filter(([name]) => SOME.some((start) => name.startsWith(start)));
const loud = Object.entries(LOUD).slice(0, LOOKS_AT_ALL ? undefined : 1);

for (const host of HOSTS) {
  test(`none of ${quiet.length} attacks by a pasted text gets out, on ${host}`, async ({ page, other }) => {
    const site = await siteOn(host);
    try {
      await visit(page, site.url);
      await paste(page, site.url, quietText(quiet, other.url, site.url));
      await listen(page);
      const was = await stateOf(page);
      const marks = await outcomes(page);
      expect(quiet.filter((_, i) => marks[i] !== "r").map(([name]) => name)).toEqual([]);
      expect(await stateOf(page)).toEqual(was);
      expect(await heard(page)).toEqual([]);
      expect(other.asked).toEqual([]);
      expect(site.asked.filter((path) => path.includes("attack"))).toEqual([]);
    } finally {
      await site.close();
    }
  });

  test(
    `a text that ends Python or forges its answers leaves the page whole, on ${host}`,
    AUDIT,
    async ({ page, other }) => {
      const site = await siteOn(host);
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      try {
        await visit(page, site.url);
        for (const [name, attack] of loud) {
          await paste(page, site.url, loudText(attack, other.url, MODEL));
          await listen(page);
          const was = await stateOf(page);
          await expect(said(page), name).not.toContainText(UNSETTLED);
          expect(await page.locator("iframe").count(), name).toBeLessThanOrEqual(1);
          expect((await model(page).innerText()).length, name).toBeLessThan(20_000);
          expect(await stateOf(page), name).toEqual(was);
          expect(await heard(page), name).toEqual([]);
          await model(page).getByRole("button", { name: "Reset to the paper’s" }).click();
          await expect(model(page), name).toContainText("This is the paper’s text.");
        }
        expect(dialogs).toEqual([]);
        expect(errors).toEqual([]);
        expect(other.asked).toEqual([]);
      } finally {
        await site.close();
      }
    },
  );
}
