/** For tests: a packet that a script writes, as bytes between the two ends of a connection. */
import { encodeRpc2, RPC2_FLAG, RPC2_OPCODE, type Rpc2Packet } from "../../wire/rpc2.ts";
import type { Handle } from "./connection.ts";
import type { Net } from "./net.ts";
import type { Words } from "../testing/words.ts";

const OPCODES: Readonly<Record<string, number>> = {
  request: 1,
  REPLY: RPC2_OPCODE.reply,
  BUSY: RPC2_OPCODE.busy,
  NAK: RPC2_OPCODE.nak,
  LASTACK: RPC2_OPCODE.lastAck,
  INIT3: RPC2_OPCODE.init3,
};
const NOBODY = 99; // no process gives this handle out

/** `RETRY request seq 0 "a" to nobody`: a packet for the server's end, or the client's, of a connection. */
export function readPacket(words: Words, net: Net, handle: Handle): { packet: Uint8Array; to: "client" | "server" } {
  const retry = words.is("RETRY");
  const kind = words.take();
  const opcode = OPCODES[kind];
  if (opcode === undefined) throw new Error(`got "${kind}", want a packet: ${Object.keys(OPCODES).join(", ")}.`);
  const seqNumber = words.is("seq") ? words.number() >>> 0 : 0;
  const acknowledges = words.is("acknowledges");
  const timeStamp = words.is("stamp") ? words.number() : 0;
  const lamport = words.is("Lamport") ? words.number() : 0;
  const body = words.data();
  const to = words.is("to", "client") ? "client" : "server";
  const isForNobody = words.is("to", "nobody");
  const client = net.client.end(handle)?.state;
  if (client === undefined) throw new Error("the client's connection is gone.");
  const packet: Rpc2Packet = {
    protoVersion: net.library.protoVersion,
    remoteHandle: isForNobody ? NOBODY : to === "client" ? handle : client.peerHandle,
    localHandle: to === "client" ? client.peerHandle : handle,
    flags: (retry ? RPC2_FLAG.retry : 0) | (acknowledges ? RPC2_FLAG.ackReply : 0),
    seqNumber,
    opcode,
    seFlags: 0,
    seDataOffset: 0,
    subsysId: client.subsystem,
    returnCode: 0,
    lamport,
    uniquefier: client.uniquefier,
    timeStamp,
    bindTime: 0,
    body,
  };
  return { packet: encodeRpc2(packet), to };
}
