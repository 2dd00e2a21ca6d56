/** The rows of a machine on the ladder, from its program to the wire; they stand in this order. */
export const PART_NAMES = ["program", "stub", "run time", "kernel", "controller"] as const;
/** The program of the machine that is called. */
export const SERVED = "procedure";

const ORDER: readonly string[] = [SERVED, ...PART_NAMES];

/** The place of a row in that order; -1 for a processor or a bus. */
export const partPlace = (name: string): number => ORDER.indexOf(name);

/** Programs, stubs and run times are there though they do nothing; a kernel that nobody timed is not. */
export const staysOpen = (name: string): boolean => ORDER.slice(0, 4).includes(name);
