/** The page describes experiments, its workers run them: what the page loads does not lead to a run. */
import { entryOf } from "../../kernel/reads.ts";
import { listUnder } from "../../kernel/tally.ts";
import { isCode } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import type { Reference } from "./references.ts";

const PAGE = "app/main.tsx";

/** A family’s run, or the world that every simulated system begins with. */
const isOfRuns = (path: string): boolean =>
  path === "engine/systems/world/world.ts" || /^engine\/experiments\/.+\/run\.ts$/.test(path);

/** One finding for each file that the page loads and that imports what belongs to a run. */
export function checkPage(referencesOf: ReadonlyMap<ProjectFile, readonly Reference[]>): Finding[] {
  const loads = new Map(
    [...referencesOf].map(([{ path }, references]) => [path, references.filter(({ isLoaded }) => isLoaded)]),
  );
  const cameFrom = new Map<string, string>([[PAGE, ""]]);
  const wayTo = (path: string): string => {
    const before = entryOf(cameFrom, path, "way");
    return before === "" ? path : `${wayTo(before)} > ${path}`;
  };
  const findings: Finding[] = [];
  for (const path of cameFrom.keys()) {
    // grows while it is walked
    for (const { target, line } of listUnder(loads, path)) {
      if (target === null || !isCode(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      if (!isOfRuns(target)) continue;
      const message = `the page loads a run: ${wayTo(target)}. Import describe.ts, and leave the run to a worker.`;
      findings.push({ path, line, severity: "error", message });
    }
  }
  return findings;
}
