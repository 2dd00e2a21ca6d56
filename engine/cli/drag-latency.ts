/**
 * Measures how closely a figure follows a hand, in a browser: from a move of the pointer until the run of that place is
 * painted. The browser draws as often as it can, so a move takes no longer than its work. Each begins when the browser
 * has brought the frame before to the screen.
 */
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { itemAt } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { findBrowser, thisMachine } from "./browser.ts";
import { serve } from "./serve.mjs";

const MOVES = 100;
/** What the page promises of the 90th of 100 moves, in milliseconds: with two machines, and with a hundred. */
const TWO_MS = 16;
const HUNDRED_MS = 50;
const PATIENCE_MS = 60_000;
const REST_MS = 40;
const DRAWN_FREELY = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];

/** A thing that is dragged: how far along and across for the nth move, in pixels. */
interface Drag {
  readonly name: string;
  readonly link: string;
  readonly handle: string;
  readonly limit: number;
  readonly place: (n: number) => readonly [along: number, across: number];
}

/** To the ground and back again, so that each move means another run. */
const toGround: Drag["place"] = (n) => [n % 7, n % 2 === 0 ? 200 : 0];
const along: Drag["place"] = (n) => [10 + n, 0];

const DRAGS: readonly Drag[] = [
  { name: "1.1, a packet lost", link: "cedar/call", handle: "packet call#1", limit: TWO_MS, place: toGround },
  { name: "1.1, a packet delayed", link: "cedar/call", handle: "packet result#1", limit: TWO_MS, place: along },
  { name: "1.1, the network’s speed", link: "cedar/call", handle: "wire", limit: TWO_MS, place: (n) => [6 + n / 4, 0] },
  { name: "2.1, a packet delayed", link: "firefly/null", handle: "packet call#1", limit: TWO_MS, place: along },
  { name: "3.3, a packet delayed", link: "sun-rpc/call", handle: "packet call#1", limit: TWO_MS, place: along },
  {
    name: "4.1, a packet to the ground",
    link: "multirpc/callback-break",
    handle: "packet",
    limit: HUNDRED_MS,
    place: toGround,
  },
];

/** Runs in the page: the time from the next move of the pointer to the frame in which its run is painted. */
const WATCH = `(() => {
  const afterFrame = (look) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = look;
    port2.postMessage(null);
  });
  window.moved = new Promise((resolve) => {
    addEventListener("pointermove", ({ timeStamp }) => {
      afterFrame(function look() {
        if (document.querySelector(".tl-hands[data-late=true]") !== null) return afterFrame(look);
        resolve(performance.now() - timeStamp);
      });
    }, { capture: true, once: true });
  });
})()`;

async function take(page: Page, { handle }: Drag): Promise<readonly [number, number]> {
  const box = await page.locator(`[data-handle^="${handle}"]`).first().boundingBox();
  if (box === null) throw new Error(`drag: there is no handle ${handle}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return [x, y];
}

async function timesOf(browser: Browser, url: string, drag: Drag): Promise<readonly number[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await page.addInitScript(`localStorage.setItem("roundtrip-offline", "no")`);
    await page.goto(`${url}#/bench/${drag.link}`);
    await page.waitForFunction("window.roundtrip?.ready() === true");
    const [x, y] = await take(page, drag);
    const times: number[] = [];
    for (let n = -2; n < MOVES; n++) {
      const [right, down] = drag.place(Math.max(0, n) + 1);
      await page.waitForTimeout(REST_MS);
      await page.evaluate(WATCH);
      await page.mouse.move(x + right, y + down);
      const time = await page.evaluate<number>("window.moved");
      if (n >= 0) times.push(time); // the first moves start the worker
    }
    await page.keyboard.press("Escape");
    return times;
  } finally {
    await page.close();
  }
}

const share = (times: readonly number[], part: number): number =>
  itemAt(
    times.toSorted((a, b) => a - b),
    Math.ceil(part * times.length) - 1,
    "time",
  );

/** A line for each drag. Throws where one takes longer than its limit, and where there is no browser. */
export async function dragLatency(): Promise<readonly string[]> {
  const found = findBrowser(thisMachine(chromium.executablePath()));
  if (typeof found === "string") throw new Error(found);
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : []; // Chromium refuses its sandbox to root
  const browser = await chromium.launch({ executablePath: found.path, args: [...asRoot, ...DRAWN_FREELY] });
  try {
    const lines: string[] = [];
    let isSlow = false;
    for (const drag of DRAGS) {
      const times = await timesOf(browser, site.url, drag);
      const [half, most] = [share(times, 0.5), share(times, 0.9)];
      isSlow ||= most > drag.limit;
      lines.push(
        `${drag.name}: ${half.toFixed(1)} ms for the 50th of 100 moves, ${most.toFixed(1)} ms for the 90th` +
          ` (want ${drag.limit} ms)`,
      );
    }
    if (isSlow) throw new Error(lines.join("\n  "));
    return lines;
  } finally {
    await browser.close();
    await site.close();
  }
}
