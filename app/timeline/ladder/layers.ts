/** The layers of a packet's bytes, which the last rung of the ladder shows. */
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { dissect } from "../../../engine/wire/layers.ts";
import { frameOf } from "../../trace/packet-facts.ts";
import type { Layers } from "./rung.ts";

/** The layers that have bytes, from the outside in. */
export const layersOfPacket = (trace: TraceData, row: number): Layers =>
  dissect(frameOf(trace, row)).filter(({ length }) => length > 0);
