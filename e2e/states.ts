/** The site in its states, each reached as a reader would: for the tests that look at all of them. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { drawn, LOOKS_AT_ALL, playSlowly } from "./places.ts";

export interface State {
  readonly name: string;
  readonly place: string; // after "#"
  /** The reader's actions there. Left out where the test looks at the place itself. */
  readonly reach?: (page: Page) => Promise<void>;
  /** Its folds are opened before axe looks at it. */
  readonly unfolds?: boolean;
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

const inMain = (page: Page, name: string): Locator =>
  page.getByRole("main").getByRole("button", { name, exact: true }).first();

const field = (page: Page, name: string): Locator => page.getByRole("textbox", { name, exact: true }).first();

/** What folds is of few kinds: `npm test` opens the first of a page, `npm run audit` all. */
const OPENED = LOOKS_AT_ALL ? Infinity : 5;

/** Folds of the page opened, and the address of the first number that has one. */
export async function unfold(page: Page): Promise<void> {
  const summaries = await page.locator("main details > summary").all();
  for (const summary of summaries.slice(0, OPENED)) await summary.click();
  const number = page.locator("td.paper .addr").first();
  if ((await number.count()) > 0) await number.click();
}

export const atPlace = (place: string): State => ({ name: place, place });

/** Waits until the page has come to where a button sent it: what moves under a pointer is not pressed but dragged. */
export async function scrolled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const seen = window as unknown as { at?: number; frames?: number };
    seen.frames = seen.at === window.scrollY ? (seen.frames ?? 0) + 1 : 0;
    seen.at = window.scrollY;
    return seen.frames > 10;
  });
}

export const HOME_STATES: readonly State[] = [
  {
    name: "the course, its caller waiting",
    place: "/",
    reach: async (page) => {
      await button(page, /^3 of 5/).click();
      await page.getByRole("heading", { name: "The caller waits" }).waitFor();
    },
  },
  {
    name: "the course, its result lost",
    place: "/",
    reach: async (page) => {
      await button(page, /^5 of 5/).click();
      await scrolled(page);
      await button(page, /\(result#1\)/).click();
      await button(page, "Lose it").click();
      await button(page, "Back to the story").waitFor();
    },
  },
  { name: "an address that leads nowhere", place: "/nowhere/at/all" },
];

const WHERE = "/lesson/where-2-66-ms-go";
const THREADS = "/lesson/more-threads";

async function commitWrongGuess(page: Page): Promise<void> {
  await page.getByLabel("My guess").fill("50");
  await page.getByLabel("between", { exact: true }).fill("30");
  await page.getByLabel("and", { exact: true }).fill("70");
  await button(page, "Commit").click();
  await button(page, "Show the answer").waitFor();
}

export const LESSON_STATES: readonly State[] = [
  {
    name: "2.1, a guess with half of its interval",
    place: `${WHERE}?step=2`,
    reach: async (page) => {
      await page.getByLabel("My guess").fill("50");
      await page.getByLabel("between", { exact: true }).fill("30");
      await button(page, "Commit").click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "2.1, a wrong guess committed",
    place: `${WHERE}?step=2`,
    reach: commitWrongGuess,
  },
  {
    name: "2.1, the answer shown beside the guess",
    place: `${WHERE}?step=2`,
    reach: async (page) => {
      const isGuessed = await button(page, "Show the answer").isVisible(); // since the state before
      if (!isGuessed) await commitWrongGuess(page);
      await button(page, "Show the answer").click();
    },
  },
  {
    name: "2.1, explained in own words",
    place: `${WHERE}?step=3`,
    reach: async (page) => {
      await page.getByLabel("Or in your own words").fill("Software that hands a packet on.");
      await button(page, "Compare with ours").click();
    },
  },
  {
    name: "2.1, the result lost",
    place: `${WHERE}?step=5`,
    reach: async (page) => button(page, "Lose the result").click(),
  },
  {
    name: "2.1, a checkpoint not passed",
    place: `${WHERE}?step=6`,
    reach: async (page) => {
      await field(page, "Network speed").fill("2");
      await button(page, "Submit").click();
      await page.locator(".verdict").first().waitFor();
    },
  },
  {
    name: "2.1, a checkpoint passed",
    place: `${WHERE}?step=6`,
    reach: async (page) => {
      await field(page, "Network speed").fill("3.1");
      await button(page, "Submit").click();
      await page.getByText("fails, so your value is the limit.").waitFor();
    },
  },
  {
    name: "2.1, its parameters open, one of them wrong",
    place: WHERE,
    reach: async (page) => {
      await button(page, "Parameters and faults").click();
      await field(page, "Caller threads").fill("many");
      await field(page, "Caller threads").press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "2.1, the export drawer",
    place: `${WHERE}?step=3`,
    reach: async (page) => {
      await inMain(page, "Export").click();
      await page.getByRole("region", { name: "Export" }).waitFor();
    },
  },
  { name: "2.1, a step that is not there", place: `${WHERE}?step=99&colour=red` },
  {
    name: "2.2, no idea of the curve",
    place: `${THREADS}?step=2`,
    reach: async (page) => button(page, "No idea").click(),
  },
  {
    name: "2.2, finished",
    place: `${THREADS}?step=6`,
    reach: async (page) => {
      await page.getByRole("article").getByRole("button", { name: "Finish" }).click();
      await page.getByRole("region", { name: "The end of the lesson" }).waitFor();
    },
  },
  {
    name: "1.2, a row of the table lost in a crash",
    place: "/lesson/exactly-once?step=4",
    reach: async (page) => {
      await button(page, "Crash after the procedure").click();
      await page.locator("tr.is-lost").waitFor();
    },
  },
  { name: "4.3, its buffer full", place: "/lesson/scale?step=6" },
  { name: "a lesson that is not written", place: "/lesson/who-is-fastest" },
];

/** Opens the fold of tables, graphs and buffers at one of these. */
async function lookAt(page: Page, kind: string): Promise<void> {
  const fold = button(page, "Look at tables, graphs and buffers");
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click(); // open since the state before
  await page.getByRole("region", { name: "State", exact: true }).getByRole("button", { name: kind }).click();
}

export const BENCH_STATES: readonly State[] = [
  {
    name: "a table of calls",
    place: "/bench/cedar/call?calls=1&load=0",
    reach: async (page) => lookAt(page, "Tables"),
  },
  {
    name: "a graph with tokens, its nodes in words",
    place: "/bench/sun-rpc/olympus?graph=diamond",
    reach: async (page) => {
      await lookAt(page, "Graphs");
      await page.getByText("In words", { exact: true }).click();
    },
  },
  {
    name: "a buffer with a rim, what lies there in words",
    place: "/bench/multirpc/call?servers=35&trials=1&placement=campus",
    reach: async (page) => {
      await lookAt(page, "Buffers");
      await page.getByText("What lies there, in words").click();
    },
  },
  {
    name: "everything changed, a packet lost",
    place:
      "/bench/firefly/max-result?threads=3&segment=shared&arrayType=fixed&seed=4&fault=drop+call%232&networkMbps=100",
  },
  {
    name: "two runs side by side",
    place: "/bench/firefly/null?fault=drop+result%231&pin=firefly%2Fnull%3Fas%3Dplain&twin=1",
  },
  {
    name: "a dead server beside a living one, compared at another call",
    place:
      "/bench/multirpc/call?servers=1&dead=1&placement=ring&trials=3" +
      "&pin=multirpc%2Fcall%3Fservers%3D1%26placement%3Dring%26trials%3D3%26as%3Dalive&twin=1",
    reach: async (page) => {
      await button(page, "Next call in both runs").click();
      await page.getByRole("region", { name: /^Twin timelines .* call 2$/ }).waitFor();
    },
  },
  {
    name: "a damaged link, a bad value, a bad fault",
    place: "/bench/firefly/null?threads=0&colour=red",
    reach: async (page) => {
      await field(page, "Caller threads").fill("many");
      await field(page, "Caller threads").press("Enter");
      await button(page, "Add a fault").click();
      await field(page, "Faults of the run").fill("drp");
      await button(page, "Add").click();
      await page.getByRole("alert").nth(1).waitFor();
    },
  },
  {
    name: "a chart of two curves that cross, walked, its data open",
    place: "/bench/flexrpc/multicast?mode=parallel&callees=3&chart=figure-3a",
    reach: async (page) => {
      await button(page, "Show data").click();
      await page.getByRole("region", { name: "Chart" }).getByRole("application").focus();
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowUp");
    },
  },
  {
    name: "the campus, a router chosen, a packet on its way, the table open",
    place: "/bench/multirpc/call?placement=campus&servers=30&foreignLoad=day&trials=1&hide=waterfall,events",
    reach: async (page) => {
      await button(page, /^Router 0:/).click();
      await button(page, "As a table").click();
    },
  },
  {
    name: "the campus of thousands, one Ethernet of it close up",
    place: "/bench/multirpc/callback-break?workstations=1300&hide=waterfall,events",
    reach: async (page) => {
      await button(page, /^Ethernet 2:/).dblclick();
      await page.getByRole("button", { name: "Ethernet 2", exact: true }).waitFor();
    },
  },
  {
    name: "playing",
    place: "/bench/firefly/null",
    reach: async (page) => {
      await playSlowly(page);
      await expect(async () => {
        if (await inMain(page, "Play").isVisible()) await inMain(page, "Play").click();
        await inMain(page, "Pause").waitFor({ timeout: 5000 });
      }).toPass();
    },
  },
  {
    name: "the drawer open, an address and the data open",
    place: "/bench/firefly/max-arg",
    reach: async (page) => {
      await page.locator(".answers .addr").last().click();
      await button(page, "Show data").click();
      await inMain(page, "Export").click();
      await page.getByRole("region", { name: "Export" }).waitFor();
    },
  },
];

export const DIALOGS: readonly State[] = [
  {
    name: "help",
    place: "/bench/firefly/null",
    reach: async (page) => {
      await button(page, /^Help/).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "the palette",
    place: "/papers/firefly/table-i",
    reach: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Brings a page into a state, from wherever it is. */
export async function enter(page: Page, { place, reach }: State): Promise<void> {
  if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  await page.goto(`./#${place}`);
  await drawn(page);
  if (reach !== undefined) {
    await reach(page);
    if (!place.startsWith("/bench")) return;
    await drawn(page);
  }
}

/** Parts of at most so many states, each under the name of the whole: one test a part, shared between the workers. */
export function inParts(
  groups: Readonly<Record<string, readonly State[]>>,
  most = 8,
): readonly (readonly [string, readonly State[]])[] {
  return Object.entries(groups).flatMap(([what, states]) => {
    const count = Math.ceil(states.length / most);
    const size = Math.ceil(states.length / count);
    return Array.from({ length: count }, (_, i) => {
      const name = count === 1 ? what : `${what}, part ${i + 1} of ${count}`;
      return [name, states.slice(i * size, (i + 1) * size)] as const;
    });
  });
}
