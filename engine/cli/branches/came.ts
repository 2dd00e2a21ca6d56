/** The name of the array of an instrumented copy: 1 at the place of each branch that a run has come to. */
export const CAME = "__came";
