/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
/** The protocols that any machine and network can run: what they are called, and the kinds of their packets. */
export const PORTABLE_CATALOGUE = {
  amoeba: { title: "Amoeba", kinds: ["locate", "here", "request", "reply", "acknowledgement", "enquiry", "nak"] },
  cedar: { title: "Cedar RPC", kinds: ["call", "result", "data", "acknowledgement", "probe", "reject"] },
  firefly: { title: "Firefly RPC", kinds: ["call", "result", "acknowledgement", "probe", "reject", "data"] },
  peregrine: { title: "Peregrine RPC", kinds: ["call", "result", "acknowledgement", "reject"] },
  rpc2: { title: "RPC2", kinds: ["request", "reply", "busy", "nak"] },
  sprite: { title: "Sprite RPC", kinds: ["request", "reply", "acknowledgement", "probe", "reject"] },
  "sun-rpc": { title: "Sun RPC over UDP", kinds: ["call", "reply"] },
  v: { title: "V", kinds: ["message", "reply", "pending", "fetch", "data", "acknowledgement", "nak"] },
} as const;

export type PortableName = keyof typeof PORTABLE_CATALOGUE;
