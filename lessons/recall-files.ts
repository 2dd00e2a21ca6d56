/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Recall } from "./types.ts";

/** The questions from memory about each lesson, by its slug. */
export const RECALLS: Readonly<Record<string, () => Promise<{ readonly recall: readonly Recall[] }>>> = {
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
  blip: () => import("./blip/recall.ts"),
  "forty-calls": () => import("./forty-calls/recall.ts"),
  deadline: () => import("./deadline/recall.ts"),
  "two-timers": () => import("./two-timers/recall.ts"),
};
