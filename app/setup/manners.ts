/**
 * How a link wants its place shown, beside what it shows: `embed=1` without the site around it, `hide=` without some of
 * its parts, and from the bench the lesson and the step that it belongs to.
 */
import { createContext, useContext } from "react";
import { quote } from "../../engine/faults/fault.ts";
import { PARAMETER_NAMES } from "../../engine/experiments/families.ts";
import { LESSONS } from "../../lessons/course.ts";
import { lastOf, withKeys } from "./link-table.ts";
import { placeName } from "./location.ts";
import type { Place } from "./location.ts";

export interface Manners {
  readonly embed: boolean;
  readonly hide: readonly string[]; // parts, and parameters by their names
  readonly lesson: string | null; // slug of the lesson that a link to the bench belongs to
  readonly step: number | null; // of that lesson, from 1
}

export const PLAIN: Manners = { embed: false, hide: [], lesson: null, step: null };

/** Parts that a link can hide, and where they are. */
export const PARTS = {
  experiment: ["bench"],
  parameters: ["bench", "lesson"],
  faults: ["bench", "lesson"],
  answers: ["bench"],
  model: ["bench"],
  timeline: ["bench", "lesson"],
  waterfall: ["bench", "lesson"],
  chart: ["bench", "lesson"],
  use: ["lesson"],
  inspector: ["bench", "lesson"],
  events: ["bench"],
  hints: ["lesson"],
  pin: ["bench", "lesson"],
  link: ["bench", "lesson"],
  export: ["bench", "lesson"],
} as const satisfies Readonly<Record<string, readonly ("bench" | "lesson")[]>>;
export type PartName = keyof typeof PARTS;

/** Fields of the form: the parameters of all experiments, and the seed. */
const FIELDS: ReadonlySet<string> = new Set(["seed", ...PARAMETER_NAMES]);
const HIDE_MOST = 40; // more names than there are; a longer list is damaged

function readHidden(text: string, here: "bench" | "lesson", problems: string[]): readonly string[] {
  const parts = Object.entries(PARTS).flatMap(([part, at]) => (at.some((one) => one === here) ? [part] : []));
  const names = text.split(",").map((name) => name.trim());
  const [unknown, known] = [new Set<string>(), new Set<string>()];
  for (const name of names.slice(0, HIDE_MOST)) {
    (parts.includes(name) || FIELDS.has(name) ? known : unknown).add(name);
  }
  for (const name of unknown) {
    const allowed = `${parts.join(", ")}, or a parameter by its name`;
    problems.push(`hide = ${quote(name)} names nothing that can be hidden here: ${allowed}. It is left out.`);
  }
  if (names.length > HIDE_MOST)
    problems.push(`hide = ${quote(text)} names ${names.length} parts; the first ${HIDE_MOST} are read.`);
  return [...known];
}

function readEmbed(text: string, problems: string[]): boolean {
  if (text === "1") return true;
  problems.push(`embed = ${quote(text)} is not allowed: 1. The whole page is shown.`);
  return false;
}

function readLesson(text: string, problems: string[]): string | null {
  const readable = LESSONS.filter(({ written }) => written).map(({ slug }) => slug);
  if (readable.includes(text)) return text;
  problems.push(`lesson = ${quote(text)} is no lesson that can be read: ${readable.join(", ")}. It is left out.`);
  return null;
}

function readStep(text: string, lesson: string | null, problems: string[]): number | null {
  const allowed = /^[1-9]\d?$/.test(text);
  if (!allowed) problems.push(`step = ${quote(text)} is not allowed: a whole number from 1. It is left out.`);
  else if (lesson === null) problems.push(`step = ${quote(text)} says nothing without a lesson. It is left out.`);
  return allowed && lesson !== null ? Number(text) : null;
}

interface ReadManners {
  readonly manners: Manners;
  readonly problems: readonly string[];
}

/** Never throws: what cannot be used is left out, with a sentence. Of a key that stands twice the last counts. */
export function readManners(place: Place): ReadManners {
  const here = placeName(place);
  if (here !== "bench" && here !== "lesson") return { manners: PLAIN, problems: [] };
  const query = new URLSearchParams(place.query);
  const problems: string[] = [];
  const [embed, hide] = [lastOf(query, "embed"), lastOf(query, "hide")];
  const shared = {
    embed: embed !== null && readEmbed(embed, problems),
    hide: hide === null ? [] : readHidden(hide, here, problems),
  };
  if (here === "lesson") return { manners: { ...PLAIN, ...shared }, problems }; // its step is read by the lesson
  const [named, step] = [lastOf(query, "lesson"), lastOf(query, "step")];
  const lesson = named === null ? null : readLesson(named, problems);
  return {
    manners: { ...shared, lesson, step: step === null ? null : readStep(step, lesson, problems) },
    problems,
  };
}

/** The place with these manners in its link. */
export function withManners(place: Place, { embed, hide, lesson, step }: Partial<Manners>): Place {
  const { path, query } = withKeys<"bench">(place, {
    lesson: lesson ?? null,
    step: step === null || step === undefined ? null : String(step),
    hide: hide === undefined || hide.length === 0 ? null : hide.join(","),
    embed: embed === true ? "1" : null,
  });
  return { path, query: query.replaceAll("%2C", ",") };
}

/** The same place, not embedded. */
export function withoutEmbed({ path, query }: Place): Place {
  const given = new URLSearchParams(query);
  given.delete("embed");
  return { path, query: given.toString().replaceAll("%2C", ",") };
}

export const ManneredPlace = createContext<Manners>(PLAIN);

export const useManners = (): Manners => useContext(ManneredPlace);

/** Whether the link hides a part of the page. */
export function useHides(): (part: PartName) => boolean {
  const { hide } = useManners();
  return (part) => hide.includes(part);
}
