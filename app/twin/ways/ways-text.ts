/** Two ways to call the same machines, in words. */
import { findDescription } from "../../../engine/experiments/lookup.ts";
import type { Traced, TracedRun } from "../../../engine/experiments/types.ts";
import { countStandings } from "../../trace/destinations.ts";
import { plain } from "../../words/numbers.ts";
import type { Labels } from "../differences.ts";
import type { WayRun } from "./lay-out.ts";
import { capital } from "../../words/sentences.ts";

/** The names of two ways: their modes of calling where these differ, else the page's names of the runs. */
export function wayNames(a: Traced, b: Traced, labels: Labels): readonly [string, string] {
  if (
    !("experiment" in a && "experiment" in b) ||
    a.experiment !== b.experiment ||
    a.parameters["mode"] === b.parameters["mode"]
  )
    return [labels.a, labels.b];
  const mode = findDescription(a.experiment)?.params["mode"];
  const said = ({ parameters }: TracedRun, otherwise: string): string =>
    (mode?.kind === "choice" ? mode.options.find(({ value }) => value === parameters["mode"])?.label : undefined) ??
    otherwise;
  return [said(a, labels.a), said(b, labels.b)];
}

export const inSeconds = (nanos: number): string => `${plain(nanos / 1e9, nanos < 1e10 ? 2 : 1)}\u202fs`;

export function sentenceOf(ways: readonly [WayRun, WayRun], [a, b]: readonly [string, string]): string {
  const [first, second] = ways;
  const most = Math.max(first.to, second.to);
  const least = Math.max(1, Math.min(first.to, second.to));
  const ratio = most / least;
  const times = ratio < 1.05 ? "as long" : `${plain(ratio, 1)} times as long`;
  const [longer, shorter] = first.to >= second.to ? [a, b] : [b, a];
  return `${capital(longer)}: ${inSeconds(most)}. ${capital(shorter)}: ${inSeconds(least)}. The first takes ${times}.`;
}

/** Counts the machines by their standing at a moment: "97 told, 3 awaited". */
export function standingsText({ destinations }: WayRun, now: number): string {
  const counts = countStandings(destinations, destinations.from + now);
  const given = counts["given up"] + counts.left;
  const parts: readonly (readonly [number, string])[] = [
    [counts.told, "told"],
    [counts.awaited, "awaited"],
    [counts.busy, "busy"],
    [given, "given up"],
    [counts["to come"], "to come"],
  ];
  return parts.flatMap(([count, word]) => (count === 0 ? [] : [`${plain(count)} ${word}`])).join(", ");
}
