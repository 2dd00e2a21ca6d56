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
