/** The keys that the map of the campus answers to while it has the focus: for the help of the page. */
export const campusKeys = [
  { id: "campus-beside", keys: ["→"], what: "the next place of its kind; ← the one before", where: "campus" },
  { id: "campus-in", keys: ["↓"], what: "what belongs to it; ↑ what it belongs to", where: "campus" },
  { id: "campus-ends", keys: ["Home"], what: "the first of its kind; End the last", where: "campus" },
  { id: "campus-choose", keys: ["Enter"], what: "choose it, and say what is known of it", where: "campus" },
  { id: "campus-leave", keys: ["Esc"], what: "choose nothing", where: "campus" },
] as const;
