/** Size and time of both kinds of stub, for the specification on the stage. */
import { useMemo } from "react";
import { calledIn, specificationText } from "../../../engine/experiments/multirpc/specification/texts.ts";
import { useBench } from "../../lab/context.ts";
import { StubKinds } from "../../lab/interface/StubKinds.tsx";

export function StubsOnStage() {
  const value = useBench(({ setup }) => String(setup.parameters["specification"] ?? ""));
  const { subsystem } = useMemo(() => calledIn(specificationText(value)), [value]);
  return <StubKinds subsystem={subsystem} />;
}
