/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
/** Kinds of packets that a fault can name, and what each is for. A system’s trace uses the same words. */
export const PACKET_ROLES = {
  locate: "other",
  here: "other",
  request: "request",
  reply: "reply",
  acknowledgement: "acknowledgement",
  enquiry: "other",
  nak: "other",
  call: "request",
  result: "reply",
  data: "other",
  probe: "other",
  exception: "reply",
  resume: "request",
  unwind: "request",
  reject: "other",
  open: "other",
  close: "other",
  closed: "other",
  argument: "request",
  busy: "busy",
} as const;

/** The kinds of each format, by the name of its file. */
export const KINDS_OF = {
  amoeba: ["locate", "here", "request", "reply", "acknowledgement", "enquiry", "nak"],
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
  minimal: ["call", "reply"],
  rpc2: ["request", "reply", "busy", "nak"],
  sprite: ["request", "reply", "acknowledgement", "probe", "reject"],
  sunrpc: ["call", "reply"],
} as const;
