/** Every key that some part of the site answers to: what the help and the reference are made from. */
import { campusKeys } from "../campus/keys.ts";
import { chartKeys } from "../chart/keys.ts";
import { lessonKeys } from "../lesson/key-list.ts";
import { modelKeys } from "../model/keys.ts";
import { timelineKeys } from "../timeline/key-list.ts";
import { twinKeys } from "../twin/keys.ts";
import { KEYS } from "./key-list.ts";
import type { Key } from "./key-list.ts";

export const ALL_KEYS: readonly Key[] = [
  ...KEYS,
  ...timelineKeys,
  ...chartKeys,
  ...campusKeys,
  ...twinKeys,
  ...modelKeys,
  ...lessonKeys,
];
