/**
 * Promises of protocols about a call, whatever goes wrong. Each protocol promises some of it (ends.ts).
 *
 * A crash takes a machine’s memory. A machine that stands still keeps it, and goes on in the end; but for as long as it
 * is silent nobody can tell it from one that has crashed. So a promise about what is executed holds for it as for any
 * other machine, and the promise that a call returns does not: each caller gives up at some time.
 */
export const PROPERTIES = {
  once: "A call that returns was executed exactly once.",
  atMostOnce: "A call that fails was executed once at most.",
  ownResult: "A call returns its own result.",
  atLeastOnce: "A call that returns was executed at least once.",
  onceWhileUp: "No call is executed twice where no machine crashes, even where one stands still.",
  ends: "Every call ends.",
  returns: "Every call returns where no machine crashes or stands still.",
  timers: "No timer of the caller outlives its call.",
  refusal: "A call that is refused is never executed.",
  noWaste: "No call is served after its caller has left.", // to be seen, its ends count waste
} as const;

export type Property = keyof typeof PROPERTIES;

/** What may have happened to a machine in a run. */
export type Mishap = "crash" | "still";

/** The mishaps after which a run need not keep a promise; left out: it must, whatever has happened. */
const EXCUSES: Readonly<Partial<Record<Property, readonly Mishap[]>>> = {
  onceWhileUp: ["crash"],
  returns: ["crash", "still"],
};

/** Whether a run need not keep the promise, because one of these has happened in it. */
export const isExcused = (property: Property, mishaps: readonly Mishap[]): boolean =>
  mishaps.some((mishap) => EXCUSES[property]?.includes(mishap) === true);

const TIMES = ["never", "once", "twice", "three times"] as const;

/** What is wrong with a run that breaks a promise, as a sentence. The procedure ran so often for the call. */
export function brokenText(property: Property, executions: number): string {
  const often = TIMES[executions] ?? `${executions} times`;
  switch (property) {
    case "once":
      return executions === 0
        ? "A call that returned was not executed."
        : `A call that returned was executed ${often}.`;
    case "atMostOnce":
      return `A call that failed was executed ${often}.`;
    case "ownResult":
      return "A call returned the result of another call.";
    case "atLeastOnce":
      return "A call that returned was not executed.";
    case "onceWhileUp":
      return `A call was executed ${often}, though no machine crashed.`;
    case "ends":
      return "A call waits for ever.";
    case "returns":
      return "A call failed, though no machine crashed or stood still.";
    case "timers":
      return "A timer of the caller goes on after its call.";
    case "refusal":
      return `A call that was refused was executed ${often}.`;
    case "noWaste":
      return "A call was served after its caller had left.";
  }
}

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

/** The promises of a protocol that runs a call exactly once. */
export const EXACTLY_ONCE: readonly Property[] = ["once", "atMostOnce", "ownResult", "ends", "returns", "timers"];

/** The promises of a protocol that sends a call until an answer comes, and remembers nothing of it. */
export const AT_LEAST_ONCE: readonly Property[] = ["ownResult", "atLeastOnce", "ends", "returns", "timers"];
