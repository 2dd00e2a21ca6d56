import { useEffect } from "react";
import type { Presentation } from "../setup/presentation.ts";
import type { BenchStore } from "./store.ts";

/** Keeps the reader from changing what the link of the place locks. */
export function useLock(store: BenchStore, presentation: Presentation): void {
  useEffect(() => {
    if (presentation.lock.length === 0) return store.setState({ lock: null });
    let stop = (): void => undefined;
    let wanted = true;
    void import("./locks.ts").then(({ lockOf, lockLinks }) => {
      if (!wanted) return;
      store.setState({ lock: lockOf(presentation) });
      stop = lockLinks(store, presentation);
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [store, presentation]);
}
