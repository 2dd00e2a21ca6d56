/** The faults of a run: the types of a script, and its text form. A `World` applies a script (script.ts). */
export { addPacketKinds, FaultError, PACKET_KINDS, type Fault, type PacketKind } from "./fault.ts";
export { parseScript } from "./parse-script.ts";
export { quote } from "./quote.ts";
export { parseFault } from "./parse-fault.ts";
export { formatFault } from "./text.ts";
