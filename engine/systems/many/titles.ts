/** The ways to call many, with what they are called and the packets that a fault can name: those of requests first. */
export const WAY_CATALOGUE = {
  "sun-broadcast": { title: "Sun RPC broadcast", kinds: ["call", "reply"] },
  "v-group": { title: "V, to a group", kinds: ["message", "reply", "pending"] },
  circus: { title: "Circus", kinds: ["call", "return", "acknowledgement", "probe"] },
  gemini: { title: "Gemini", kinds: ["call", "reply", "acknowledgement", "probe", "open", "reset"] },
  mercury: { title: "Mercury, a call stream", kinds: ["call", "reply", "acknowledgement", "probe", "open", "reset"] },
  multirpc: { title: "MultiRPC", kinds: ["request", "reply", "busy", "nak"] },
  "multirpc-multicast": { title: "MultiRPC over multicast", kinds: ["request", "reply", "busy", "nak"] },
  "flexrpc-serial": {
    title: "FlexRPC, a chain",
    kinds: ["argument", "result", "acknowledgement", "probe", "open", "reset"],
  },
} as const;

export type WayName = keyof typeof WAY_CATALOGUE;

export const WAY_TITLES = Object.fromEntries(
  Object.entries(WAY_CATALOGUE).map(([name, { title }]) => [name, title]),
) as Readonly<Record<WayName, string>>;
