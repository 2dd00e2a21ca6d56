/**
 * The browser tests look at the built site (dist/), served as `npm start` serves it. `npm test` builds it, finds a
 * browser and names it in ROUNDTRIP_CHROMIUM; without that, Playwright uses its own.
 */
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";

const root = fileURLToPath(new URL("../", import.meta.url));

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "localhost", () => {
      const address = server.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

// Worker processes read this file again; they must come to the same port, so the first reading leaves it for them.
process.env["ROUNDTRIP_PORT"] ??= String(await freePort());
const url = `http://localhost:${process.env["ROUNDTRIP_PORT"]}`;
const report = process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ?? "../test-results/report.json";
const browser = process.env["ROUNDTRIP_CHROMIUM"];
/** With the systems of the tests in the site, only the test of the house runs; otherwise all others do. */
const HOUSE = "**/house.spec.ts";
const hasFixtures = process.env["ROUNDTRIP_FIXTURES"] === "1";
/** A page lives for seconds: optimising its code beside it takes a sixth of all processor time and comes too late. */
const FEW_THREADS = "--js-flags=--no-concurrent-recompilation";
const asRoot = process.getuid?.() === 0; // Chromium refuses its sandbox to root

export default defineConfig({
  testDir: ".",
  ...(process.env["ROUNDTRIP_EVERY"] === "1" ? {} : { grepInvert: /@audit/ }),
  ...(hasFixtures ? { testMatch: HOUSE } : { testIgnore: HOUSE }),
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: true,
  retries: 1, // a busy machine may miss a deadline once; what needed it is named in the summary
  workers: 3, // more than two processors: a test waits for a third of its time
  // Limits for what hangs: a test waits for an event, and a slow or busy machine never meets them.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  globalTimeout: 70 * 60_000,
  reporter: [["list"], ["json", { outputFile: report }]],
  use: {
    baseURL: url,
    // A worker's tests share one context, which is emptied between them: a page finds its code compiled. Saves a sixth.
    reuseContext: true,
    actionTimeout: 180_000,
    trace: "on-first-retry", // a trace of every test would slow all of them
    // The tests wait by functions that they put into the page; policy.spec.ts holds the site to its policy.
    bypassCSP: true,
    // The reader's own wish that the site keeps no files: only the tests of that (offline.spec.ts) look at it.
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: "roundtrip-offline", value: "no" }] }],
    },
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [...(asRoot ? ["--no-sandbox"] : []), FEW_THREADS],
    },
  },
  projects: [{ name: "desktop", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } }],
  webServer: {
    command: `node engine/cli/start.mjs --no-build --port ${process.env["ROUNDTRIP_PORT"]}`,
    cwd: root,
    url,
    reuseExistingServer: false,
  },
});
