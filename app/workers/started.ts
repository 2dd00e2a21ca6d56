/** A worker, or a sentence on why there is none: a setting or a filter may keep a page from starting any. */
export function started(begin: () => Worker): Worker {
  try {
    return begin();
  } catch {
    throw new Error(
      "this browser does not let the page start workers, and every run is made in a worker. " +
        "Allow workers for this site, or try another browser.",
    );
  }
}
