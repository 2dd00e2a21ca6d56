/** What can go wrong in a run: the script's types and its text form. A `World` applies it (script.ts). */
export { FaultError, PACKET_KINDS, quote, type Fault, type PacketKind } from "./fault.ts";
export { parseScript } from "./parse-script.ts";
export { formatFault, parseFault } from "./text.ts";
