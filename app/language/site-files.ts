/**
 * The files of a language's site/, and the files that are always there with each: so that a text that several of them
 * need stands in one. A family of experiments has the file `systems/<family>`.
 */
import { FAMILIES } from "../../engine/experiments/families.ts";

const STAGE = ["page", "stage"];
const PANELS = [...STAGE, "panels"];

/** Families that run the systems of others, and those. */
const COMPARING = ["machine", "many", "sweepstakes", "today"];
const COMPARED = ["amoeba", "cedar", "firefly", "flexrpc", "machine", "multirpc", "sprite", "sun-rpc", "tcp"];

/** The families that a family's texts come with. */
const comparedBy = (family: string): readonly string[] =>
  COMPARING.includes(family) ? COMPARED.filter((other) => other !== family) : [];

/** The file with the texts of a family of experiments. */
export const fileOfFamily = (family: string): string => `systems/${family}`;

const FAMILY_FILES = Object.keys(FAMILIES).map(fileOfFamily);

/** The files that a file comes with, itself left out. A place has the file of its name. */
export const WITH: Readonly<Record<string, readonly string[]>> = {
  page: [],
  course: ["page"],
  lesson: STAGE,
  stage: ["page"],
  // What a lesson shows behind its first figure; other places have it at once.
  panels: STAGE,
  ...Object.fromEntries(
    Object.keys(FAMILIES).map((family) => [fileOfFamily(family), [...STAGE, ...comparedBy(family).map(fileOfFamily)]]),
  ),
  bench: PANELS,
  // Notes beside published numbers are those of the experiments that answer them.
  papers: [...PANELS, "bench", ...["firefly", "services", "sweepstakes"].map(fileOfFamily)],
  // A note with a number of a paper, or with what the paper says.
  cited: [...PANELS, "papers"],
  reference: [...PANELS, "bench", ...FAMILY_FILES],
  concept: PANELS,
  write: [...PANELS, "bench", fileOfFamily("written")],
  numbers: [...PANELS, "bench", fileOfFamily("services")],
  desk: [...PANELS, "course", "lesson", "concept", "do"],
  do: ["page", "course", "lesson", "desk"],
  capture: [...PANELS, fileOfFamily("sun-rpc"), fileOfFamily("multirpc")],
  traces: PANELS,
  palette: [...PANELS, "course", "lesson", "bench", "papers", "reference"],
};
