/** The waterfall of the bench, beside the answers of paper and model; while a bar’s end is held, that of its run. */
import type { Run } from "../../engine/experiments/types.ts";
import { useCallWaterfall } from "../lab/use-call-waterfall.ts";
import { setupHref } from "../setup/bench-links.ts";
import type { WaterfallProps } from "../timeline/props.ts";
import { Waterfall } from "../waterfall/Waterfall.tsx";
import { InTurn } from "./in-turn.tsx";

interface OfCall extends Pick<WaterfallProps, "call" | "selected" | "onSelect"> {
  readonly run: Run;
}

interface Props extends OfCall {
  /** Whether it may show the run; until then it keeps to what it showed. */
  readonly ready: boolean;
}

/** The ends of bars are looked for in the waterfall's turn, too: of a large run they take long. */
export const BenchWaterfall = ({ ready, ...props }: Props) => (
  <InTurn ready={ready}>
    <CallWaterfall {...props} />
  </InTurn>
);

function CallWaterfall(props: OfCall) {
  const { run, call } = props;
  return <Waterfall {...props} {...useCallWaterfall(run, call)} runHref={setupHref(run)} />;
}
