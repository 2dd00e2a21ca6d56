/** The waterfall of the bench, beside the answers of paper and model; while a bar’s end is held, that of its run. */
import type { Run } from "../../engine/experiments/types.ts";
import { useCallWaterfall } from "../lab/use-call-waterfall.ts";
import { setupHref } from "../setup/bench-links.ts";
import type { WaterfallProps } from "../timeline/props.ts";
import { Waterfall } from "../waterfall/Waterfall.tsx";
import { InTurn } from "./in-turn.tsx";

interface Props extends Pick<WaterfallProps, "call" | "selected" | "onSelect"> {
  readonly run: Run;
  /** Whether it may show the run; until then it keeps to what it showed. */
  readonly ready: boolean;
}

export function BenchWaterfall({ ready, ...props }: Props) {
  const { run, call } = props;
  const parts = useCallWaterfall(run, call);
  return (
    <InTurn ready={ready}>
      <Waterfall {...props} {...parts} runHref={setupHref(run)} />
    </InTurn>
  );
}
