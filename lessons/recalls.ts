/** The questions about each lesson that later ones ask. The first view of a lesson needs none of them. */
import { openData } from "./index.ts";
import type { Lesson, Recall } from "./types.ts";

/** The questions from memory about a lesson, with the lesson that their numbers come from. */
export interface Remembered {
  readonly lesson: Lesson;
  readonly recall: readonly Recall[];
}

const RECALLS: Readonly<Record<string, () => Promise<{ readonly recall: readonly Recall[] }>>> = {
  "across-the-wire": () => import("./across-the-wire/recall.ts"),
  "exactly-once": () => import("./exactly-once/recall.ts"),
  "slow-is-not-dead": () => import("./slow-is-not-dead/recall.ts"),
  "too-big": () => import("./too-big/recall.ts"),
  binding: () => import("./binding/recall.ts"),
  "where-2-66-ms-go": () => import("./where-2-66-ms-go/recall.ts"),
  "more-threads": () => import("./more-threads/recall.ts"),
  marshalling: () => import("./marshalling/recall.ts"),
  "make-it-faster": () => import("./make-it-faster/recall.ts"),
  "fewer-processors": () => import("./fewer-processors/recall.ts"),
  "three-orders": () => import("./three-orders/recall.ts"),
  xdr: () => import("./xdr/recall.ts"),
  timeouts: () => import("./timeouts/recall.ts"),
  callback: () => import("./callback/recall.ts"),
  ceiling: () => import("./ceiling/recall.ts"),
  scale: () => import("./scale/recall.ts"),
  "quitting-early": () => import("./quitting-early/recall.ts"),
  "stub-compiler": () => import("./stub-compiler/recall.ts"),
  "parallel-or-serial": () => import("./parallel-or-serial/recall.ts"),
  relay: () => import("./relay/recall.ts"),
  "who-is-fastest": () => import("./who-is-fastest/recall.ts"),
  many: () => import("./many/recall.ts"),
  "what-rules-are-for": () => import("./what-rules-are-for/recall.ts"),
};

/** The questions about a lesson; null where it is not written. */
export async function openRecall(slug: string): Promise<Remembered | null> {
  const [lesson, file] = await Promise.all([openData(slug), Object.hasOwn(RECALLS, slug) ? RECALLS[slug]?.() : null]);
  return lesson === null || file === null || file === undefined ? null : { lesson, recall: file.recall };
}
