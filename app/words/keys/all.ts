/** Every key that some part of the site answers to: what the help and the reference are made from. */
import { campusKeys } from "./campus.ts";
import { chartKeys } from "./chart.ts";
import { handleKeys } from "./handles.ts";
import { lessonKeys } from "./lesson.ts";
import { machineKeys } from "./machine.ts";
import { modelKeys } from "./model.ts";
import { timelineKeys } from "./timeline.ts";
import { twinKeys } from "./twin.ts";
import { KEYS } from "./page.ts";
import type { Key } from "./page.ts";

export const ALL_KEYS: readonly Key[] = [
  ...KEYS,
  ...timelineKeys,
  ...handleKeys,
  ...chartKeys,
  ...campusKeys,
  ...machineKeys,
  ...twinKeys,
  ...modelKeys,
  ...lessonKeys,
];
