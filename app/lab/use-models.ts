import { useEffect } from "react";
import { useBench, useLab } from "./context.ts";
import type { BenchState } from "./store.ts";

/** What the paper's models say, by call; while a component that draws it stands, the page asks them. */
export function useModels(): BenchState["models"] {
  const lab = useLab();
  useEffect(() => lab.showModel(), [lab]);
  return useBench((state) => state.models);
}
