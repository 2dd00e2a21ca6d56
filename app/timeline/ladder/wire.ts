/** What the last rung needs besides: the bytes of a packet on the wire, taken apart, drawn and written out. */
export { WIRE } from "../../figure/bytes.ts";
export { LayerAreas, LayerBytes } from "./BytesOfLayers.tsx";
export { layersOfPacket } from "./layers.ts";
