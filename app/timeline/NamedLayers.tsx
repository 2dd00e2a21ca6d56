import { useMemo } from "react";
import type { Layer } from "../../engine/wire/layer.ts";
import { withNamedWords } from "../trace/packet-words.ts";
import { PacketLayers } from "./PacketLayers.tsx";

interface NamedLayersProps {
  readonly frame: Uint8Array;
  readonly layers: readonly Layer[];
  /** The definitions module of the programs that call. */
  readonly text: string;
}

/** The layers of a packet, with its arguments or results by the names of the interface. */
export function NamedLayers({ frame, layers, text }: NamedLayersProps) {
  const named = useMemo(() => withNamedWords(layers, frame, text), [layers, frame, text]);
  return <PacketLayers frame={frame} layers={named} />;
}
