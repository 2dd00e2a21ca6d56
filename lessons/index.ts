/** The lessons that are written: data and prose, fetched when one is opened. Adding one is a folder and its lines. */
import { loadFamily } from "../engine/experiments/load.ts";
import { loadPaper } from "../engine/papers/load.ts";
import type { Lesson } from "./types.ts";

type Text = (typeof import("./more-threads/text.mdx"))["default"];

export interface OpenLesson {
  readonly lesson: Lesson;
  readonly Text: Text;
}

interface Files {
  readonly paper: string; // whose numbers it states
  readonly family?: string; // whose experiments it shows, where the family is not called as the paper
  readonly also?: readonly string[]; // further families, whose runs it states a number of
  readonly data: () => Promise<{ readonly lesson: Lesson }>;
  readonly text: () => Promise<{ readonly default: Text }>;
}

const FILES: Readonly<Record<string, Files>> = {
  "across-the-wire": {
    paper: "cedar",
    data: () => import("./across-the-wire/lesson.ts"),
    text: () => import("./across-the-wire/text.mdx"),
  },
  "exactly-once": {
    paper: "cedar",
    data: () => import("./exactly-once/lesson.ts"),
    text: () => import("./exactly-once/text.mdx"),
  },
  "slow-is-not-dead": {
    paper: "cedar",
    data: () => import("./slow-is-not-dead/lesson.ts"),
    text: () => import("./slow-is-not-dead/text.mdx"),
  },
  "too-big": {
    paper: "cedar",
    data: () => import("./too-big/lesson.ts"),
    text: () => import("./too-big/text.mdx"),
  },
  binding: {
    paper: "cedar",
    data: () => import("./binding/lesson.ts"),
    text: () => import("./binding/text.mdx"),
  },
  "where-2-66-ms-go": {
    paper: "firefly",
    data: () => import("./where-2-66-ms-go/lesson.ts"),
    text: () => import("./where-2-66-ms-go/text.mdx"),
  },
  "more-threads": {
    paper: "firefly",
    data: () => import("./more-threads/lesson.ts"),
    text: () => import("./more-threads/text.mdx"),
  },
  marshalling: {
    paper: "firefly",
    data: () => import("./marshalling/lesson.ts"),
    text: () => import("./marshalling/text.mdx"),
  },
  "make-it-faster": {
    paper: "firefly",
    data: () => import("./make-it-faster/lesson.ts"),
    text: () => import("./make-it-faster/text.mdx"),
  },
  "fewer-processors": {
    paper: "firefly",
    data: () => import("./fewer-processors/lesson.ts"),
    text: () => import("./fewer-processors/text.mdx"),
  },
  "three-orders": {
    paper: "enutt",
    family: "sun-rpc",
    data: () => import("./three-orders/lesson.ts"),
    text: () => import("./three-orders/text.mdx"),
  },
  xdr: {
    paper: "enutt",
    family: "sun-rpc",
    data: () => import("./xdr/lesson.ts"),
    text: () => import("./xdr/text.mdx"),
  },
  timeouts: {
    paper: "enutt",
    family: "sun-rpc",
    data: () => import("./timeouts/lesson.ts"),
    text: () => import("./timeouts/text.mdx"),
  },
  callback: {
    paper: "multirpc",
    data: () => import("./callback/lesson.ts"),
    text: () => import("./callback/text.mdx"),
  },
  ceiling: {
    paper: "multirpc",
    data: () => import("./ceiling/lesson.ts"),
    text: () => import("./ceiling/text.mdx"),
  },
  scale: {
    paper: "multirpc",
    data: () => import("./scale/lesson.ts"),
    text: () => import("./scale/text.mdx"),
  },
  "quitting-early": {
    paper: "multirpc",
    data: () => import("./quitting-early/lesson.ts"),
    text: () => import("./quitting-early/text.mdx"),
  },
  "stub-compiler": {
    paper: "multirpc",
    data: () => import("./stub-compiler/lesson.ts"),
    text: () => import("./stub-compiler/text.mdx"),
  },
  "parallel-or-serial": {
    paper: "flexrpc",
    data: () => import("./parallel-or-serial/lesson.ts"),
    text: () => import("./parallel-or-serial/text.mdx"),
  },
  relay: {
    paper: "flexrpc",
    data: () => import("./relay/lesson.ts"),
    text: () => import("./relay/text.mdx"),
  },
  "who-is-fastest": {
    paper: "firefly",
    family: "sweepstakes",
    also: ["today"],
    data: () => import("./who-is-fastest/lesson.ts"),
    text: () => import("./who-is-fastest/text.mdx"),
  },
  many: {
    paper: "multirpc",
    family: "many",
    also: ["flexrpc"],
    data: () => import("./many/lesson.ts"),
    text: () => import("./many/text.mdx"),
  },
  "what-rules-are-for": {
    paper: "cedar",
    also: ["written"],
    data: () => import("./what-rules-are-for/lesson.ts"),
    text: () => import("./what-rules-are-for/text.mdx"),
  },
};

/** Slugs of the lessons that have files. */
export const written: readonly string[] = Object.keys(FILES);

const filesOf = (slug: string): Files | undefined => (Object.hasOwn(FILES, slug) ? FILES[slug] : undefined);

/** Loads the experiments that a lesson speaks of. */
const loadFamilies = (files: Files): Promise<unknown> => Promise.all(familiesIn(files).map((one) => loadFamily(one)));

const familiesIn = ({ paper, family = paper, also = [] }: Files): readonly string[] => [family, ...also];

/** The families of experiments that a lesson has; none where it is not written. */
export function familiesOf(slug: string): readonly string[] {
  const files = filesOf(slug);
  return files === undefined ? [] : familiesIn(files);
}

/** Loads the paper whose numbers a lesson states; nothing where it is not written. */
export async function loadPaperOfLesson(slug: string): Promise<void> {
  const files = filesOf(slug);
  if (files !== undefined) await loadPaper(files.paper);
}

/** A lesson and its prose; null where it is not written. Its numbers need its paper besides. */
export async function openLesson(slug: string): Promise<OpenLesson | null> {
  const files = filesOf(slug);
  if (files === undefined) return null;
  const [{ lesson }, { default: Text }] = await Promise.all([files.data(), files.text(), loadFamilies(files)]);
  return { lesson, Text };
}

/** A lesson without its prose, and its paper; null where it is not written. */
export async function openData(slug: string): Promise<Lesson | null> {
  const files = filesOf(slug);
  if (files === undefined) return null;
  const [{ lesson }] = await Promise.all([files.data(), loadPaper(files.paper), loadFamilies(files)]);
  return lesson;
}
