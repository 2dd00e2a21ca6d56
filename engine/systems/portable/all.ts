/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { PORTABLE as amoeba } from "../amoeba/portable.ts";
import { PORTABLE as cedar } from "../cedar/portable.ts";
import { PORTABLE as firefly } from "../firefly/portable.ts";
import { PORTABLE as peregrine } from "../peregrine/portable.ts";
import { PORTABLE as rpc2 } from "../rpc2/portable.ts";
import { PORTABLE as sprite } from "../sprite/portable.ts";
import { PORTABLE as sunrpc } from "../sunrpc/portable.ts";
import { PORTABLE as v } from "../v/portable.ts";
import type { PortableName } from "./catalogue.ts";
import { anyOf, type Portable } from "./portable.ts";

/** The protocols that any machine and network can run, by their names in a link. */
export const PORTABLES: Readonly<Record<PortableName, Portable>> = {
  amoeba: anyOf(amoeba),
  cedar: anyOf(cedar),
  firefly: anyOf(firefly),
  peregrine: anyOf(peregrine),
  rpc2: anyOf(rpc2),
  sprite: anyOf(sprite),
  "sun-rpc": anyOf(sunrpc),
  v: anyOf(v),
};
