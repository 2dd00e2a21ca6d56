import { Suspense, useMemo } from "react";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { dissect } from "../../engine/wire/layers.ts";
import { fetched } from "../controls/fetched.tsx";
import { frameOf } from "../trace/packet-facts.ts";
import { PacketLayers } from "./PacketLayers.tsx";

// The words of an interface take Lupine, which most experiments do without.
const NamedLayers = fetched("The packet’s words", () => import("./NamedLayers.tsx").then((m) => m.NamedLayers));

/** Layers, fields and bytes of a packet, with the arguments and results named where the programs have an interface. */
export function PacketBytes({ trace, row }: { readonly trace: TraceData; readonly row: number }) {
  const frame = useMemo(() => frameOf(trace, row), [trace, row]);
  const layers = useMemo(() => dissect(frame), [frame]);
  if (frame.length === 0) return <p className="tl-note">The bytes of this packet were not kept.</p>;
  const plain = <PacketLayers frame={frame} layers={layers} />;
  if (trace.interfaceText === undefined) return plain;
  return (
    <Suspense fallback={plain}>
      <NamedLayers frame={frame} layers={layers} text={trace.interfaceText} />
    </Suspense>
  );
}
