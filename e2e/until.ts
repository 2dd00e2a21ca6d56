/** Waits for a condition in the page, asked from outside. */
import { scheduler } from "node:timers/promises";
import type { Page } from "@playwright/test";

const ASK_MS = 80;
const PATIENCE_MS = 600_000;

/**
 * Resolves when the condition holds. A page that asks itself at every frame is never idle, and the charts' runs wait
 * for idle time. Throws where it does not hold within `timeout` milliseconds.
 * @param condition an expression, or a function without arguments, that runs in the page
 */
export async function until(
  page: Page,
  condition: string | (() => unknown),
  timeout: number = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + timeout;
  let failure: unknown;
  while (Date.now() < end) {
    try {
      if ((await page.evaluate(condition)) === true) return;
    } catch (error) {
      failure = error; // a page that is being left answers nothing
    }
    await scheduler.wait(ASK_MS);
  }
  const why = failure instanceof Error ? ` ${failure.message}` : "";
  throw new Error(`until: this did not come within ${timeout} ms: ${String(condition)}.${why}`);
}
