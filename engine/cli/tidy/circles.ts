/** Circles of files. Of two files that import each other, directly or through others, neither can be read first. */
import { isCode } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import type { Reference } from "./references.ts";

type Graph = ReadonlyMap<string, readonly Reference[]>;

/** A shortest way from `start` back to itself, `start` first; null where there is none. */
function circleThrough(start: string, graph: Graph): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    // grows while it is walked
    for (const { target } of graph.get(path) ?? []) {
      if (target === start) {
        const way: string[] = [];
        for (let at: string | undefined = path; at !== undefined && at !== start; at = cameFrom.get(at))
          way.unshift(at);
        return [start, ...way];
      }
      if (target === null || !graph.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return null;
}

/** One finding for each circle; imports of types count, and so do imports that run later. */
export function checkCircles(referencesOf: ReadonlyMap<ProjectFile, readonly Reference[]>): Finding[] {
  const graph = new Map<string, readonly Reference[]>();
  for (const [{ path }, references] of referencesOf) {
    if (isCode(path))
      graph.set(
        path,
        references.filter(({ isImport, target }) => isImport && target !== null),
      );
  }
  const known = new Set<string>();
  return [...graph.keys()].flatMap((path): Finding[] => {
    const circle = known.has(path) ? null : circleThrough(path, graph);
    if (circle === null) return [];
    for (const member of circle) known.add(member);
    const line = graph.get(path)?.find(({ target }) => target === (circle[1] ?? path))?.line ?? 1;
    const way = [...circle, path].join(" > ");
    const message = `a circle of imports: ${way}. Move what they share to a file of its own.`;
    return [{ path, line, severity: "error", message }];
  });
}
