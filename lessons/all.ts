/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { lesson as acrossTheWire } from "./across-the-wire/lesson.ts";
import { lesson as exactlyOnce } from "./exactly-once/lesson.ts";
import { lesson as slowIsNotDead } from "./slow-is-not-dead/lesson.ts";
import { lesson as tooBig } from "./too-big/lesson.ts";
import { lesson as binding } from "./binding/lesson.ts";
import { lesson as where266MsGo } from "./where-2-66-ms-go/lesson.ts";
import { lesson as moreThreads } from "./more-threads/lesson.ts";
import { lesson as marshalling } from "./marshalling/lesson.ts";
import { lesson as makeItFaster } from "./make-it-faster/lesson.ts";
import { lesson as fewerProcessors } from "./fewer-processors/lesson.ts";
import { lesson as threeOrders } from "./three-orders/lesson.ts";
import { lesson as xdr } from "./xdr/lesson.ts";
import { lesson as timeouts } from "./timeouts/lesson.ts";
import { lesson as callback } from "./callback/lesson.ts";
import { lesson as ceiling } from "./ceiling/lesson.ts";
import { lesson as scale } from "./scale/lesson.ts";
import { lesson as quittingEarly } from "./quitting-early/lesson.ts";
import { lesson as stubCompiler } from "./stub-compiler/lesson.ts";
import { lesson as parallelOrSerial } from "./parallel-or-serial/lesson.ts";
import { lesson as relay } from "./relay/lesson.ts";
import { lesson as whoIsFastest } from "./who-is-fastest/lesson.ts";
import { lesson as many } from "./many/lesson.ts";
import { lesson as whatRulesAreFor } from "./what-rules-are-for/lesson.ts";
import type { Lesson } from "./types.ts";

/** The data of all lessons, in the order of the course: for what is made of them when the site is built. */
export const ALL_LESSONS: readonly Lesson[] = [
  acrossTheWire,
  exactlyOnce,
  slowIsNotDead,
  tooBig,
  binding,
  where266MsGo,
  moreThreads,
  marshalling,
  makeItFaster,
  fewerProcessors,
  threeOrders,
  xdr,
  timeouts,
  callback,
  ceiling,
  scale,
  quittingEarly,
  stubCompiler,
  parallelOrSerial,
  relay,
  whoIsFastest,
  many,
  whatRulesAreFor,
];
