/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
/** Kinds of packets that a fault can name. A system's trace uses the same words. */
export const PACKET_KINDS = [
  "call",
  "result",
  "acknowledgement",
  "probe",
  "reject",
  "argument",
  "request",
  "reply",
  "busy",
  "nak",
] as const;
