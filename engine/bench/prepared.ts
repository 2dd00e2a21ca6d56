/** A workload whose events are set up; calling it runs them, which is what is timed, and returns the value to check. */
export type Prepared = () => number;
