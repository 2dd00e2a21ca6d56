/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
/** Ids of the experiments that the search over faults can follow. */
export const EXPLORABLE: readonly string[] = [
  "amoeba/call",
  "cedar/call",
  "firefly/null",
  "firefly/max-result",
  "firefly/max-arg",
  "flexrpc/multicast",
  "flexrpc/gfs-push",
  "flexrpc/paxos-round",
  "flexrpc/p2p-probe",
  "machine/call",
  "many/call",
  "multirpc/call",
  "multirpc/callback-break",
  "sprite/call",
  "sun-rpc/call",
  "sun-rpc/broadcast",
  "sun-rpc/olympus",
  "sweepstakes/null",
  "sweepstakes/throughput",
  "tcp/transfer",
  "today/call",
  "today/retry-storm",
  "today/open-loop",
  "today/hedge",
  "written/call",
];

/** Of these the ones with rules that can be left out; those with the same rules stand together. */
export const WITH_RULES: readonly (readonly string[])[] = [
  ["amoeba/call"],
  ["cedar/call"],
  ["firefly/null", "firefly/max-result", "firefly/max-arg"],
  ["multirpc/call"],
  ["sprite/call"],
  ["sun-rpc/call"],
  ["today/call"],
];
