/** What the texts of all jobs are made from: words for a shell, names, and the three lines that say how to use them. */
import type { PartKind } from "./part.ts";

/** All that a job's text is made from. */
export interface Job {
  readonly experiment: string;
  readonly runs: number;
  readonly shards: number;
  /** The lab’s words for the sweep without the part: "sweep", "firefly/null", "--over", … */
  readonly words: readonly string[];
  /** The words that start the lab on this machine. */
  readonly command: readonly string[];
  readonly out: string; // the file of the whole: "sweep.csv"
  readonly name: string; // the same without its ending: "sweep"
  readonly kind: PartKind;
  /** Roughly the seconds that one part takes on a laptop of 2025. */
  readonly partSeconds: number;
  /** A short name for this very sweep, of small letters and digits. */
  readonly id: string;
}

const PLAIN = /^[\w./:=@%+,-]+$/;

/** A word as a shell of POSIX takes it: as it is where nothing in it is special, else in quotes. */
export const shellWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

export const shellWords = (words: readonly string[]): string => words.map(shellWord).join(" ");

/** The folder of the parts, beside the whole: "sweep.parts". */
export const partsFolder = ({ name }: Job): string => `${name}.parts`;

/** A part’s file, with the number as the engine says it: "sweep.parts/part-$i.csv". */
export const partFile = (job: Job, index: string): string => `${partsFolder(job)}/part-${index}.${job.kind}`;

/** The command that puts the parts together. */
export function joinCommand(job: Job): string {
  const parts = `${shellWord(`${partsFolder(job)}/part-`)}*.${job.kind}`;
  return `${shellWords([...job.command, "join"])} ${parts} --out ${shellWord(job.out)}`;
}

/** "400 runs of firefly/null in 8 parts" */
export const aboutJob = ({ runs, experiment, shards }: Job): string =>
  `${runs} runs of ${experiment} in ${shards} parts`;

/** The three lines of every job, each behind the mark of a comment. */
export function threeLines(lines: { readonly start: string; readonly resume: string; readonly join: string }): string {
  const { start, resume, join } = lines;
  return [`# Start:    ${start}`, `# Resume:   ${resume}`, `# Together: ${join}`].join("\n");
}

/** A part takes no longer by much, even on a slow machine with others beside it. */
const MARGIN = 8;
const LEAST_S = 600;

export const limitSeconds = ({ partSeconds }: Job): number => LEAST_S + Math.ceil(MARGIN * partSeconds);
