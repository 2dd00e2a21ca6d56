/** Where a few requests of a service are slow: how many, and how slow; ours. */
export const SLOW_SHARE = 0.02;
export const SLOW_TIMES = 20;
