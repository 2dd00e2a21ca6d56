/**
 * The site in a browser that the browser tests do not drive: WebKit where its driver is installed, Safari on a Mac.
 * ROUNDTRIP_WEBDRIVER names another driver program. It looks at what engines differ in: workers and what they import,
 * Python, pointers, keys, figures on a canvas.
 */
import { join } from "node:path";
import { root } from "./bootstrap.mjs";
import { serve } from "./serve.mjs";
import { KEYS, WebDriver } from "./webdriver.ts";

const DRIVER =
  process.env["ROUNDTRIP_WEBDRIVER"] ?? (process.platform === "darwin" ? "safaridriver" : "WebKitWebDriver");
/** A slow machine takes long for Python and for a class. */
const PATIENCE_S = 240;

const FIGURE = "document.querySelector('[aria-label=\"Timeline figure\"]') !== null";
const said = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`;

/** The first element of which something holds, as an expression in the page. */
const firstOf = (elements: string, what: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(elements)})].find((one) => one.${what})`;

/** Presses the button whose words begin so. @param where the button is, as a selector */
async function press(page: WebDriver, words: string, where = "button"): Promise<void> {
  const found = firstOf(where, `innerText.trim().startsWith(${JSON.stringify(words)})`);
  await page.until(`${found} !== undefined`, PATIENCE_S);
  await page.value(`${found}.click()`);
}

/** The middle of a handle of the timeline, by the beginning of its name. */
async function handle(page: WebDriver, name: string): Promise<readonly [number, number]> {
  const found = firstOf(".tl-handle", `ariaLabel.startsWith(${JSON.stringify(name)})`);
  await page.until(`${found} !== undefined`, PATIENCE_S);
  const box = `${found}.getBoundingClientRect()`;
  return (await page.value(`[${box}.x + ${box}.width / 2, ${box}.y + ${box}.height / 2]`)) as [number, number];
}

interface Visit {
  readonly what: string;
  readonly place: string;
  /** Rejects where the page does not do what it should. */
  readonly look: (page: WebDriver) => Promise<void>;
}

const VISITS: readonly Visit[] = [
  {
    what: "a lesson plays by the space bar",
    place: "lesson/across-the-wire",
    look: async (page) => {
      await page.until(FIGURE, PATIENCE_S);
      await page.press(KEYS.space);
      await page.until("parseFloat(document.querySelector('.tl-clock').innerText) > 0", PATIENCE_S);
    },
  },
  {
    what: "a packet is pulled to the ground",
    place: "bench/cedar/call",
    look: async (page) => {
      await page.drag(await handle(page, "call#1"), [0, 100]);
      await page.until("location.hash.includes('fault=drop+call%231')", PATIENCE_S, "location.hash");
    },
  },
  {
    what: "a slider moves by key, and the run follows",
    place: "bench/firefly/null",
    look: async (page) => {
      await page.until("document.querySelector('[role=slider]') !== null", PATIENCE_S);
      await page.value("document.querySelector('[role=slider]').focus()");
      await page.press(KEYS.right);
      await page.until("location.hash.includes('threads=2')", PATIENCE_S, "location.hash");
      await page.until("window.roundtrip?.ran() === true", PATIENCE_S);
    },
  },
  {
    what: "the model runs in Python",
    place: "bench/firefly/null",
    look: async (page) => {
      await press(page, "Run it in Python");
      await page.until(said("The model ran in Python, in this browser."), PATIENCE_S);
    },
  },
  {
    what: "a search follows every fault",
    place: "bench/cedar/call?view=search",
    look: async (page) => {
      await press(page, "Search", ".search-place button");
      await page.until("/No \\w+ faults? breaks? it: [\\d,]+ states/.test(document.body.innerText)", PATIENCE_S);
    },
  },
  {
    what: "a crowd is drawn",
    place: "bench/today/hedge",
    look: (page) => page.until("document.querySelector('.crowd canvas, .crowd svg') !== null", PATIENCE_S),
  },
  {
    what: "a capture shows its call",
    place: "capture?example=twice",
    look: (page) => page.until(FIGURE, PATIENCE_S),
  },
  {
    what: "a trace shows its path",
    place: "traces?example=chain",
    look: (page) => page.until(FIGURE, PATIENCE_S),
  },
  {
    what: "a rule is judged",
    place: "write/1",
    look: (page) => page.until(said("One fault breaks a promise."), PATIENCE_S),
  },
  {
    what: "a class is checked",
    place: "desk",
    look: async (page) => {
      await press(page, "Show an invented class");
      await page.until(said("An invented class: nobody gave these answers."), PATIENCE_S);
    },
  },
];

/** Errors of the page since it was opened, and what it says in red. */
const LISTEN = `(() => {
  window.complaints ??= [];
  addEventListener("error", ({ message }) => window.complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => window.complaints.push(String(reason)));
})()`;
const IN_RED = '[...document.querySelectorAll(".error")].map((one) => one.innerText.trim())';
const COMPLAINTS = `[...window.complaints, ...${IN_RED}].filter((text) => text !== "")`;

/** Returns a line on the browser. Throws an error that names each visit that went wrong. */
export async function otherBrowser(): Promise<string> {
  const site = await serve(join(root, "dist"), { host: "localhost", port: 0, strict: true });
  const page = await WebDriver.start(DRIVER).catch(async (error: unknown) => {
    await site.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${why}. Install WebKit’s driver (Debian: webkit2gtk-driver, and xvfb-run without a screen), or on a Mac run ` +
        "safaridriver --enable; ROUNDTRIP_WEBDRIVER names another driver",
    );
  });
  const wrong: string[] = [];
  try {
    for (const { what, place, look } of VISITS) {
      try {
        await page.open("about:blank"); // else only the part behind # changes, and the page stays
        await page.open(`${site.url}#/${place}`);
        await page.value(LISTEN);
        await look(page);
        const complaints = (await page.value(COMPLAINTS)) as readonly string[];
        if (complaints.length > 0) throw new Error(complaints.join("; "));
      } catch (error) {
        wrong.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await page.end();
    await site.close();
  }
  if (wrong.length > 0) throw new Error(`in ${page.name}\n  ${wrong.join("\n  ")}`);
  return `in ${page.name}: ${VISITS.map(({ what }) => what).join("; ")}`;
}
