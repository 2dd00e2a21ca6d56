/** The ends of the written protocol where their rules are a program. */
import type { Ends } from "../ends.ts";
import type { PairHost } from "../pair.ts";
import { codeClient, codeServer, type CallCode } from "./code.ts";
import { endsOfMachines } from "./ends.ts";
import type { WrittenPacket } from "./message.ts";

export const codeEnds = (code: CallCode): Ends<PairHost, WrittenPacket> =>
  endsOfMachines(codeClient(code), codeServer(code));
