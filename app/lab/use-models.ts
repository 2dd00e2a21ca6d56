import { useEffect } from "react";
import { useBench, useLab } from "./context.ts";
import type { BenchState } from "./store.ts";

/** The answers of the paper's models, by call. The page asks for them while a component that draws them stands. */
export function useModels(): BenchState["models"] {
  const lab = useLab();
  useEffect(() => lab.showModel(), [lab]);
  return useBench((state) => state.models);
}
