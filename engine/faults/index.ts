/** What can go wrong in a run: the script's types and its text form. `script.ts` is what a system applies. */
export {
  FaultError,
  isMachineFault,
  PACKET_KINDS,
  quote,
  type DelayFault,
  type DropFault,
  type DuplicateFault,
  type Fault,
  type MachineFault,
  type PacketFault,
  type PacketKind,
  type PacketName,
  type PowerFault,
  type ReorderFault,
  type SlowFault,
} from "./fault.ts";
export { parseScript } from "./parse-script.ts";
export { formatFault, formatPacket, parseFault, type Vocabulary } from "./text.ts";
