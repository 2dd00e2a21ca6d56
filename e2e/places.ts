/**
 * Every place of the site, and when it has drawn all that it shows: for tests and pictures of all of them. The commands
 * use this too and know no page, so what runs in one is text here.
 */
import type { Page } from "@playwright/test";
import { experiments } from "../engine/experiments/index.ts";
import { papers } from "../engine/papers/index.ts";
import { LESSONS } from "../lessons/course.ts";
import type { Lesson } from "../lessons/types.ts";
import { until } from "./until.ts";

// Addresses after "#", as in a link: "/bench/firefly/null".
export const HOME: readonly string[] = ["/"];
export const BENCHES: readonly string[] = experiments.map(({ id }) => `/bench/${id}`);

const dataOf = async ({ slug }: { readonly slug: string }): Promise<Lesson> =>
  ((await import(`../lessons/${slug}/lesson.ts`)) as { readonly lesson: Lesson }).lesson;

/** The written lessons, as data, in the order of the course. */
export const WRITTEN: readonly Lesson[] = await Promise.all(LESSONS.map(dataOf));

/** The steps of every written lesson, each at its address. */
export const LESSON_STEPS: readonly string[] = WRITTEN.flatMap(({ slug, steps }) =>
  steps.map((_, i) => `/lesson/${slug}${i === 0 ? "" : `?step=${i + 1}`}`),
);

/** The experiments with which lessons begin. */
export const FIRST_EXPERIMENTS: readonly string[] = [
  ...new Set(WRITTEN.flatMap(({ steps }) => steps[0]?.stage.experiment ?? [])),
];

export const PAPERS: readonly string[] = papers.flatMap(({ id, tables }) => [
  `/papers/${id}`,
  ...[...tables.map((table) => table.id), "claims", "errata", "corrections"].map((page) => `/papers/${id}/${page}`),
]);

/** Pages of each kind, long and short: every other page is one of these with other numbers. */
const OF_EACH_KIND: readonly string[] = [
  "/papers/firefly",
  ...["table-i", "table-ix", "text", "claims", "errata", "corrections"].map((page) => `/papers/firefly/${page}`),
  "/papers/flexrpc/parameters",
  "/papers/multirpc/table-x",
];

/** Every twenty-fifth step, of neighbours in the course not the same one. */
const SAMPLED_STEPS: readonly string[] = LESSON_STEPS.filter((_, i) => i % 25 === 0);

/** A test that only `npm run audit` makes: the same as another, of another lesson or in another theme. */
export const AUDIT = { tag: "@audit" } as const;

/**
 * A test that only `npm run audit` makes, because other tests hold its claim in `npm test`: units of what it plays, or
 * a sibling in the browser. `engine/cli/audited.test.ts` looks whether they are there.
 * @param tests their files
 */
export const heldBy = (...tests: readonly string[]) =>
  ({ ...AUDIT, annotation: { type: "npm test holds this by", description: tests.join(", ") } }) as const;

/** `npm run audit` sets ROUNDTRIP_EVERY and looks at every step, page and bench, `npm test` at a sample. */
export const LOOKS_AT_ALL = process.env["ROUNDTRIP_EVERY"] === "1";
export const LOOKED_AT_STEPS: readonly string[] = LOOKS_AT_ALL ? LESSON_STEPS : SAMPLED_STEPS;
export const LOOKED_AT_PAPERS: readonly string[] = LOOKS_AT_ALL
  ? PAPERS
  : PAPERS.filter((page) => OF_EACH_KIND.includes(page));

/** A bench of each kind, whose others have the same parts: two machines or many, a paper or none, tables, a crowd. */
const BENCH_OF_EACH_KIND: readonly string[] = [
  "firefly/null",
  "sun-rpc/call",
  "multirpc/call",
  "flexrpc/multicast",
  "machine/call",
  "services/overload",
].map((id) => `/bench/${id}`);
export const LOOKED_AT_BENCHES: readonly string[] = LOOKS_AT_ALL ? BENCHES : BENCH_OF_EACH_KIND;

/** The levels of *Write the rule*: one whose first rules break at once, and one that has no fault to show. */
export const WRITE: readonly string[] = ["/write/2", "/write/4?rules=book"];
export const CONCEPT: readonly string[] = ["/concept"];

/** The desk with an assignment on it and without one, its other pages, and an assignment as a student opens it. */
const ASKED = "assignment=Week+6&lessons=exactly-once,callback.1-3.5-6&lock=faults&question=Why%3F&due=Tuesday";
export const DESK: readonly string[] = [
  "/desk",
  `/desk?${ASKED}`,
  "/desk/plans",
  "/desk/guide/more-threads",
  "/desk/handout/more-threads",
];
export const ASSIGNED: readonly string[] = [`/do?${ASKED}`];

/** Calls that all return, and more than the servers can do. */
export const NUMBERS: readonly string[] = ["/numbers", "/numbers?loadPerS=500&retries=0"];

/** Before a capture is open, and one that the lab makes. */
export const CAPTURES: readonly string[] = ["/capture", "/capture?example=twice&call=4"];

/** Before a trace is open, and one that the lab makes, with a part that is supposed to be faster. */
export const TRACES: readonly string[] = ["/traces", "/traces?example=page&trace=4&span=leaf:+serve&factor=0.5"];

export const REFERENCE: readonly string[] = [
  ...["experiments", "interfaces", "links", "keys", "glossary", "browser", "access"].map(
    (section) => `/reference/${section}`,
  ),
  "/reference/experiments?entry=sun-rpc/call",
  "/reference/questions?entry=incast",
  "/reference/protocols?entry=cedar",
  "/reference/machines?entry=Firefly",
];

/** What one takes hold of and what moves; scripts that keep the site in the browser; notes on words. */
const AT_REST = [
  ...["kit", "FigureWithHands", "Pulls", "parameters", "packet-names", "procedures", "preview"],
  ...["motion", "compose-down"],
  "ProgressText", // only where a run takes long, as on a busy machine
  ...["kept", "NewVersion", "term-notes", "Story", "summary", "explained", "glossary"],
];

/** These scripts come once the page has been drawn, at rest for seconds, or beside long work: nobody waits for them. */
export const COMES_AT_REST = new RegExp(`/(${AT_REST.join("|")})-`);

/** True where nothing is loading, running or waiting to be drawn any more. */
export const IS_DRAWN = `
  (!location.hash.startsWith("#/bench") || window.roundtrip?.ready() === true) &&
  [...document.querySelectorAll("canvas")].every(({ width, height }) => width > 0 && height > 0) &&
  document.querySelector("main h1") !== null &&
  document.querySelector(
    "[aria-busy=true], [role=progressbar], .arriving, .waiting, .stale, .timeline-room, .chart.pending",
  ) === null &&
  document.fonts.status === "loaded"`;

const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Resolves when the place on the screen has drawn everything, twice in a row, two frames apart. */
export async function drawn(page: Page, timeout = 90_000): Promise<void> {
  await until(page, IS_DRAWN, timeout);
  await page.evaluate(TWO_FRAMES);
  await until(page, IS_DRAWN, timeout);
}

/** Goes to a place of the site and waits until it has drawn everything. */
export async function goTo(page: Page, place: string): Promise<void> {
  await page.goto(`./#${place}`);
  await drawn(page);
}

/** From now on a frame counts as a millisecond: a figure that plays cannot end before a slow machine pauses it. */
export async function playSlowly(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const next = window.requestAnimationFrame.bind(window);
    let now = performance.now();
    window.requestAnimationFrame = (frame) => next(() => frame((now += 1)));
  })()`);
}
