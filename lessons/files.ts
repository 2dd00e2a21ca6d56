/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { LessonFiles } from "./lesson-files.ts";

/** The data and the prose of each lesson, by its slug. */
export const FILES: Readonly<Record<string, LessonFiles>> = {
  "across-the-wire": {
    data: () => import("./across-the-wire/lesson.ts"),
    text: () => import("./across-the-wire/text.mdx"),
  },
  "exactly-once": {
    data: () => import("./exactly-once/lesson.ts"),
    text: () => import("./exactly-once/text.mdx"),
  },
  "slow-is-not-dead": {
    data: () => import("./slow-is-not-dead/lesson.ts"),
    text: () => import("./slow-is-not-dead/text.mdx"),
  },
  "too-big": {
    data: () => import("./too-big/lesson.ts"),
    text: () => import("./too-big/text.mdx"),
  },
  binding: {
    data: () => import("./binding/lesson.ts"),
    text: () => import("./binding/text.mdx"),
  },
  "where-2-66-ms-go": {
    data: () => import("./where-2-66-ms-go/lesson.ts"),
    text: () => import("./where-2-66-ms-go/text.mdx"),
  },
  "more-threads": {
    data: () => import("./more-threads/lesson.ts"),
    text: () => import("./more-threads/text.mdx"),
  },
  marshalling: {
    data: () => import("./marshalling/lesson.ts"),
    text: () => import("./marshalling/text.mdx"),
  },
  "make-it-faster": {
    data: () => import("./make-it-faster/lesson.ts"),
    text: () => import("./make-it-faster/text.mdx"),
  },
  "fewer-processors": {
    data: () => import("./fewer-processors/lesson.ts"),
    text: () => import("./fewer-processors/text.mdx"),
  },
  "three-orders": {
    data: () => import("./three-orders/lesson.ts"),
    text: () => import("./three-orders/text.mdx"),
  },
  xdr: {
    data: () => import("./xdr/lesson.ts"),
    text: () => import("./xdr/text.mdx"),
  },
  timeouts: {
    data: () => import("./timeouts/lesson.ts"),
    text: () => import("./timeouts/text.mdx"),
  },
  callback: {
    data: () => import("./callback/lesson.ts"),
    text: () => import("./callback/text.mdx"),
  },
  ceiling: {
    data: () => import("./ceiling/lesson.ts"),
    text: () => import("./ceiling/text.mdx"),
  },
  scale: {
    data: () => import("./scale/lesson.ts"),
    text: () => import("./scale/text.mdx"),
  },
  "quitting-early": {
    data: () => import("./quitting-early/lesson.ts"),
    text: () => import("./quitting-early/text.mdx"),
  },
  "stub-compiler": {
    data: () => import("./stub-compiler/lesson.ts"),
    text: () => import("./stub-compiler/text.mdx"),
  },
  "parallel-or-serial": {
    data: () => import("./parallel-or-serial/lesson.ts"),
    text: () => import("./parallel-or-serial/text.mdx"),
  },
  relay: {
    data: () => import("./relay/lesson.ts"),
    text: () => import("./relay/text.mdx"),
  },
  "who-is-fastest": {
    data: () => import("./who-is-fastest/lesson.ts"),
    text: () => import("./who-is-fastest/text.mdx"),
  },
  many: {
    data: () => import("./many/lesson.ts"),
    text: () => import("./many/text.mdx"),
  },
  "what-rules-are-for": {
    data: () => import("./what-rules-are-for/lesson.ts"),
    text: () => import("./what-rules-are-for/text.mdx"),
  },
  blip: {
    data: () => import("./blip/lesson.ts"),
    text: () => import("./blip/text.mdx"),
  },
  "forty-calls": {
    data: () => import("./forty-calls/lesson.ts"),
    text: () => import("./forty-calls/text.mdx"),
  },
  deadline: {
    data: () => import("./deadline/lesson.ts"),
    text: () => import("./deadline/text.mdx"),
  },
  "two-timers": {
    data: () => import("./two-timers/lesson.ts"),
    text: () => import("./two-timers/text.mdx"),
  },
};
