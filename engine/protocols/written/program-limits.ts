/** How long a reader’s program may be, and what it may take. */
export const LIMITS = {
  text: 20_000, // characters of the program
  memory: 4 * 2 ** 20, // bytes
  stack: 256 * 1024, // bytes
  step: 300, // turns of the interpreter for one step, of some ten thousand instructions each
  ms: 1_000, // for one step
  attack: 15_000, // ms for a whole search on the page; in the headless lab, which may search longer, between two steps
  state: 4_000, // characters of a state
  all: 400_000, // steps that are computed for one search
} as const;
