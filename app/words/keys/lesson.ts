/** The keys of a lesson, for the help of the page. */
export const lessonKeys = [
  { id: "lesson-play", keys: ["Space"], what: "play or pause", where: "lesson" },
  { id: "lesson-event", keys: ["."], what: "on to the next event; comma back", where: "lesson" },
  { id: "lesson-back", keys: ["B"], what: "bring the stage back to the step", where: "lesson" },
  { id: "lesson-next", keys: ["N"], what: "next step; P the one before", where: "lesson" },
] as const;
