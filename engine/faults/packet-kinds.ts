/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
/** Kinds of packets that a fault can name, and what each is for. A system’s trace uses the same words. */
export const PACKET_ROLES = {
  call: "request",
  result: "reply",
  data: "other",
  acknowledgement: "acknowledgement",
  probe: "other",
  exception: "reply",
  resume: "request",
  unwind: "request",
  reject: "other",
  open: "other",
  close: "other",
  closed: "other",
  argument: "request",
  reply: "reply",
  reset: "other",
  request: "request",
  busy: "busy",
  nak: "other",
} as const;

/** The kinds of each format, by the name of its file. */
export const KINDS_OF = {
  cedar: [
    "call",
    "result",
    "data",
    "acknowledgement",
    "probe",
    "exception",
    "resume",
    "unwind",
    "reject",
    "open",
    "close",
    "closed",
  ],
  firefly: ["call", "result", "acknowledgement", "probe", "reject", "data"],
  flexrpc: ["argument", "result", "acknowledgement", "probe", "open"],
  gemini: ["call", "reply", "acknowledgement", "probe", "open", "close", "reset"],
  mercury: ["call", "reply", "acknowledgement", "probe", "open", "close", "reset"],
  minimal: ["call", "reply"],
  rpc2: ["request", "reply", "busy", "nak"],
  sprite: ["request", "reply", "acknowledgement", "probe", "reject"],
  sunrpc: ["call", "reply"],
} as const;
