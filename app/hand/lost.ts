/** Where a worker dies, no run can be shown any more: every hand on the page takes back what it holds. */

const listeners = new Set<() => void>();

/** @returns the function that stops to listen */
export function onLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellLost(): void {
  for (const tell of listeners) tell();
}
