/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
/** What the protocols are called that any machine and network can run, by the folders of their systems. */
export const PORTABLE_TITLES = {
  cedar: "Cedar RPC",
  firefly: "Firefly RPC",
  rpc2: "RPC2",
  sprite: "Sprite RPC",
  sunrpc: "Sun RPC over UDP",
} as const;
