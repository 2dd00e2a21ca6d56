/** The question of each lesson of the course: a reader of one lesson need not wait for those of all others. */

/** By slug. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "across-the-wire": "What lies between my call and its answer?",
  "exactly-once": "If a packet is lost, did my procedure run?",
  "slow-is-not-dead": "When may a caller give up?",
  "too-big": "What if it does not fit?",
  binding: "Who is at the other end after a crash?",
  "where-2-66-ms-go": "Which steps make up a call?",
  "more-threads": "How far do parallel calls go?",
  marshalling: "What do arguments cost?",
  "make-it-faster": "Which improvement would you buy?",
  "fewer-processors": "Why is one processor so much worse than two?",
  "three-orders": "How much dearer than a C call?",
  xdr: "What is in the packet?",
  timeouts: "Who notices when nothing comes back?",
  callback: "What does one dead machine cost everyone?",
  ceiling: "Why not n times faster?",
  scale: "What gives way beyond 25?",
  "quitting-early": "May I stop at enough?",
  "stub-compiler": "What does a stub compiler write?",
  "parallel-or-serial": "Seven copies, or a chain?",
  relay: "Why is the way back so long?",
  "who-is-fastest": "Which system won?",
  many: "Which one fits my job?",
  "what-rules-are-for": "What breaks when one is left out?",
};

/** Throws where the course has no such lesson. */
export function questionOf(slug: string): string {
  const question = QUESTIONS[slug];
  if (question === undefined)
    throw new Error(`course: no question for "${slug}". Give it one in lessons/questions.ts.`);
  return question;
}
