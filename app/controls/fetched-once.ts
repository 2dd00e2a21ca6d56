/** Data that a component draws from while it waits in a Suspense: for React's `use`. */

/** A fetch that failed is kept until the boundary around the component has been told; then it may begin anew. */
const FAILED_MS = 500;

const asked = new Map<string, Promise<unknown>>();

/** The same promise for a name whenever React draws, until it fails. Rejects where `load` does. */
export function fetchedOnce(name: string, load: () => Promise<unknown>): Promise<unknown> {
  const before = asked.get(name);
  if (before !== undefined) return before;
  const promise = load();
  asked.set(name, promise);
  promise.catch(() => setTimeout(() => asked.delete(name), FAILED_MS));
  return promise;
}

/** React marks a promise like this when it has seen it fulfilled. A component that uses it draws at once. */
const HERE = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined } as const);

/**
 * A promise for React's `use`: of what is here already, or as `fetchedOnce`. A component must call `use` in any case,
 * because React draws a component that has waited once more, and stops with its error 467 where that drawing has no
 * `use` any more. What it has waited for stays the same promise, or React takes it for one that is made anew each time.
 */
export const hereOrFetched = (isHere: boolean, name: string, load: () => Promise<unknown>): Promise<unknown> =>
  isHere && !asked.has(name) ? HERE : fetchedOnce(name, load);
