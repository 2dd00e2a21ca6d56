/** The bench as a test drives it: opens links, sets parameters, waits for runs, notes what goes wrong on the page. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test as base, expect } from "@playwright/test";
import type { Download, Locator, Page } from "@playwright/test";
import type {} from "../app/lab/test-api.ts"; // window.roundtrip
import { until } from "./until.ts";

export { expect };

const root = fileURLToPath(new URL("../", import.meta.url));

/** Chromium's error of a fetch that was under way when the test left the page. */
const LEFT = "net::ERR_ABORTED";

/** The words of the export drawer, with the kinds of files behind each. */
const FILE_WORDS = {
  Picture: ["SVG", "PNG", "Table CSV"],
  Data: ["CSV", "JSON", "Calls CSV", "Sweep CSV"],
  Packets: ["Packets"],
  Trace: ["Trace"],
  Checks: ["States", "History"],
  Model: ["Model"],
  Link: ["Link"],
  Citation: ["Citation"],
} as const;
type FileKind = (typeof FILE_WORDS)[keyof typeof FILE_WORDS][number];

export class Lab {
  readonly page: Page;
  /** Console errors and warnings, uncaught errors, and failed requests. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText;
      if (why !== LEFT) this.complaints.push(`${request.url()} ${why}`);
    });
  }

  /** Opens a bench link ("firefly/null?threads=4"), waits until its run is done, and opens its doors. */
  async open(link = "firefly/null"): Promise<void> {
    await this.page.goto(`./#/bench/${link}`);
    await this.ran();
    await this.openDoor();
    if (await this.transportDoor().isVisible()) await this.openTransport();
    const chosen = this.page.getByRole("button", { name: "What is chosen, in full" });
    const stands = await chosen.evaluateAll(([one]) => one !== undefined && innerWidth >= 1400);
    if (stands) await chosen.click(); // on narrower pages it is far below the figures
  }

  private transportDoor(): Locator {
    return this.page.getByRole("button", { name: "Speed, axis, zoom, search" });
  }

  /** Speed, axis, sound and zoom of the bench’s timeline are within reach. */
  async openTransport(): Promise<void> {
    const door = this.transportDoor();
    await expect(door).toBeVisible();
    if ((await door.getAttribute("aria-expanded")) === "false") await door.click();
  }

  /** All parameters are within reach, in groups that may fold; the page remembers it. */
  async openDoor(): Promise<void> {
    const door = this.page.getByRole("button", { name: /^\d+ more parameters?$/ });
    if (await door.isVisible()) await door.click();
  }

  /** Waits for the run that is asked for; the points of the chart may still be going. */
  async ran(): Promise<void> {
    await until(this.page, () => window.roundtrip?.ran() === true);
  }

  /** Waits until all is computed: the run, the points of the chart, the model. */
  async ready(): Promise<void> {
    await until(this.page, () => window.roundtrip?.ready() === true);
  }

  traceHash(): Promise<string | null> {
    return this.page.evaluate(() => window.roundtrip?.traceHash() ?? null);
  }

  modelValue(measure: string): Promise<number | null> {
    return this.page.evaluate((name) => window.roundtrip?.modelValue(name) ?? null, measure);
  }

  /** The number field of a parameter. */
  field(label: string): Locator {
    return this.page.getByRole("textbox", { name: label, exact: true });
  }

  rail(label: string): Locator {
    return this.page.getByRole("slider", { name: label, exact: true });
  }

  /** Opens the door of the form, and every group behind it. */
  async unfold(): Promise<void> {
    await this.openDoor();
    const folded = this.page.locator(".param-group h3 button[aria-expanded=false]");
    for (let left = await folded.count(); left > 0; left--) await folded.first().click();
  }

  async set(label: string, value: string): Promise<void> {
    if (!(await this.field(label).isVisible())) await this.unfold();
    await this.field(label).fill(value);
    await this.field(label).press("Enter");
    await this.ran();
  }

  /** The field for a line of the fault script, which has a door on the bench. */
  async faultField(): Promise<Locator> {
    const field = this.field("Faults of the run");
    if (!(await field.isVisible())) await this.page.getByRole("button", { name: "Add a fault" }).click();
    return field;
  }

  /** Chooses another experiment of the system. */
  async chooseExperiment(name: string): Promise<void> {
    await this.page.getByRole("combobox", { name: "What is done with it" }).selectOption({ label: name });
  }

  /** Chooses a chart by its name. */
  async chooseChart(name: string): Promise<void> {
    await this.page.getByRole("combobox", { name: "What the chart shows" }).selectOption({ label: name });
  }

  async addFault(line: string): Promise<void> {
    await (await this.faultField()).fill(line);
    await this.page.getByRole("button", { name: "Add", exact: true }).click();
  }

  exportButton(): Locator {
    return this.page.getByRole("main").getByRole("button", { name: "Export", exact: true });
  }

  /** Chooses a kind of file in the export drawer: its word, and the kind where the word has several. */
  async choose(kind: FileKind): Promise<void> {
    const drawer = this.page.getByRole("region", { name: "Export" });
    const [word] = Object.entries(FILE_WORDS).find(([, kinds]) => (kinds as readonly string[]).includes(kind)) ?? [];
    await drawer.getByRole("button", { name: new RegExp(`^${word} `) }).click();
    const radio = drawer.getByRole("radio", { name: kind, exact: true });
    if ((await radio.count()) > 0) await radio.check({ force: true });
  }

  /** Saves a file of this kind by the export drawer. */
  async export(kind: FileKind): Promise<Download> {
    await this.choose(kind);
    const download = this.page.waitForEvent("download");
    await this.page.getByRole("region", { name: "Export" }).getByRole("button", { name: "Save", exact: true }).click();
    return download;
  }

  /** Presses Tab until the element has the focus: what a keyboard reaches, and no more than `limit` presses away. */
  async tabTo(target: Locator, limit = 120): Promise<void> {
    for (let presses = 0; presses < limit; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`Tab did not reach ${target.toString()} in ${limit} presses`);
  }
}

interface Options {
  /** Runs of each point of a chart. Two, where a test asks for them, show all that five do: bands, a second wave. */
  readonly trials: number;
  /** Whether a reader has opened the door of a lesson’s tools before. */
  readonly tools: boolean;
  /** Whether the call of a lesson’s step flies by itself when the step opens. */
  readonly flies: boolean;
}

export const test = base.extend<{ lab: Lab } & Options>({
  trials: [1, { option: true }],
  tools: [true, { option: true }],
  flies: [false, { option: true }],
  page: async ({ page, trials, tools, flies }, use) => {
    await page.addInitScript((count) => {
      globalThis.roundtripTrials = count;
    }, trials);
    if (tools) {
      await page.addInitScript(() => {
        if (globalThis.origin !== "null") localStorage.setItem("roundtrip-tools", "on");
      });
    }
    if (!flies) {
      await page.addInitScript(() => {
        if (globalThis.origin !== "null") localStorage.setItem("roundtrip-stands", "on");
      });
    }
    await use(page);
  },
  lab: async ({ page }, use) => {
    const lab = new Lab(page);
    await use(lab);
    expect(lab.complaints).toEqual([]);
  },
});

/** Answers that the page finds as kept, in the format of their file. A frame without an origin keeps nothing. */
export async function keepAnswers(page: Page, text: string): Promise<void> {
  await page.addInitScript((kept) => {
    if (globalThis.origin !== "null") localStorage.setItem("roundtrip-answers", kept);
  }, text);
}

/** The standard output of the headless lab that is built beside the site: the same engine in Node. */
export async function headlessText(...args: readonly string[]): Promise<string> {
  const lab = ["dist-lab/lab.mjs", ...args];
  return (await promisify(execFile)(process.execPath, lab, { cwd: root, maxBuffer: 2 ** 26 })).stdout;
}

/** Its output as JSON. */
export const headless = async <T>(...args: readonly string[]): Promise<T> =>
  JSON.parse(await headlessText(...args, "--json")) as T;

/** Light and dark, for tests that look at both. */
export const THEMES = ["light", "dark"] as const;
