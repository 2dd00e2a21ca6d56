/**
 * A token graph as text, in JSON:
 *
 *     {"nodes":[{"name":"a","ms":100},{"name":"b","ms":50,"fires":"any"}],"arcs":[{"from":"a","to":"b"}],"limit":10}
 *
 * `starts` of a node without incoming arcs is 1 where it is left out, `fires` is "all", `tokens` of an arc is 0, and
 * `limit` is 100. Everything else has to be there, and nothing more may be there.
 */
import { quote } from "../../../faults/quote.ts";
import { millis, toMillis } from "../../../kernel/time.ts";
import type { GraphArc, GraphNode, TokenGraph } from "./token-graph.ts";

/** The text is no graph. The message says where, what, and what is allowed. */
export class GraphError extends Error {
  override readonly name = "GraphError";
}

const MOST_NODES = 50;
const MOST_ARCS = 200;
const MOST_MS = 60_000;
/** Firings of a node, tokens of an arc. */
const MOST_TIMES = 100;
const LONGEST_NAME = 24;

type Fields = Readonly<Record<string, unknown>>;

function wrong(where: string, got: unknown, allowed: string): GraphError {
  if (got === undefined) return new GraphError(`${where} is missing: ${allowed}.`);
  return new GraphError(
    `${where} = ${quote(JSON.stringify(got)).slice(1, -1).replaceAll('\\"', '"')} is not allowed: ${allowed}.`,
  );
}

/** An object with no other fields than these. */
function fieldsOf(where: string, value: unknown, known: readonly string[]): Fields {
  const names = known.join(", ");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(where, value, `an object with ${names}`);
  }
  const strange = Object.keys(value).find((key) => !known.includes(key));
  if (strange !== undefined) throw new GraphError(`${where} has a field ${quote(strange)}. It may have ${names}.`);
  return value as Fields;
}

function listOf(where: string, value: unknown, least: number, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(where, value, `a list of ${least} to ${most}`);
  if (value.length >= least && value.length <= most) return value;
  throw new GraphError(`${where} has ${value.length} entries. It may have ${least} to ${most}.`);
}

function wholeOf(where: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw wrong(where, value, `whole numbers from ${least} to ${most}`);
}

/** A field that may be left out. */
const orElse = <Value>(value: unknown, byDefault: Value, read: (value: unknown) => Value): Value =>
  value === undefined ? byDefault : read(value);

interface NamedNode extends Omit<GraphNode, "starts"> {
  readonly starts: number | null; // null where the text does not say
}

function nodeOf(where: string, value: unknown): NamedNode {
  const { name, ms, fires, starts } = fieldsOf(where, value, ["name", "ms", "fires", "starts"]);
  if (typeof name !== "string" || !/^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(name) || name.length > LONGEST_NAME) {
    const allowed = `1 to ${LONGEST_NAME} letters and digits, with spaces, points and hyphens between them`;
    throw wrong(`${where}.name`, name, allowed);
  }
  if (typeof ms !== "number" || !(ms >= 0 && ms <= MOST_MS)) {
    throw wrong(`${where}.ms`, ms, `numbers from 0 to ${MOST_MS}`);
  }
  if (fires !== undefined && fires !== "all" && fires !== "any") throw wrong(`${where}.fires`, fires, '"all" or "any"');
  return {
    name,
    nanos: millis(ms),
    fires: fires ?? "all",
    starts: orElse(starts, null, (given) => wholeOf(`${where}.starts`, given, 0, MOST_TIMES)),
  };
}

function arcOf(where: string, value: unknown, nodes: readonly NamedNode[]): GraphArc {
  const { from, to, tokens } = fieldsOf(where, value, ["from", "to", "tokens"]);
  const place = (end: string, name: unknown): number => {
    const at = nodes.findIndex((node) => node.name === name);
    if (at >= 0) return at;
    throw wrong(`${where}.${end}`, name, `the name of a node (${quote(nodes.map((node) => node.name).join(", "))})`);
  };
  return {
    from: place("from", from),
    to: place("to", to),
    tokens: orElse(tokens, 0, (given) => wholeOf(`${where}.tokens`, given, 0, MOST_TIMES)),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new GraphError(`The text is no JSON: ${error.message}.`);
    throw error;
  }
}

/** Throws GraphError where the text is not as described above. */
export function readGraph(text: string): TokenGraph {
  const { nodes: someNodes, arcs: someArcs, limit } = fieldsOf("The graph", json(text), ["nodes", "arcs", "limit"]);
  const nodes = listOf("nodes", someNodes, 1, MOST_NODES).map((node, i) => nodeOf(`nodes[${i}]`, node));
  for (const [i, { name }] of nodes.entries()) {
    const first = nodes.findIndex((node) => node.name === name);
    if (first < i)
      throw new GraphError(`nodes[${i}].name = ${quote(name)} is that of nodes[${first}]. Each has its own.`);
  }
  const arcs = listOf("arcs", someArcs, 0, MOST_ARCS).map((arc, i) => arcOf(`arcs[${i}]`, arc, nodes));
  for (const [i, { from, to }] of arcs.entries()) {
    const first = arcs.findIndex((arc) => arc.from === from && arc.to === to);
    if (first < i)
      throw new GraphError(`arcs[${i}] leads from and to where arcs[${first}] does. Two nodes have one arc.`);
  }
  const started = nodes.map(({ starts, ...node }, i): GraphNode => {
    if (!arcs.some(({ to }) => to === i)) return { ...node, starts: starts ?? 1 };
    if (starts === null) return { ...node, starts: 0 };
    throw new GraphError(`nodes[${i}].starts is given, but arcs lead to the node. Put tokens on its arcs.`);
  });
  return { nodes: started, arcs, limit: orElse(limit, MOST_TIMES, (given) => wholeOf("limit", given, 1, MOST_TIMES)) };
}

/** The shortest text that reads as the graph. */
export function graphText({ nodes, arcs, limit }: TokenGraph): string {
  const isStarted = (i: number): boolean => !arcs.some(({ to }) => to === i);
  return JSON.stringify({
    nodes: nodes.map(({ name, nanos, fires, starts }, i) => ({
      name,
      ms: toMillis(nanos),
      ...(fires === "any" ? { fires } : {}),
      ...(isStarted(i) && starts !== 1 ? { starts } : {}),
    })),
    arcs: arcs.map(({ from, to, tokens }) => ({
      from: nodes[from]?.name,
      to: nodes[to]?.name,
      ...(tokens > 0 ? { tokens } : {}),
    })),
    ...(limit === MOST_TIMES ? {} : { limit }),
  });
}

/** The same text with a line for each node and each arc. */
export const graphLines = (graph: TokenGraph): string =>
  graphText(graph)
    .replaceAll(/(?<=[[\]}],?)(?=[{\]"])/g, "\n")
    .replaceAll(/(?<=\n)\{/g, "  {");
