/** Work in slices on the page's thread: between two of them the page answers the reader. */
import type { Sliced } from "./slices.ts";

/** A slice lasts this long: half of a frame, so that the page draws while it waits. */
const SLICE_MS = 8;

/** Lets the page do what it has to do. A timer would wait: browsers slow those that follow others. */
export async function rest(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
}

/** Runs slice by slice; gives up, and resolves to undefined, when `isWanted` says that nobody waits for it any more. */
export async function inSlices<Value>(work: Sliced<Value>, isWanted: () => boolean): Promise<Value | undefined> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = work.next();
      if (done === true) return value;
    } while (performance.now() < until);
    await rest();
    if (!isWanted()) return undefined;
  }
}
