/** Brings what a lesson declares of its variants: own.ts in its folder, fetched when a student’s code asks for it. */
import type { Lesson } from "../types.ts";
import type { OwnCheckpoints } from "./own-checkpoint.ts";
import { variantOf } from "./variant.ts";

/** The lessons with more to draw than seeds. */
export const OWN_FILES: Readonly<Record<string, () => Promise<{ readonly own: OwnCheckpoints }>>> = {
  "across-the-wire": () => import("../across-the-wire/own.ts"),
  "exactly-once": () => import("../exactly-once/own.ts"),
  "slow-is-not-dead": () => import("../slow-is-not-dead/own.ts"),
  "too-big": () => import("../too-big/own.ts"),
  binding: () => import("../binding/own.ts"),
  "where-2-66-ms-go": () => import("../where-2-66-ms-go/own.ts"),
  "more-threads": () => import("../more-threads/own.ts"),
  marshalling: () => import("../marshalling/own.ts"),
  "fewer-processors": () => import("../fewer-processors/own.ts"),
  "three-orders": () => import("../three-orders/own.ts"),
  xdr: () => import("../xdr/own.ts"),
  timeouts: () => import("../timeouts/own.ts"),
  callback: () => import("../callback/own.ts"),
  ceiling: () => import("../ceiling/own.ts"),
  scale: () => import("../scale/own.ts"),
  "parallel-or-serial": () => import("../parallel-or-serial/own.ts"),
  relay: () => import("../relay/own.ts"),
  many: () => import("../many/own.ts"),
  blip: () => import("../blip/own.ts"),
  "forty-calls": () => import("../forty-calls/own.ts"),
  deadline: () => import("../deadline/own.ts"),
  "two-timers": () => import("../two-timers/own.ts"),
};

/** What a lesson declares; nothing where only seeds are drawn. */
export async function openOwn(slug: string): Promise<OwnCheckpoints> {
  const file = Object.hasOwn(OWN_FILES, slug) ? OWN_FILES[slug] : undefined;
  return file === undefined ? {} : (await file()).own;
}

/**
 * The lesson as a student has it.
 * @param student a name or a code
 */
export const openVariant = async (lesson: Lesson, student: string): Promise<Lesson> =>
  variantOf(lesson, await openOwn(lesson.slug), student);
