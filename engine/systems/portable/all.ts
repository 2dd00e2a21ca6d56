/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { PORTABLE as cedar } from "../cedar/portable.ts";
import { PORTABLE as firefly } from "../firefly/portable.ts";
import { PORTABLE as rpc2 } from "../rpc2/portable.ts";
import { PORTABLE as sprite } from "../sprite/portable.ts";
import { PORTABLE as sunrpc } from "../sunrpc/portable.ts";
import type { PORTABLE_TITLES } from "./titles.ts";

/** The protocols that any machine and network can run, by the folders of their systems. */
export const PORTABLES = {
  cedar: cedar,
  firefly: firefly,
  rpc2: rpc2,
  sprite: sprite,
  sunrpc: sunrpc,
} satisfies Readonly<Record<keyof typeof PORTABLE_TITLES, unknown>>;
