/** Promises of protocols about a call, whatever goes wrong. Each protocol promises some of it (ends.ts). */
export const PROPERTIES = {
  once: "A call that returns was executed exactly once.",
  atMostOnce: "A call that fails was executed once at most.",
  ownResult: "A call returns its own result.",
  atLeastOnce: "A call that returns was executed at least once.",
  onceWhileUp: "No call is executed twice where no machine crashes.",
  ends: "Every call ends.",
  returns: "Every call returns where no machine crashes.",
  timers: "No timer of the caller outlives its call.",
} as const;

export type Property = keyof typeof PROPERTIES;

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

/** The promises of a protocol that runs a call exactly once. */
export const EXACTLY_ONCE: readonly Property[] = ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"];

/** The promises of a protocol that sends a call until an answer comes, and remembers nothing of it. */
export const AT_LEAST_ONCE: readonly Property[] = ["ownResult", "atLeastOnce", "ends", "returns", "timers"];
