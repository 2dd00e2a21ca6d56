import { useEffect } from "react";
import { useManners } from "../setup/manners.ts";
import type { BenchStore } from "./store.ts";

/** Keeps the reader from changing what the link of the place locks. */
export function useLock(store: BenchStore): void {
  const { lock } = useManners();
  useEffect(() => {
    if (lock.length === 0) return store.setState({ lock: null });
    void import("./locks.ts").then(({ lockOf }) => store.setState({ lock: lockOf(lock) }));
  }, [store, lock]);
}
