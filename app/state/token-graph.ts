/**
 * The graph that Olympus interprets, at a moment: the tokens on its arcs and what becomes of each firing. The k-th
 * firing is call k of the run: the backend calls in the order in which nodes fire.
 */
import { itemAt, numberAt, outcomeOf, timeAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { Marking } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import { proceduresOf } from "../timeline/handle/procedures.ts";
import { HALF } from "../trace/machine-events.ts";
import { machineName } from "../trace/machine-names.ts";
import { counted } from "../words/numbers.ts";

interface Firing {
  readonly node: number;
  readonly firedAt: number; // ns of the run
  readonly calledAt: number; // Infinity where it never was
  readonly beganAt: number; // its procedure
  readonly ranAt: number;
  readonly endedAt: number;
  readonly hasFailed: boolean;
  readonly server: string; // "" before it has one
}

export interface NodeState {
  readonly name: string;
  /** The firing under way, in words; "" where none is. */
  readonly now: string;
  /** What of its procedure is done, from 0 to 1; null where none runs. */
  readonly share: number | null;
  /** How often it has fired, and how often that ended. */
  readonly fired: number;
  readonly ended: number;
  readonly hasFailed: boolean;
}

interface MovingToken {
  readonly arc: number;
  /** Its place on the arc, from 0 to 1. */
  readonly place: number;
}

export interface TokenGraphState {
  readonly nodes: readonly NodeState[];
  /** Tokens that lie on each arc. */
  readonly tokens: readonly number[];
  /** Those that go into a node that has just fired. */
  readonly moving: readonly MovingToken[];
}

interface Replay {
  readonly firings: readonly Firing[];
  /** Firings that ended well, in order: each puts tokens on the arcs out of its node. */
  readonly ends: readonly Firing[];
}

const known = new WeakMap<TraceData, { readonly graph: TokenGraph; readonly replay: Replay }>();

function replayOf(graph: TokenGraph, trace: TraceData): Replay {
  const before = known.get(trace);
  if (before?.graph === graph) return before.replay;
  const marking = new Marking(graph);
  const { calls } = trace;
  const servers = serversOf(trace);
  const firings: Firing[] = [];
  const add = (nodes: readonly number[], firedAt: number): void => {
    for (const node of nodes) firings.push(firingOf(trace, servers, { node, firedAt, call: firings.length + 1 }));
  };
  add(marking.begin(), timeAt(calls.start, 0));
  const order = Array.from({ length: calls.count }, (_, row) => row)
    .filter((row) => outcomeOf(trace, row) === "returned")
    .toSorted((a, b) => timeAt(calls.end, a) - timeAt(calls.end, b));
  const ends: Firing[] = [];
  for (const row of order) {
    const ended = firings[row];
    if (ended === undefined) break; // a call before it was not kept
    ends.push(ended);
    add(marking.ended(ended.node), timeAt(calls.end, row));
  }
  const replay = { firings, ends };
  known.set(trace, { graph, replay });
  return replay;
}

/** The machine that each call went to, by the first of its packets. */
function serversOf({ packets, tracks }: TraceData): ReadonlyMap<number, string> {
  const servers = new Map<number, string>();
  for (let row = 0; row < packets.count; row++) {
    const call = numberAt(packets.call, row);
    if (!servers.has(call)) servers.set(call, itemAt(tracks, numberAt(packets.to, row), "track").machine);
  }
  return servers;
}

type Fired = Pick<Firing, "node" | "firedAt"> & { readonly call: number };

function firingOf(trace: TraceData, servers: ReadonlyMap<number, string>, { node, firedAt, call }: Fired): Firing {
  const { calls } = trace;
  const row = call - 1;
  const never = { calledAt: Infinity, beganAt: Infinity, ranAt: Infinity, endedAt: Infinity };
  if (row >= calls.count) return { node, firedAt, ...never, hasFailed: false, server: "" };
  const procedures = proceduresOf(trace, call);
  const outcome = outcomeOf(trace, row);
  return {
    node,
    firedAt,
    calledAt: timeAt(calls.start, row),
    beganAt: procedures[0]?.from ?? Infinity,
    ranAt: procedures.at(-1)?.to ?? Infinity,
    endedAt: outcome === "pending" ? Infinity : timeAt(calls.end, row),
    hasFailed: outcome !== "returned" && outcome !== "pending",
    server: machineName(trace, servers.get(call) ?? ""),
  };
}

/** Tokens wait here on an arc, from 0 to 1; from there they go into the node. */
export const RESTS = 0.62;
/** A token goes into its node for so much of the time of the graph. */
const TRAVEL_SHARE = 0.03;

export function tokenGraphAt(graph: TokenGraph, trace: TraceData, time: number): TokenGraphState {
  const { firings, ends } = replayOf(graph, trace);
  const now = time + HALF;
  const marking = new Marking(graph);
  marking.begin();
  for (const { node, endedAt } of ends) if (endedAt <= now) marking.ended(node);
  const fired = firings.filter(({ firedAt }) => firedAt <= now);
  const nodes = graph.nodes.map(({ name }, node) =>
    nodeAt(
      name,
      fired.filter((one) => one.node === node),
      now,
    ),
  );
  return { nodes, tokens: [...marking.tokens], moving: movingAt(graph, trace, fired, now) };
}

function movingAt(graph: TokenGraph, trace: TraceData, fired: readonly Firing[], now: number): readonly MovingToken[] {
  const { calls } = trace;
  const travel = Math.max(1, TRAVEL_SHARE * Math.max(...calls.end.subarray(0, calls.count), 1));
  return fired.flatMap(({ node, firedAt }) => {
    const share = (now - firedAt) / travel;
    if (share >= 1) return [];
    const into = graph.arcs.flatMap(({ to }, arc) => (to === node ? [arc] : []));
    return into.map((arc) => ({ arc, place: RESTS + (1 - RESTS) * share }));
  });
}

function nodeAt(name: string, fired: readonly Firing[], now: number): NodeState {
  const underWay = fired.filter(({ endedAt }) => endedAt > now);
  const [first] = underWay;
  const running = underWay.find(({ beganAt, ranAt }) => beganAt <= now && now < ranAt);
  const share = running === undefined ? null : shareOf(running, now);
  const ended = fired.length - underWay.length;
  const hasFailed = fired.some((one) => one.hasFailed && one.endedAt <= now);
  return {
    name,
    now: first === undefined ? "" : phaseOf(running ?? first, now),
    share,
    fired: fired.length,
    ended,
    hasFailed,
  };
}

const shareOf = ({ beganAt, ranAt }: Firing, now: number): number =>
  ranAt === Infinity ? 0 : (now - beganAt) / Math.max(1, ranAt - beganAt);

function phaseOf({ calledAt, beganAt, ranAt, server }: Firing, now: number): string {
  if (now < calledAt) return "waits for its call";
  if (now < beganAt) return `called, ${server}`;
  return now < ranAt ? `runs, ${server}` : `ran, ${server}`;
}

/** "Graph of 9 nodes: 2 run, 3 tokens on arcs" */
export function graphSentence(graph: TokenGraph, { nodes, tokens }: TokenGraphState): string {
  const running = nodes.filter(({ share }) => share !== null).length;
  const lying = tokens.reduce((sum, count) => sum + count, 0);
  return `Graph of ${counted(graph.nodes.length, "node")}: ${running} run, ${counted(lying, "token")} on arcs`;
}

/** "n3: runs, server2; fired 1 time": for readers who do not see the graph. */
export function nodeSentence({ name, now, fired, ended, hasFailed }: NodeState): string {
  if (fired === 0) return `${name}: has not fired`;
  const all = `fired ${fired} ×, ${ended} ended`;
  return `${name}: ${now === "" ? "" : `${now}; `}${all}${hasFailed ? ", its call failed" : ""}`;
}
