/** The bench's store, given to its parts. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { Lab } from "./lab.ts";
import type { BenchState, BenchStore } from "./store.ts";

export interface BenchContext {
  readonly store: BenchStore;
  readonly lab: Lab;
}

export const Context = createContext<BenchContext | null>(null);

function useContextOfBench(): BenchContext {
  const context = useContext(Context);
  if (context === null) throw new Error("bench: a part of the bench stands outside <Context>");
  return context;
}

export const useBenchStore = (): BenchStore => useContextOfBench().store;
export const useLab = (): Lab => useContextOfBench().lab;
export const useBench = <T>(select: (state: BenchState) => T): T => useStore(useBenchStore(), select);
