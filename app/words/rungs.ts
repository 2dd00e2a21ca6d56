/**
 * The rungs of the ladder, from two machines down to the bytes of a packet. A reader, a step of a lesson or a link
 * chooses one. On each rung rows open between the program and the wire; the last goes closer in time.
 */
export const RUNGS = ["Two machines", "Stubs", "Run time", "Kernel, controller", "Bytes"] as const;

export const LAST_RUNG = RUNGS.length - 1;
/** On this rung all rows are open. */
export const WHOLE_RUNG = LAST_RUNG - 1;
