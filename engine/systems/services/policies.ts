/** What besides retries keeps a service from being overwhelmed. */
export const POLICIES = {
  none: "None",
  breaker: "Callers have breakers",
  limit: "Servers limit what they take in, by what they measure",
  shed: "Servers shed load when they have been busy for a while",
  ejection: "Callers leave out servers that fail",
} as const;
export type Policy = keyof typeof POLICIES;
