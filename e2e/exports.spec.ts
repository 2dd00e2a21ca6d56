/** The page saves the same files as the headless lab, and other programs read them. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Locator, Page } from "@playwright/test";
import { findExperiment } from "../engine/experiments/index.ts";
import { faintTexts } from "./contrast.ts";
import { expect, headlessText, test, THEMES } from "./lab.ts";
import { AUDIT, LOOKS_AT_ALL, heldBy } from "./places.ts";
import type { Lab } from "./lab.ts";
import { badTexts } from "./text-boxes.ts";

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());
const textOf = async (download: Download): Promise<string> => (await bytesOf(download)).toString("utf8");
const drawer = (page: Page): Locator => page.getByRole("region", { name: "Export" });

const FIGURES = ["Timeline", "Waterfall", "Chart"];

const pinned = (path: string, name: string): string => `pin=${encodeURIComponent(`${path}&as=${name}`)}&twin=1`;
/** Links with the figures that their drawers offer. */
const DRAWERS: readonly (readonly [link: string, figures: readonly string[]])[] = [
  ["firefly/null?calls=1&rung=3&axis=log", ["Timeline"]],
  ["firefly/null?calls=1&rung=4", ["Timeline"]],
  ["firefly/max-result?threads=4&fault=drop+result%231", FIGURES],
  [`firefly/null?${pinned("firefly/null?threads=2", "two threads")}`, ["Twin timelines"]],
  [
    "cedar/call?calls=1&load=0&fault=crash+server+at+600us",
    ["The server’s table of calls", "States: Cedar callee", "Receive buffers of the server"],
  ],
  ["sun-rpc/olympus", ["The graph and its tokens"]],
  [
    `multirpc/callback-break?workstations=40&${pinned(
      "multirpc/callback-break?workstations=40&mode=iterative",
      "in turn",
    )}`,
    ["Both ways"],
  ],
];

/** Opens a link with the export drawer. */
async function openDrawer(lab: Lab, link: string): Promise<void> {
  await lab.open(link);
  await lab.ready();
  if (!(await drawer(lab.page).isVisible())) await lab.exportButton().click();
  await expect(drawer(lab.page)).toBeVisible();
}

/** Runs with faults of every kind that acts on packets, a crash among them. */
const RUNS = [
  { experiment: "firefly/null", set: [], seed: "3", faults: [] },
  {
    experiment: "firefly/max-result",
    set: ["threads=3", "calls=40", "networkMbps=20", "segment=shared"],
    seed: "7",
    faults: ["drop call#2", "delay result#4 by 5ms", "duplicate result#6"],
  },
  {
    experiment: "firefly/max-arg",
    set: ["threads=2", "calls=30"],
    seed: "1",
    faults: ["drop result#3", "crash server at 20ms", "restart server at 400ms"],
  },
] as const;

type Asked = (typeof RUNS)[number];

function linkOf({ experiment, set, seed, faults }: Asked): string {
  const query = new URLSearchParams([...set.map((one) => one.split("=")), ["seed", seed]]);
  for (const fault of faults) query.append("fault", fault);
  return `${experiment}?${query.toString()}`;
}

const flagsOf = ({ set, seed, faults }: Asked): string[] => [
  ...set.flatMap((one) => ["--set", one]),
  ...["--seed", seed],
  ...faults.flatMap((fault) => ["--fault", fault]),
];

test.describe("files of a run", () => {
  for (const [i, asked] of RUNS.entries()) {
    // The richest run here, the others in the audit.
    const when = i === 1 ? {} : AUDIT;
    test(`of ${linkOf(asked)} are byte for byte those of the headless lab`, when, async ({ lab }) => {
      await openDrawer(lab, linkOf(asked));
      const folder = await mkdtemp(join(tmpdir(), "roundtrip-export-"));
      try {
        for (const [button, ending] of [
          ["CSV", ".csv"],
          ["JSON", ".json"],
          ["Packets", ".pcapng"],
          ["Trace", ".trace.json"],
        ] as const) {
          const saved = await bytesOf(await lab.export(button));
          const file = join(folder, `run${ending}`);
          await headlessText("run", asked.experiment, ...flagsOf(asked), "--out", file);
          expect(saved.equals(await readFile(file)), `${button}: the page’s file is the headless lab’s`).toBe(true);
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }

  // Its bytes are the headless lab’s, so what they hold is asked in the audit.
  test("the JSON holds what `lab run --json` prints", AUDIT, async ({ lab }) => {
    const [, asked] = RUNS;
    await openDrawer(lab, linkOf(asked));
    const saved: unknown = JSON.parse(await textOf(await lab.export("JSON")));
    expect(saved).toEqual(
      expect.objectContaining(
        JSON.parse(await headlessText("run", asked.experiment, ...flagsOf(asked), "--json")) as Record<string, unknown>,
      ),
    );
  });

  test("the runs behind the chart are those of `lab sweep`, value by value", AUDIT, async ({ lab }) => {
    const [, asked] = RUNS;
    const sweep = findExperiment(asked.experiment)?.sweep;
    if (sweep === undefined) throw new Error(`${asked.experiment} has no sweep`);
    await openDrawer(lab, linkOf(asked));
    const saved = await textOf(await lab.export("Sweep CSV"));
    const fixed = Object.entries(sweep.fixed ?? {}).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
    const own = asked.set.filter(
      (one) => ![sweep.over, ...Object.keys(sweep.fixed ?? {})].includes(one.split("=")[0] ?? ""),
    );
    const flags = [...own.flatMap((one) => ["--set", one]), ...fixed, "--seed", asked.seed];
    const faults = asked.faults.flatMap((fault) => ["--fault", fault]);
    const over = `${sweep.over}=${sweep.values.join(",")}`;
    const rows = saved.trim().split("\n");
    const trial = rows[0]?.split(",").indexOf("trial") ?? -1;
    const trials = String(Math.max(...rows.slice(1).map((row) => Number(row.split(",")[trial]))));
    const ours = await headlessText(
      "sweep",
      asked.experiment,
      "--over",
      over,
      "--trials",
      trials,
      ...flags,
      ...faults,
      "--csv",
    );
    expect(rows.toSorted()).toEqual(ours.trim().split("\n").toSorted()); // the page runs its points in another order
  });
});

/** An event of the Trace Event Format, as far as its readers look. */
interface TraceEvent {
  readonly name: unknown;
  readonly ph: unknown;
  readonly ts?: unknown;
  readonly dur?: unknown;
  readonly pid: unknown;
  readonly tid: unknown;
  readonly id?: unknown;
}

/** The part of an event that a reader would refuse; null for none. */
function refused({ name, ph, ts, dur, pid, tid, id }: TraceEvent): string | null {
  const whole = (value: unknown): boolean => typeof value === "number" && Number.isInteger(value) && value > 0;
  const time = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value >= 0;
  if (typeof name !== "string" || name === "") return "no name";
  if (!["M", "X", "i", "s", "t", "f"].includes(String(ph))) return `phase ${String(ph)}`;
  if (!whole(pid) || (ph !== "M" && !whole(tid))) return "no process or thread";
  if (ph !== "M" && !time(ts)) return `time ${String(ts)}`;
  if (ph === "X" && !time(dur)) return `duration ${String(dur)}`;
  return ["s", "t", "f"].includes(String(ph)) && typeof id !== "number" ? "a flow without an id" : null;
}

const READERS =
  "the trace is one that readers of the Trace Event Format take: every event whole, flows begun and ended";
test(READERS, AUDIT, async ({ lab }) => {
  await openDrawer(lab, linkOf(RUNS[1]));
  const { traceEvents } = JSON.parse(await textOf(await lab.export("Trace"))) as { traceEvents: readonly TraceEvent[] };
  expect(traceEvents.length).toBeGreaterThan(500);
  expect(traceEvents.map(refused).filter((problem) => problem !== null)).toEqual([]);
  const ids = (phase: string): unknown[] => traceEvents.filter(({ ph }) => ph === phase).map(({ id }) => id);
  expect(new Set(ids("f"))).toEqual(new Set(ids("s")));
  const named = new Set(traceEvents.filter(({ ph }) => ph === "M").map(({ pid }) => pid));
  for (const { pid } of traceEvents) expect(named.has(pid)).toBe(true);
});

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  /** Share of the pixels that are not of the commonest colour. */
  readonly drawn: number;
}

/** Decodes a PNG in the browser and counts its pixels. */
function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.drawImage(image, 0, 0);
    const counts = new Map<number, number>();
    for (const pixel of new Uint32Array(context.getImageData(0, 0, width, height).data.buffer))
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return { width, height, colours: counts.size, drawn: 1 - most / (width * height) };
  }, png.toString("base64"));
}

test("a PNG of each figure is drawn, at each scale as many times as wide", AUDIT, async ({ lab, page }) => {
  await openDrawer(lab, "firefly/null?fault=drop+result%231");
  await lab.choose("PNG");
  for (const figure of FIGURES) {
    await drawer(page).getByRole("radio", { name: figure, exact: true }).check({ force: true });
    const widths: number[] = [];
    for (const scale of LOOKS_AT_ALL ? [1, 2, 3, 4] : [1, 4]) {
      await drawer(page)
        .getByRole("radio", { name: `${scale}×` })
        .check({ force: true });
      const { width, height, colours, drawn } = await pixelsOf(page, await bytesOf(await lab.export("PNG")));
      widths.push(width / scale);
      expect(height, `${figure} at ${scale}×`).toBeGreaterThan(100 * scale);
      expect(colours, `${figure} at ${scale}×`).toBeGreaterThan(8);
      expect(drawn, `${figure} at ${scale}×`).toBeGreaterThan(0.02);
    }
    expect(new Set(widths.map(Math.round)).size, figure).toBe(1);
  }
});

const SVG_HELD = heldBy(
  "app/export/svg-embed.test.ts",
  "app/export/fonts.test.ts",
  "app/timeline/figure/timeline-svg.test.ts",
);
for (const colorScheme of THEMES) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    const what = `an SVG of each figure stands alone: fonts inside, no text faint or over another, ${colorScheme}`;
    test(what, colorScheme === "light" ? SVG_HELD : AUDIT, async ({ lab, context }) => {
      const alone = await context.newPage();
      await alone.route("**/*", (route) => route.abort()); // nothing may be fetched
      for (const [link, figures] of LOOKS_AT_ALL ? DRAWERS : DRAWERS.slice(1, 4)) {
        await openDrawer(lab, link);
        for (const figure of figures) await standsAlone(lab, alone, figure);
      }
    });
  });
}

async function standsAlone(lab: Lab, alone: Page, figure: string): Promise<void> {
  const { page } = lab;
  await drawer(page).getByRole("radio", { name: figure, exact: true }).check({ force: true });
  const svg = await textOf(await lab.export("SVG"));
  const faces = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    if (parsed.querySelector("parsererror") !== null) throw new Error("the SVG is not well-formed");
    return [...(parsed.querySelector("style")?.textContent ?? "").matchAll(/font-family:"([^"]+)"/g)].map(
      ([, family]) => family,
    );
  }, svg);
  expect(faces, figure).toContain("IBM Plex Sans");
  expect(svg).not.toMatch(/(?:href|src)="(?!#|data:)|url\((?!#|data:|"#|'#)/);
  await alone.setContent(`<body style="margin:0">${svg}</body>`);
  await alone.evaluate(() => document.fonts.ready);
  expect(await alone.evaluate(() => document.fonts.check("12px 'IBM Plex Sans'")), figure).toBe(true);
  expect(await badTexts(alone), figure).toEqual([]);
  expect(await faintTexts(alone), figure).toEqual([]);
}

test(
  "the timeline’s file has the rung and the axis that are on the screen",
  heldBy("app/timeline/figure/timeline-svg.test.ts", "app/timeline/ladder/ladder.test.ts"),
  async ({ lab, page }) => {
    await openDrawer(lab, "firefly/null?calls=1&fault=drop+result%231&rung=1");
    const titleOf = (svg: string): string => /<desc id="d">([^<]*)</.exec(svg)?.[1] ?? "";
    const stubs = titleOf(await textOf(await lab.export("SVG")));
    expect(stubs).toMatch(/^Stubs\. .*silences? (is|are) folded\.$/);
    await page.getByRole("group", { name: "Axis of time" }).getByRole("button", { name: "Log" }).click();
    await page.getByRole("group", { name: "How close one looks" }).getByRole("button", { name: "Run time" }).click();
    expect(titleOf(await textOf(await lab.export("SVG")))).toMatch(/^Run time\. .*The axis is logarithmic\.$/);
  },
);

test(
  "a table of a run’s state is saved as it stands at the playhead, as a figure and as rows",
  heldBy("app/state/state-svg.test.ts", "app/export/items.test.ts"),
  async ({ lab, page }) => {
    await openDrawer(lab, "cedar/call?calls=1&load=0");
    await page.getByRole("slider", { name: /^Playhead/ }).focus();
    await page.keyboard.press("End");
    const which = drawer(page).getByRole("radio", { name: "The server’s table of calls" });
    await which.check({ force: true });
    const svg = await textOf(await lab.export("SVG"));
    expect(svg).toContain("Activity 1.1: settled");
    expect(svg).toContain('"figure":"table-cedar-callee"');
    const saved = await lab.export("Table CSV");
    expect(saved.suggestedFilename()).toMatch(/^cedar-call_calls-1_load-0_seed-1_v.*_table-cedar-callee\.csv$/);
    const rows = await textOf(saved);
    expect(rows).toMatch(/^run,parameter calls,1,/m);
    expect(rows).toMatch(/^row,,,1\.1,settled,1,/m);
    await drawer(page).getByRole("radio", { name: "Timeline" }).check({ force: true });
    await expect(drawer(page).getByRole("radio", { name: "Table CSV" })).toHaveCount(0);
  },
);

test(
  "a figure of two runs carries the setups of both, and is offered only while they are compared",
  heldBy("app/twin/draw.test.ts", "app/export/items.test.ts"),
  async ({ lab, page }) => {
    await openDrawer(
      lab,
      `multirpc/callback-break?workstations=20&${pinned("multirpc/callback-break?mode=iterative", "in turn")}`,
    );
    await drawer(page).getByRole("radio", { name: "Both ways" }).focus();
    await page.keyboard.press("Space");
    const saved = await lab.export("SVG");
    expect(saved.suggestedFilename()).toMatch(/^multirpc-callback-break_workstations-20_.*_ways\.svg$/);
    const svg = await textOf(saved);
    expect(svg).toContain('<title id="t">Both ways: RPC2, one after another and MultiRPC</title>');
    const metadata = /<metadata>([^<]*)<\/metadata>/.exec(svg)?.[1] ?? "";
    expect(JSON.parse(metadata.replaceAll("&amp;", "&"))).toMatchObject({
      figure: "ways",
      parameters: { workstations: 20, mode: "multi" },
      beside: { name: "in turn", parameters: { mode: "iterative" } },
    });
    const { colours, width } = await pixelsOf(page, await bytesOf(await lab.export("PNG")));
    expect([colours > 8, width]).toEqual([true, 2000]);
    for (const [size, wide] of [
      ["Slide", 1920],
      ["Print", 1891],
    ] as const) {
      await drawer(page).getByRole("radio", { name: size }).check({ force: true });
      await expect(drawer(page).getByRole("img", { name: /^Preview: Both ways, light/ })).toBeVisible();
      expect((await pixelsOf(page, await bytesOf(await lab.export("PNG")))).width, size).toBe(wide);
    }
    await page.getByRole("group", { name: "Compare with" }).getByRole("button", { name: "nothing" }).click();
    await expect(drawer(page).getByRole("radio", { name: "Both ways" })).toHaveCount(0);
  },
);
