/** Ready plans: assignments in the order in which a class takes them. Each opens on the desk, to be changed there. */
import { NOTHING_ASKED } from "../../lessons/hand-in/assignment.ts";
import type { AskedLesson, Assignment } from "../../lessons/hand-in/assignment.ts";

interface Plan {
  readonly id: string;
  readonly title: string;
  readonly what: string;
  readonly assignments: readonly Assignment[];
}

type Chosen = string | readonly [slug: string, steps: readonly number[]];

const of = (name: string, lessons: readonly Chosen[], question = ""): Assignment => ({
  ...NOTHING_ASKED,
  name,
  question,
  lessons: lessons.map((one): AskedLesson =>
    typeof one === "string" ? { slug: one, steps: "all" } : { slug: one[0], steps: one[1] },
  ),
});

export const PLANS: readonly Plan[] = [
  {
    id: "lecture",
    title: "One lecture",
    what: "Each of these fills a part of a lecture: students predict on their phones, and all see what is true.",
    assignments: [
      of("Lecture: did it run?", [
        ["exactly-once", [1, 2, 3, 4, 5]],
        ["slow-is-not-dead", [1, 2, 3]],
      ]),
      of("Lecture: where the time goes", [["where-2-66-ms-go", [1, 2, 3]], "more-threads"]),
      of("Lecture: why it stays down", ["blip"]),
    ],
  },
  {
    id: "weeks",
    title: "Two weeks",
    what: "Four assignments of half an hour: what a call promises, what it costs, and what many calls do to a service.",
    assignments: [
      of("Week 1: a call, and a call that fails", ["across-the-wire", "exactly-once", "slow-is-not-dead"]),
      of(
        "Week 1: after a crash",
        ["binding", "timeouts"],
        "Name a program that you use and that sends something again when no answer comes. What may happen twice?",
      ),
      of("Week 2: what a call costs", ["where-2-66-ms-go", "more-threads", "make-it-faster"]),
      of(
        "Week 2: services of today",
        ["blip", "deadline"],
        "Which one rule would you write into the next service that you build, and which run shows why?",
      ),
    ],
  },
  {
    id: "term",
    title: "A course of a term",
    what: "All lessons in twelve weeks: about half an hour a week, and the concept test before and after.",
    assignments: [
      of("Week 1: a call that crosses the wire", ["across-the-wire", "exactly-once"]),
      of("Week 2: silence", ["slow-is-not-dead", "binding"]),
      of("Week 3: more than one packet", ["too-big", "marshalling"]),
      of("Week 4: where the time goes", ["where-2-66-ms-go", "more-threads"]),
      of("Week 5: what would make it faster", ["make-it-faster", "fewer-processors"]),
      of("Week 6: Sun RPC", ["three-orders", "xdr", "timeouts"]),
      of("Week 7: one call to a hundred machines", ["callback", "ceiling"]),
      of("Week 8: more servers, and enough answers", ["scale", "quitting-early", "stub-compiler"]),
      of("Week 9: copies in parallel or in a chain", ["parallel-or-serial", "relay"]),
      of("Week 10: which system, and on whose terms", ["who-is-fastest", "many"]),
      of("Week 11: what each rule is for", ["what-rules-are-for", "two-timers"]),
      of("Week 12: services of today", ["blip", "forty-calls", "deadline"]),
    ],
  },
];
