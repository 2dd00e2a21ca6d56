/** The wrong beliefs that the concept test looks for, each with the lesson that treats it. */
import { MISCONCEPTIONS } from "../../lessons/misconceptions.ts";

interface NamedBelief {
  readonly says: string;
  readonly lesson: string; // slug
}

export const BELIEFS = {
  wire: { says: MISCONCEPTIONS.M1, lesson: "where-2-66-ms-go" },
  wireHalf: { says: "half of a call is the wire", lesson: "across-the-wire" },
  copiesRun: { says: MISCONCEPTIONS.M2, lesson: "exactly-once" },
  silence: { says: MISCONCEPTIONS.M3, lesson: "slow-is-not-dead" },
  nTimes: { says: MISCONCEPTIONS.M4, lesson: "parallel-or-serial" },
  oneByOne: { says: "many are called one after another", lesson: "parallel-or-serial" },
  mean: { says: MISCONCEPTIONS.M6, lesson: "forty-calls" },
  twiceMean: { says: "nothing takes more than twice the mean", lesson: "forty-calls" },
  drains: { says: MISCONCEPTIONS.M10, lesson: "blip" },
  moreTries: { says: "who asks again gets more answers", lesson: "blip" },
  ends: { says: MISCONCEPTIONS.M12, lesson: "deadline" },
  excess: { says: "only the part that is too much is lost", lesson: "deadline" },
  notRun: { says: "an error says that nothing ran", lesson: "exactly-once" },
  ranOnce: { says: "a call runs once, whatever comes back", lesson: "exactly-once" },
  deadSays: { says: "a dead machine says that it is dead", lesson: "callback" },
  longer: { says: "a longer time-out tells slow from dead", lesson: "slow-is-not-dead" },
  serverClock: { says: "the server’s work decides when a call ends", lesson: "timeouts" },
  firstTimeout: { says: "the first time-out ends a call", lesson: "timeouts" },
  content: { says: "a server knows a copy by what it asks", lesson: "timeouts" },
  survives: { says: "a server’s memory outlives a crash", lesson: "exactly-once" },
  everywhere: { says: "every system runs a call at most once", lesson: "what-rules-are-for" },
  acked: { says: "an acknowledgement says that the work is done", lesson: "quitting-early" },
  replyComes: { says: "an acknowledgement says that a reply will come", lesson: "quitting-early" },
  moreInFlight: { says: "more under way is always faster", lesson: "two-timers" },
  moreIsLost: { says: "more under way only loses more", lesson: "two-timers" },
  noPart: { says: "servers are never the limit", lesson: "more-threads" },
} as const satisfies Readonly<Record<string, NamedBelief>>;

export type BeliefName = keyof typeof BELIEFS;
