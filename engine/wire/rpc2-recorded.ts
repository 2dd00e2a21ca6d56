/** For tests: the recordings in rpc2-fixtures/, with their packets as records. */
import longCall from "./rpc2-fixtures/rpc2-long-call-ka4.json" with { type: "json" };
import lostReply from "./rpc2-fixtures/rpc2-lost-reply.json" with { type: "json" };
import multi3 from "./rpc2-fixtures/rpc2-multi3.json" with { type: "json" };
import single from "./rpc2-fixtures/rpc2-single.json" with { type: "json" };
import type { Rpc2Packet } from "./rpc2.ts";
import { fromHex } from "./test-bytes.ts";

export interface RecordedFrame {
  readonly number: number; // from 1
  readonly seconds: number;
  readonly from: number; // port
  readonly to: number; // port
  readonly bytes: number; // of the UDP payload
  readonly kind: string; // "RETRY request"
  readonly packet: Rpc2Packet;
}

export interface Recording {
  readonly name: string; // of the files, without their ending
  readonly frames: readonly RecordedFrame[];
  /** The events that the client program saw, in order. */
  readonly clientSaw: readonly {
    readonly t: number;
    readonly what: string;
    readonly rc: number;
    readonly value: number;
  }[];
}

type Json = typeof single;
type JsonFrame = Json["frames"][number];

function recording(json: Json): Recording {
  return {
    name: json.capture.replace(".pcap", ""),
    frames: json.frames.map(frameOf),
    clientSaw: json.clientSaw,
  };
}

function frameOf({ frame, t, from, to, bytes, kind, header, body }: JsonFrame): RecordedFrame {
  const word = (text: string): number => Number.parseInt(text, 16);
  const packet: Rpc2Packet = {
    protoVersion: header.ProtoVersion,
    remoteHandle: word(header.RemoteHandle),
    localHandle: word(header.LocalHandle),
    flags: word(header.Flags),
    seqNumber: header.SeqNumber,
    opcode: header.Opcode,
    seFlags: header.SEFlags,
    seDataOffset: header.SEDataOffset,
    subsysId: header.SubsysId,
    returnCode: header.ReturnCode,
    lamport: header.Lamport,
    uniquefier: word(header.Uniquefier),
    timeStamp: word(header.TimeStamp),
    bindTime: header.BindTime,
    body: fromHex(body),
  };
  return { number: frame, seconds: t, from, to, bytes, kind, packet };
}

export const RECORDED = {
  single: recording(single),
  lostReply: recording(lostReply),
  longCall: recording(longCall),
  multi3: recording(multi3),
};
