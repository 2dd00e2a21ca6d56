/** Circles of imports. Of two files that import each other, directly or through others, neither can be read first. */
import { isCode, isTest } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import type { Reference } from "./references.ts";

interface Import {
  readonly path: string;
  readonly line: number;
  readonly target: string;
}

/** From each node to those that it imports, each by the first import that does. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, Import>>;

/** @param nodesOf the two ends of an import in the graph; null for an import that does not count */
function graphOf(imports: readonly Import[], nodesOf: (one: Import) => readonly [string, string] | null): Graph {
  const graph = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const nodes = nodesOf(one);
    if (nodes === null) continue;
    const [from, to] = nodes;
    const known = graph.get(from) ?? new Map<string, Import>();
    graph.set(from, known.has(to) ? known : known.set(to, one));
  }
  return graph;
}

/** A shortest way from `start` back to itself, `start` first; null where there is none. */
function circleThrough(start: string, graph: Graph): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    // grows while it is walked
    for (const target of graph.get(node)?.keys() ?? []) {
      if (target === start) {
        const way: string[] = [];
        for (let at: string | undefined = node; at !== undefined && at !== start; at = cameFrom.get(at))
          way.unshift(at);
        return [start, ...way];
      }
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return null;
}

/** One finding for each circle. @param told names the circle, and what to do */
function circlesIn(graph: Graph, told: (way: string) => string): Finding[] {
  const known = new Set<string>();
  return [...graph.keys()].flatMap((node): Finding[] => {
    const circle = known.has(node) ? null : circleThrough(node, graph);
    if (circle === null) return [];
    for (const member of circle) known.add(member);
    const first = graph.get(node)?.get(circle[1] ?? node);
    if (first === undefined) throw new Error(`circles: ${node} has no import in its circle.`);
    return [{ path: first.path, line: first.line, severity: "error", message: told([...circle, node].join(" > ")) }];
  });
}

function importsOf(referencesOf: ReadonlyMap<ProjectFile, readonly Reference[]>): readonly Import[] {
  return [...referencesOf].flatMap(([{ path }, references]) => {
    if (!isCode(path)) return [];
    return references.flatMap(({ isImport, target, line }) =>
      isImport && target !== null ? [{ path, line, target }] : [],
    );
  });
}

/** One finding for each circle of files; imports of types count, and so do imports that run later. */
export function checkCircles(referencesOf: ReadonlyMap<ProjectFile, readonly Reference[]>): Finding[] {
  const graph = graphOf(importsOf(referencesOf), ({ path, target }) => [path, target]);
  return circlesIn(graph, (way) => `a circle of imports: ${way}. Move what they share to a file of its own.`);
}

/** The folder that two files share, and the folder or file within it that each belongs to. */
function placesOf({ path, target }: Import): { readonly room: string; readonly ends: readonly [string, string] } {
  const [from, to] = [path.split("/"), target.split("/")];
  const shared = from.findIndex((name, i) => name !== to[i]);
  const room = from.slice(0, shared).join("/");
  return { room, ends: [from.slice(0, shared + 1).join("/"), to.slice(0, shared + 1).join("/")] };
}

/** One finding for each circle of folders and files that stand side by side in a room of the page. */
export function checkRooms(referencesOf: ReadonlyMap<ProjectFile, readonly Reference[]>): Finding[] {
  const imports = importsOf(referencesOf).filter(({ path, target }) => !isTest(path) && path !== target);
  const graph = graphOf(imports, (one) => {
    const { room, ends } = placesOf(one);
    return room.startsWith("app/") ? ends : null;
  });
  return circlesIn(graph, (way) => `imports run both ways in a room: ${way}. Move what both use below both.`);
}
