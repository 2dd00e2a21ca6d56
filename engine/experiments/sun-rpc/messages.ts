/** The bytes of a call's messages, as the programs of a run write them. */
import { argumentOf, fillingOf, procedureOf } from "../../systems/sunrpc/arguments.ts";
import { MINIMAL, SUN_RPC } from "../../systems/sunrpc/format.ts";
import type { SunRpcValues } from "./params.ts";

const NO_DATA = new Uint8Array(0);
/** Numbers of the program and the call: any has as many bytes. */
const PLACE = { xid: 1, program: 1, version: 1 };

interface MessageBytes {
  readonly callBytes: number | null; // null where no message is sent
  readonly replyBytes: number | null;
  readonly fillBytes: number | null;
}

/** With headers of Sun RPC or of the minimal program, without those of UDP, TCP and IP. Procedures return nothing. */
export function messageBytes({ program, encoding, argument: form, argumentBytes }: SunRpcValues): MessageBytes {
  if (program === "c-call") return { callBytes: null, replyBytes: null, fillBytes: null };
  const isXdr = program === "sun-rpc" && encoding === "xdr";
  const format = isXdr ? SUN_RPC : MINIMAL;
  const argument = { form, bytes: argumentBytes };
  const data = argumentOf(argument, 1, isXdr);
  const call = format.call({ ...PLACE, procedure: procedureOf(argument), data });
  const reply = format.reply({ xid: PLACE.xid, ending: { status: "SUCCESS", data: NO_DATA } });
  return { callBytes: call.length, replyBytes: reply.length, fillBytes: isXdr ? fillingOf(argument) : 0 };
}
