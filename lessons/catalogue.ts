/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Part } from "./types.ts";

/** The parts of the course and their lessons, in their order. */
export const COURSE: readonly Part[] = [
  {
    id: "cedar",
    title: "Cedar",
    lessons: [
      { slug: "across-the-wire", title: "A call that crosses the wire" },
      { slug: "exactly-once", title: "Exactly once, or an exception" },
      { slug: "slow-is-not-dead", title: "Slow is not dead" },
      { slug: "too-big", title: "Too big for one packet" },
      { slug: "binding", title: "Binding and restart" },
    ],
  },
  {
    id: "firefly",
    title: "Firefly",
    lessons: [
      { slug: "where-2-66-ms-go", title: "Where 2.66 ms go" },
      { slug: "more-threads", title: "More threads" },
      { slug: "marshalling", title: "Marshalling" },
      { slug: "make-it-faster", title: "What would make it faster" },
      { slug: "fewer-processors", title: "Fewer processors" },
    ],
  },
  {
    id: "sun-rpc",
    title: "Sun RPC",
    lessons: [
      { slug: "three-orders", title: "Three orders of magnitude" },
      { slug: "xdr", title: "XDR byte by byte" },
      { slug: "timeouts", title: "select, timeouts and TCP" },
    ],
  },
  {
    id: "multirpc",
    title: "MultiRPC",
    lessons: [
      { slug: "callback", title: "A callback to a hundred workstations" },
      { slug: "ceiling", title: "The speedup ceiling" },
      { slug: "scale", title: "When scale bites" },
      { slug: "quitting-early", title: "Quitting early" },
      { slug: "stub-compiler", title: "Stubs from a specification" },
    ],
  },
  {
    id: "flexrpc",
    title: "FlexRPC",
    lessons: [
      { slug: "parallel-or-serial", title: "Parallel or serial" },
      { slug: "relay", title: "Relay efficiency and the n² tail" },
    ],
  },
  {
    id: "sweepstakes",
    title: "The sweepstakes",
    lessons: [
      { slug: "who-is-fastest", title: "Who is fastest, and on whose terms" },
      { slug: "many", title: "Other ways to call many" },
      { slug: "what-rules-are-for", title: "What each rule is for" },
    ],
  },
  {
    id: "today",
    title: "Today",
    lessons: [
      { slug: "blip", title: "The blip that never ends" },
      { slug: "forty-calls", title: "One page, forty calls" },
      { slug: "deadline", title: "The deadline that nobody told" },
      { slug: "two-timers", title: "Forty milliseconds, two hundred milliseconds" },
    ],
  },
];

/** What is to be mended in lessons, a sentence a mistake. The course goes on without a lesson that has one. */
export const TO_MEND: readonly string[] = [];
