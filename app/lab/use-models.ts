import { useEffect } from "react";
import { useBench, useLab } from "./context.ts";
import type { BenchState } from "./store.ts";
import { startModel } from "./start-model.ts";

/** The answers of the paper's models, by call. The page asks for them while a component that draws them stands. */
export function useModels(): BenchState["models"] {
  const lab = useLab();
  useEffect(() => lab.showModel(startModel), [lab]);
  return useBench((state) => state.models);
}
