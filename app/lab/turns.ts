/**
 * In which order the work behind a page has the processor: the run that is looked at, then the page that draws it, then
 * the runs behind its chart. No other file of the lab waits for time to pass before it works.
 */

/** A change is swept at once; changes that follow it this closely wait until the reader's hand has rested so long. */
const REST_MS = 120;
/** A chart's runs wait until the run that is looked at is there, as long as it comes so soon. */
const FIRST_MS = 300;
/** The page draws what has come before it goes on. */
const DRAW_MS = 20;

/** A page that draws is idle between two of its parts, too, but not so often in a row, or for less. */
const IDLE_MS = 40;
const IDLE_IN_A_ROW = 4;
/** The page is asked so often whether it is idle, and at most for so long. */
const ASK_MS = 50;
const MOST_ASKED_MS = 3000;

interface Turns {
  /** The reader has changed the setup. */
  readonly changed: () => void;
  /** When the run that is looked at makes way for others; the page's first run has the computer to its end. */
  readonly first: (ran: Promise<unknown>, isFirst: boolean) => Promise<unknown>;
  /** After the page has drawn what has come, and the reader's hand has rested. A newer change takes it back. */
  readonly next: (work: () => void) => void;
  /** When the page has drawn its first run and all else that it begins with: workers would take processors from it. */
  readonly whenFree: (work: () => void) => void;
  readonly stop: () => void;
}

export function startTurns(): Turns {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let changedAt = -Infinity;
  let hasty = false;
  return {
    changed: () => {
      const now = performance.now();
      hasty = now - changedAt < REST_MS;
      changedAt = now;
      clearTimeout(waiting);
    },
    first: (ran, isFirst) =>
      isFirst ? ran : Promise.race([ran, new Promise((resolve) => setTimeout(resolve, FIRST_MS))]),
    next: (work) => {
      clearTimeout(waiting);
      waiting = setTimeout(work, hasty ? REST_MS : DRAW_MS);
    },
    whenFree,
    stop: () => clearTimeout(waiting),
  };
}

function whenFree(work: () => void): void {
  if (!("requestIdleCallback" in globalThis)) return void setTimeout(work, REST_MS);
  const end = performance.now() + MOST_ASKED_MS;
  let idle = 0;
  const whenIdle = (deadline: IdleDeadline): void => {
    idle = deadline.timeRemaining() >= IDLE_MS ? idle + 1 : 0;
    if (idle >= IDLE_IN_A_ROW || performance.now() >= end) work();
    else setTimeout(ask, ASK_MS);
  };
  const ask = (): void => void requestIdleCallback(whenIdle, { timeout: MOST_ASKED_MS });
  ask();
}
