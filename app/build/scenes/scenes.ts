/**
 * Scenes that stand for all figures of runs: every kind of experiment, width, direction, axis, place on the ladder,
 * comparison, choice, and the files that are written of them. The code of figures may change; these may not.
 */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runOf } from "../../../engine/experiments/testing.ts";
import type { RunSettings } from "../../../engine/experiments/testing.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { NO_REF, packetRef, spanRef } from "../../../engine/kernel/trace-data.ts";
import { dissect } from "../../../engine/wire/layers.ts";
import { layoutOverTime } from "../../chart/over-time.ts";
import { LOST, setupOf, UNHARMED } from "../../course/opening/call.ts";
import { viewsOf } from "../../course/opening/beats.ts";
import { OpeningFigure } from "../../course/opening/OpeningFigure.tsx";
import { roomOf } from "../../course/opening/scene-room.ts";
import { tell } from "../../course/opening/tale.ts";
import type { AxisKind } from "../../setup/axis.ts";
import { figureIn } from "../../figure/testing.ts";
import { shownCall } from "../../figure/shown-call.ts";
import type { View } from "../../figure/scale.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import { timelineSvg } from "../../timeline/figure/timeline-svg.ts";
import { frameOf as bytesOf } from "../../trace/packet-facts.ts";
import { isPair } from "../../twin/frame.ts";
import { NO_ROWS, rowsAt } from "../../twin/pair.ts";
import type { Both, TwinRows } from "../../twin/pair.ts";
import { twinFigure, waysFigure } from "../../twin/testing.ts";
import { twinSvg } from "../../twin/twin-svg.ts";
import { waysSvg } from "../../twin/ways/ways-svg.ts";
import { partsOfFigure, partsOfMarkup, partsOfShapes } from "./shapes.ts";
import type { Part } from "./shapes.ts";

/** What a scene is called, and what it shows. */
type Scenes = ReadonlyMap<string, () => readonly Part[] | Promise<readonly Part[]>>;

const NONE: ReadonlySet<string> = new Set();
const kept = new Map<string, Run>();

/** A run of few calls, made once. */
function run(id: string, set: RunSettings["set"] = {}, faults: readonly string[] = []): Run {
  const key = JSON.stringify([id, set, faults]);
  const known = kept.get(key);
  const made = known ?? runOf(id, { set, faults, keep: { calls: 20 } });
  kept.set(key, made);
  return made;
}

interface Look {
  readonly width: number;
  readonly call?: number;
  readonly axis?: AxisKind;
  readonly room?: number;
  /** Every group of machines with one story is open. */
  readonly open?: boolean;
  /** The place on the ladder. */
  readonly rung?: number;
  /** The part of the call in view, as shares of it. */
  readonly part?: readonly [number, number];
  readonly selected?: number;
  /** The run to which a reader drags this one. */
  readonly other?: Run;
}

/** The keys of the groups of a figure, which a reader opens by the names at its rows. */
const groupsOf = (shown: ShownCall, width: number): ReadonlySet<string> =>
  new Set(
    figureIn(shown, { width, room: undefined, open: NONE })(shown.fit, NO_REF).hosts.flatMap((host) =>
      "opens" in host ? [host.opens.key] : [],
    ),
  );

function timeline(of: Run, look: Look): readonly Part[] {
  const { width, call = 1, axis = "folded", room, open = false, rung, part = [0, 1], selected = NO_REF, other } = look;
  const shown = shownCall(of.trace, call, axis);
  const row = of.trace.packets.call.indexOf(call);
  const layers = rung === undefined ? [] : dissect(bytesOf(of.trace, row));
  const ladder = rung === undefined ? null : { position: rung, bytes: { row, layers, chosen: 0 } };
  const place = { width, room, open: open ? groupsOf(shown, width) : NONE, ladder };
  const { from, to } = shown.fit;
  const [first, last] = part.map((share) => from + share * (to - from));
  const view = { from: first ?? from, to: last ?? to };
  const dragged = other === undefined ? undefined : shownCall(other.trace, call, axis);
  return partsOfFigure(figureIn(shown, place)(view, selected, dragged));
}

const WIDTHS = [320, 390, 760, 1000, 1440] as const;

/** One experiment of each kind, and what a timeline shows of it. */
const RUNS: Readonly<Record<string, () => Run>> = {
  amoeba: () => run("amoeba/call", { calls: 3 }),
  cedar: () => run("cedar/call", { calls: 3, argumentPackets: 3 }, ["drop data#1"]),
  probes: () => run("cedar/call", { calls: 1, load: 0, serverMs: 60_000 }),
  crash: () => run("cedar/call", { calls: 1, serverMs: 60_000 }, ["crash server at 30s"]),
  firefly: () => run("firefly/null", { calls: 3 }),
  lost: () => run("firefly/null", { calls: 3 }, ["drop result#1"]),
  twice: () => run("firefly/null", { calls: 3 }, ["duplicate call#1 by 2ms", "delay result#1 by 3ms"]),
  max: () => run("firefly/max-result", { calls: 4, threads: 4 }),
  marshal: () => run("firefly/marshal"),
  multicast: () => run("flexrpc/multicast"),
  push: () => run("flexrpc/gfs-push"),
  paxos: () => run("flexrpc/paxos-round"),
  incast: () => run("flexrpc/incast"),
  probe: () => run("flexrpc/p2p-probe"),
  machine: () => run("machine/call"),
  many: () => run("many/call"),
  multi: () => run("multirpc/call", { servers: 5, trials: 2 }, ["drop request#2"]),
  crowd: () => run("multirpc/callback-break", { workstations: 100, deadFraction: 0.03 }),
  specification: () => run("multirpc/specification"),
  sprite: () => run("sprite/call"),
  sun: () => run("sun-rpc/call", { iterations: 2 }, ["drop call#1"]),
  local: () => run("sun-rpc/call", { place: "local" }, ["drop call#1"]),
  olympus: () => run("sun-rpc/olympus"),
  broadcast: () => run("sun-rpc/broadcast"),
  sweepstakes: () => run("sweepstakes/null"),
  throughput: () => run("sweepstakes/throughput"),
  today: () => run("today/call", { calls: 3 }),
  storm: () => run("today/retry-storm"),
  written: () => run("written/call"),
};

/** Those that are drawn at every width. */
const AT_EVERY_WIDTH = ["firefly", "lost", "multi", "push", "cedar"];

function timelines(): readonly (readonly [string, () => readonly Part[]])[] {
  return Object.entries(RUNS).flatMap(([name, of]) => {
    const widths = AT_EVERY_WIDTH.includes(name) ? WIDTHS : [390, 1000];
    return widths.map((width) => [`${name} ${width}`, () => timeline(of(), { width })] as const);
  });
}

const LOOKS: Readonly<Record<string, readonly [keyof typeof RUNS, Look]>> = {
  "lost linear": ["lost", { width: 1000, axis: "linear" }],
  "lost log": ["lost", { width: 1000, axis: "log" }],
  "lost log down": ["lost", { width: 390, axis: "log" }],
  "probes log": ["probes", { width: 1000, axis: "log" }],
  "probes log down": ["probes", { width: 390, axis: "log" }],
  "firefly near": ["firefly", { width: 1000, part: [0.1, 0.3] }],
  "firefly near down": ["firefly", { width: 390, part: [0.4, 0.55] }],
  "firefly low": ["firefly", { width: 1000, room: 200 }],
  "firefly span chosen": ["firefly", { width: 1000, selected: spanRef(7) }],
  "firefly packet chosen": ["firefly", { width: 1000, selected: packetRef(0) }],
  "firefly packet chosen down": ["firefly", { width: 390, selected: packetRef(1) }],
  "firefly whole run": ["firefly", { width: 1000, call: 0 }],
  "max whole run": ["max", { width: 1000, call: 0 }],
  "max whole run down": ["max", { width: 390, call: 0 }],
  "push near": ["push", { width: 1000, part: [0.4, 0.42] }],
  "push near down": ["push", { width: 390, part: [0.4, 0.42] }],
  "push low": ["push", { width: 1000, room: 200 }],
  "push log": ["push", { width: 1000, axis: "log" }],
  "push packet chosen": ["push", { width: 1000, selected: packetRef(100) }],
  "crowd open": ["crowd", { width: 1000, open: true }],
  "crowd open down": ["crowd", { width: 390, open: true }],
  "crowd open low": ["crowd", { width: 1000, open: true, room: 400 }],
  "crowd near": ["crowd", { width: 1000, part: [0.2, 0.25] }],
  "multi chosen": ["multi", { width: 1000, selected: packetRef(2) }],
  "multi near": ["multi", { width: 1000, part: [0, 0.2] }],
  "incast wide": ["incast", { width: 1440, part: [0, 0.05] }],
  "olympus near": ["olympus", { width: 1000, part: [0.3, 0.6] }],
};

const ofLooks = (): readonly (readonly [string, () => readonly Part[]])[] =>
  Object.entries(LOOKS).map(([name, [of, look]]) => [name, () => timeline(itemOf(RUNS, of)(), look)] as const);

function itemOf<Item>(items: Readonly<Record<string, Item>>, name: string): Item {
  const item = items[name];
  if (item === undefined) throw new Error(`There is no ${name}.`);
  return item;
}

/** Each rung, and places between two: where rows open, and where bytes do. */
const PLACES = [0, 0.4, 1, 1.5, 2, 2.7, 3, 3.5, 4, 4.3, 5];

const rungs = (): readonly (readonly [string, () => readonly Part[]])[] =>
  PLACES.flatMap((rung) => {
    const name = rung.toFixed(1);
    const bytes = (): Run => run("firefly/max-result", { calls: 1, threads: 1 });
    return [
      [`ladder ${name}`, () => timeline(bytes(), { width: 1000, rung })] as const,
      [`ladder ${name} down`, () => timeline(run("cedar/call", { calls: 1 }), { width: 390, rung })] as const,
    ];
  });

/** Figures in the frame of another run, from which a reader drags them. */
const drags = (): readonly (readonly [string, () => readonly Part[]])[] => [
  ["dragged", () => timeline(run("firefly/null", { calls: 3 }), { width: 1000, other: itemOf(RUNS, "lost")() })],
  ["dragged down", () => timeline(run("firefly/null", { calls: 3 }), { width: 390, other: itemOf(RUNS, "lost")() })],
  [
    "dragged many",
    () => timeline(run("multirpc/call", { servers: 5, trials: 2 }), { width: 1000, other: itemOf(RUNS, "multi")() }),
  ],
];

const PAIRS: Readonly<Record<string, () => readonly [Run, Run]>> = {
  "twin sizes": () => [run("firefly/null", { calls: 3 }), run("firefly/max-result", { calls: 3, threads: 1 })],
  "twin lost": () => [run("firefly/null", { calls: 3 }), run("firefly/null", { calls: 3 }, ["drop result#1"])],
  "twin sun": () => [run("sun-rpc/call", { iterations: 2 }), run("sun-rpc/call", { iterations: 2 }, ["drop call#1"])],
  "twin many": () => [run("flexrpc/gfs-push"), run("flexrpc/multicast")],
  "twin few": () => [run("multirpc/call", { servers: 3, trials: 1 }), run("multirpc/call", { servers: 5, trials: 2 })],
};

function twins(): readonly (readonly [string, () => readonly Part[]])[] {
  return Object.entries(PAIRS).flatMap(([name, pair]) =>
    [320, 390, 760, 1000, 1440].map((width) => {
      return [`${name} ${width}`, () => partsOfFigure(twinFigure(...pair(), { width }))] as const;
    }),
  );
}

const twinLooks = (): readonly (readonly [string, () => readonly Part[]])[] => {
  const lost = (look: Omit<Parameters<typeof twinFigure>[2], "width">, width: number) => () =>
    partsOfFigure(twinFigure(...itemOf(PAIRS, "twin lost")(), { width, ...look }));
  const chosen = (both: Both): TwinRows => (isPair(both) ? rowsAt(both, "b", itemAt(both.b.rows, 3, "row")) : NO_ROWS);
  const near = ({ from, to }: View): View => ({ from: from + (to - from) * 0.1, to: from + (to - from) * 0.5 });
  return [
    ["twin close", lost({ close: true }, 1000)],
    ["twin linear", lost({ axis: "linear" }, 1000)],
    ["twin log", lost({ axis: "log" }, 1000)],
    ["twin log down", lost({ axis: "log" }, 390)],
    ["twin chosen", lost({ chosen }, 1000)],
    ["twin chosen down", lost({ chosen }, 390)],
    ["twin near", lost({ view: near }, 1000)],
    ["twin near down", lost({ view: near }, 390)],
    ["twin many close", () => partsOfFigure(twinFigure(...itemOf(PAIRS, "twin few")(), { width: 800, close: true }))],
  ];
};

const crowd = (mode: string): Run =>
  runOf("multirpc/callback-break", {
    set: { workstations: 100, deadFraction: 0.03, mode },
    keep: { calls: 50 },
  });

function ways(): readonly (readonly [string, () => readonly Part[]])[] {
  const near = ({ from, to }: View): View => ({ from: from + (to - from) * 0.2, to: from + (to - from) * 0.6 });
  const looks = { "390": { width: 390 }, "1000": { width: 1000 }, log: { width: 1000, axis: "log" } } as const;
  const more = { close: { width: 760, close: true }, near: { width: 1000, view: near } } as const;
  return Object.entries({ ...looks, ...more }).map(([name, look]) => [
    `ways ${name}`,
    () => partsOfFigure(waysFigure(crowd("iterative"), crowd("multi"), look)),
  ]);
}

/** The files that are written of figures, in both themes. */
function files(): readonly (readonly [string, () => readonly Part[]])[] {
  const head = { head: "A call", settings: "3 calls" };
  const labels = { a: "one", b: "two" };
  return (["light", "dark"] as const).flatMap((theme) => {
    const look = { call: 1, width: 1000, theme, frame: head } as const;
    const beside = { ...look, labels };
    return [
      [`file ${theme}`, () => partsOfMarkup(timelineSvg(itemOf(RUNS, "lost")(), look))] as const,
      [`file narrow ${theme}`, () => partsOfMarkup(timelineSvg(itemOf(RUNS, "cedar")(), { ...look, width: 390 }))],
      [`file many ${theme}`, () => partsOfMarkup(timelineSvg(itemOf(RUNS, "paxos")(), look))],
      [`file rung ${theme}`, () => partsOfMarkup(timelineSvg(itemOf(RUNS, "firefly")(), { ...look, rung: 4 }))],
      [`file twin ${theme}`, () => partsOfMarkup(twinSvg(...itemOf(PAIRS, "twin lost")(), beside))],
      [`file ways ${theme}`, () => partsOfMarkup(waysSvg(crowd("iterative"), crowd("multi"), beside))],
    ] as const;
  });
}

/** The course's first figure, at the moments of its sentences, and while something is held. */
function openings(): readonly (readonly [string, () => Promise<readonly Part[]>])[] {
  const told = async (change: typeof LOST) => {
    const { experiment, parameters, seed, faults } = await setupOf(change);
    return tell(runOf(experiment, { set: parameters, seed, faults }).trace);
  };
  return [0, 1, 2, 3, 4].flatMap((beat) =>
    [false, true].map((down) => {
      const draw = async (): Promise<readonly Part[]> => {
        const [unharmed, lost] = [await told(UNHARMED), await told(LOST)];
        const { now, until } = itemAt(viewsOf({ unharmed, lost }), beat, "view");
        const room = down ? roomOf(390, 560, true, until) : roomOf(1240, 420, false, until);
        const held = beat === 4 ? { ghost: unharmed, zones: true } : {};
        const tale = beat === 0 ? unharmed : lost;
        return partsOfMarkup(renderToStaticMarkup(createElement(OpeningFigure, { room, tale, now, ...held })));
      };
      return [`opening ${beat}${down ? " down" : ""}`, draw] as const;
    }),
  );
}

/** A series over the time of a run. */
const series = (): readonly (readonly [string, () => readonly Part[]])[] =>
  [390, 1000].map((width) => {
    const draw = (): readonly Part[] => {
      const { series: all = {}, elapsedNs: elapsed } = itemOf(RUNS, "storm")();
      return Object.entries(all).flatMap(([label, one]) =>
        partsOfShapes(label, layoutOverTime({ label, series: one, elapsed }, width).shapes),
      );
    };
    return [`series ${width}`, draw] as const;
  });

export const SCENES: Scenes = new Map<string, () => readonly Part[] | Promise<readonly Part[]>>([
  ...timelines(),
  ...ofLooks(),
  ...rungs(),
  ...drags(),
  ...twins(),
  ...twinLooks(),
  ...ways(),
  ...files(),
  ...openings(),
  ...series(),
]);
