/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { lesson as lesson1 } from "./across-the-wire/lesson.ts";
import { lesson as lesson2 } from "./exactly-once/lesson.ts";
import { lesson as lesson3 } from "./slow-is-not-dead/lesson.ts";
import { lesson as lesson4 } from "./too-big/lesson.ts";
import { lesson as lesson5 } from "./binding/lesson.ts";
import { lesson as lesson6 } from "./where-2-66-ms-go/lesson.ts";
import { lesson as lesson7 } from "./more-threads/lesson.ts";
import { lesson as lesson8 } from "./marshalling/lesson.ts";
import { lesson as lesson9 } from "./make-it-faster/lesson.ts";
import { lesson as lesson10 } from "./fewer-processors/lesson.ts";
import { lesson as lesson11 } from "./three-orders/lesson.ts";
import { lesson as lesson12 } from "./xdr/lesson.ts";
import { lesson as lesson13 } from "./timeouts/lesson.ts";
import { lesson as lesson14 } from "./callback/lesson.ts";
import { lesson as lesson15 } from "./ceiling/lesson.ts";
import { lesson as lesson16 } from "./scale/lesson.ts";
import { lesson as lesson17 } from "./quitting-early/lesson.ts";
import { lesson as lesson18 } from "./stub-compiler/lesson.ts";
import { lesson as lesson19 } from "./parallel-or-serial/lesson.ts";
import { lesson as lesson20 } from "./relay/lesson.ts";
import { lesson as lesson21 } from "./who-is-fastest/lesson.ts";
import { lesson as lesson22 } from "./many/lesson.ts";
import { lesson as lesson23 } from "./what-rules-are-for/lesson.ts";
import { lesson as lesson24 } from "./blip/lesson.ts";
import { lesson as lesson25 } from "./forty-calls/lesson.ts";
import { lesson as lesson26 } from "./deadline/lesson.ts";
import { lesson as lesson27 } from "./two-timers/lesson.ts";
import type { Lesson } from "./types.ts";

/** The data of all lessons, in the order of the course: for what is made of them when the site is built. */
export const ALL_LESSONS: readonly Lesson[] = [
  lesson1,
  lesson2,
  lesson3,
  lesson4,
  lesson5,
  lesson6,
  lesson7,
  lesson8,
  lesson9,
  lesson10,
  lesson11,
  lesson12,
  lesson13,
  lesson14,
  lesson15,
  lesson16,
  lesson17,
  lesson18,
  lesson19,
  lesson20,
  lesson21,
  lesson22,
  lesson23,
  lesson24,
  lesson25,
  lesson26,
  lesson27,
];
