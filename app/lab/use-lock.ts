import { useEffect } from "react";
import { usePresentation } from "../setup/presentation.ts";
import type { BenchStore } from "./store.ts";

/** Keeps the reader from changing what the link of the place locks. */
export function useLock(store: BenchStore): void {
  const { lock } = usePresentation();
  useEffect(() => {
    if (lock.length === 0) return store.setState({ lock: null });
    void import("./locks.ts").then(({ lockOf }) => store.setState({ lock: lockOf(lock) }));
  }, [store, lock]);
}
