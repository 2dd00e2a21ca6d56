/** Tells those who listen that something has changed. */
interface Signal {
  readonly tell: () => void;
  /** @returns the function that stops to listen */
  readonly subscribe: (listener: () => void) => () => void;
}

export function signal(): Signal {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
