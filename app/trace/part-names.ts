/** The rows of a machine on the ladder, from its program to the wire; they stand in this order. */
export const PART_NAMES = ["program", "stub", "run time", "kernel", "controller"] as const;
/** The program of the machine that is called. */
export const SERVED = "procedure";

const ORDER: readonly string[] = [SERVED, ...PART_NAMES];

/** Programs, stubs and run times are there whether they work or not; a kernel or controller that nobody timed is not. */
export const staysOpen = (name: string): boolean => name === SERVED || PART_NAMES.slice(0, 3).some((one) => one === name);

/** The place of a row in that order; -1 for a processor or a bus. */
export const partPlace = (name: string): number => ORDER.indexOf(name);
