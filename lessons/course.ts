/** The whole course in its order: parts and lessons. */

export interface CourseLesson {
  readonly number: string; // "2.1": part and place in it
  readonly slug: string;
  readonly title: string;
  readonly minutes: number;
  readonly buildsOn: readonly string[]; // slugs
}

export interface Part {
  readonly id: string; // that of the family of its experiments, where there is one
  readonly paper?: string; // id of its paper, where that is another one
  readonly title: string;
  readonly authors: string;
  readonly year: number | null;
  readonly lessons: readonly CourseLesson[];
}

/** One line of a part: title, minutes, and the lessons that it builds on. */
function lesson(
  number: string,
  slug: string,
  title: string,
  minutes: number,
  buildsOn: readonly string[] = [],
): CourseLesson {
  return { number, slug, title, minutes, buildsOn };
}

const CEDAR: Part = {
  id: "cedar",
  title: "Cedar",
  authors: "Birrell and Nelson",
  year: 1984,
  lessons: [
    lesson("1.1", "across-the-wire", "A call that crosses the wire", 10),
    lesson("1.2", "exactly-once", "Exactly once, or an exception", 12, ["across-the-wire"]),
    lesson("1.3", "slow-is-not-dead", "Slow is not dead", 10, ["exactly-once"]),
    lesson("1.4", "too-big", "Too big for one packet", 10, ["exactly-once"]),
    lesson("1.5", "binding", "Binding and restart", 10, ["exactly-once"]),
  ],
};

const FIREFLY: Part = {
  id: "firefly",
  title: "Firefly",
  authors: "Schroeder and Burrows",
  year: 1990,
  lessons: [
    lesson("2.1", "where-2-66-ms-go", "Where 2.66 ms go", 12),
    lesson("2.2", "more-threads", "More threads", 12, ["where-2-66-ms-go"]),
    lesson("2.3", "marshalling", "Marshalling", 9, ["where-2-66-ms-go"]),
    lesson("2.4", "make-it-faster", "What would make it faster", 14, ["where-2-66-ms-go"]),
    lesson("2.5", "fewer-processors", "Fewer processors", 12, ["more-threads"]),
  ],
};

const SUN: Part = {
  id: "sun-rpc",
  paper: "enutt",
  title: "Sun RPC",
  authors: "Elliott and Nutt",
  year: 1989,
  lessons: [
    lesson("3.1", "three-orders", "Three orders of magnitude", 10),
    lesson("3.2", "xdr", "XDR byte by byte", 10, ["three-orders"]),
    lesson("3.3", "timeouts", "select, timeouts and TCP", 12, ["xdr", "exactly-once"]),
  ],
};

const MULTIRPC: Part = {
  id: "multirpc",
  title: "MultiRPC",
  authors: "Satyanarayanan and Siegel",
  year: 1990,
  lessons: [
    lesson("4.1", "callback", "A callback to a hundred workstations", 10),
    lesson("4.2", "ceiling", "The speedup ceiling", 14, ["callback"]),
    lesson("4.3", "scale", "When scale bites", 14, ["ceiling"]),
    lesson("4.4", "quitting-early", "Quitting early", 12, ["callback", "exactly-once"]),
    lesson("4.5", "stub-compiler", "Stubs from a specification", 10, ["xdr"]),
  ],
};

const FLEXRPC: Part = {
  id: "flexrpc",
  title: "FlexRPC",
  authors: "Kim, Kim and Maeng",
  year: null,
  lessons: [
    lesson("5.1", "parallel-or-serial", "Parallel or serial", 10),
    lesson("5.2", "relay", "Relay efficiency and the n² tail", 12, ["parallel-or-serial"]),
  ],
};

const SWEEPSTAKES: Part = {
  id: "sweepstakes",
  paper: "firefly",
  title: "The sweepstakes",
  authors: "all of them",
  year: null,
  lessons: [
    lesson("6.1", "who-is-fastest", "Who is fastest, and on whose terms", 10, ["where-2-66-ms-go"]),
    lesson("6.2", "many", "Other ways to call many", 14, ["quitting-early", "parallel-or-serial"]),
    lesson("6.3", "what-rules-are-for", "What each rule is for", 12, ["exactly-once", "many"]),
  ],
};

export const COURSE: readonly Part[] = [CEDAR, FIREFLY, SUN, MULTIRPC, FLEXRPC, SWEEPSTAKES];

/** All lessons in reading order. */
export const LESSONS: readonly CourseLesson[] = COURSE.flatMap((part) => part.lessons);

/** Part, lesson and place in the course (from 1); undefined where there is no such lesson. */
export function findLesson(slug: string) {
  const part = COURSE.find(({ lessons }) => lessons.some((one) => one.slug === slug));
  const found = part?.lessons.find((one) => one.slug === slug);
  return part === undefined || found === undefined
    ? undefined
    : { part, lesson: found, place: LESSONS.indexOf(found) + 1 };
}

/** The part whose last lesson this is; null where it goes on after it, or there is no such lesson. */
export function partEndingWith(slug: string): Part | null {
  const part = COURSE.find(({ lessons }) => lessons.at(-1)?.slug === slug);
  return part ?? null;
}

/** Whether there is a lesson to remember: the first of the course fetches nothing to ask from memory. */
export const hasBefore = (slug: string): boolean => slug !== LESSONS[0]?.slug;
