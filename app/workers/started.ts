/** A worker, or a sentence on why there is none: a setting or a filter may keep a page from starting any. */
export function started(begin: () => Worker): Worker {
  try {
    return begin();
  } catch {
    throw new Error(
      "this browser lets the page start no worker, and all runs are made in one. " +
        "Allow workers for this site, or try another browser.",
    );
  }
}
