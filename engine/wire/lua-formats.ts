/**
 * The formats of the lab as Wireshark is to find them: by which number of the layer below, and which headers stand
 * behind one another. What a header holds its table says (header.ts); Wireshark reads Sun RPC, TCP and IP itself.
 */
import { AMOEBA_HEADER, AMOEBA_PACKET, ETHERTYPE_AMOEBA } from "./amoeba.ts";
import { CEDAR, CEDAR_DETAILS, CEDAR_OUTCOME, CEDAR_PUP, CLASS, RPC_SUBTYPE, SUBTYPE_SHIFT } from "./cedar-header.ts";
import { CIRCUS_HEADER, CIRCUS_PORT } from "./circus.ts";
import { ETHERTYPE_FIREFLY, FIREFLY_DATAGRAM } from "./firefly-ethernet.ts";
import { REDESIGNED } from "./firefly-redesigned.ts";
import { FIREFLY, FIREFLY_PORT } from "./firefly.ts";
import { FLEX, FLEX_CALLEE, FLEX_MAGIC, FLEX_REQUEST, FLEX_RESULT, FLEXRPC_PORT } from "./flexrpc.ts";
import { GEMINI, GEMINI_PORT } from "./gemini.ts";
import type { Header } from "./header.ts";
import { MERCURY, MERCURY_PORT } from "./mercury.ts";
import { MINIMAL_CALL, MINIMAL_PORT, MINIMAL_REPLY } from "./minimal.ts";
import { PEREGRINE, PEREGRINE_PORT } from "./peregrine.ts";
import { ETHERTYPE_PUP, PUP } from "./pup.ts";
import { INIT1 } from "./rpc2-init.ts";
import { RPC2, RPC2_AT, RPC2_FLAG, RPC2_OPCODE, RPC2_PORT } from "./rpc2.ts";
import { SFTP, SFTP_PORT, SFTP_VERSION } from "./sftp.ts";
import { ETHERTYPE_SPRITE, SPRITE_HEADER } from "./sprite.ts";
import { MARK_BYTES, RECORD_MARK } from "./sunrpc-record.ts";
import { DATAGRAMS_HEADER, DATAGRAMS_PORT } from "./today-datagrams.ts";
import { SERVICE_HEADER, SERVICE_PORT } from "./today-service.ts";
import { STREAMS, STREAMS_PORT } from "./today-streams.ts";
import { TRANSFER, TRANSFER_PORT } from "./today-transfer.ts";
import { ETHERTYPE_V, V_HEADER } from "./v.ts";
import { WRITTEN, WRITTEN_PORT } from "./written.ts";

/** A header, or a list of equal ones, behind the parts before it. */
export interface LuaPart {
  readonly header: Header<string, string>;
  /**
   * In Lua, where it is not always there: n(at, bytes) is a number of the packet, `to` the port that it goes to, `size`
   * the bytes of the packet.
   */
  readonly when?: string;
  readonly times?: string; // in Lua; 1 where it is left out
  /** Only its fields before this byte can be read. */
  readonly until?: number;
}

export interface LuaFormat {
  readonly name: string;
  readonly table: "ethertype" | "udp.port" | "tcp.port";
  readonly keys: readonly number[];
  readonly parts: readonly LuaPart[];
  /** Of messages in a row on a connection: each begins so, and says in `bytes` what is behind its header. */
  readonly magic?: number;
}

const REDESIGNED_FROM = REDESIGNED.fields.type.at;
const fireflyParts = (at: number): readonly LuaPart[] => {
  const type = `n(${at + REDESIGNED_FROM}, 1)`;
  return [
    { header: FIREFLY, when: `${type} < 0x60` },
    { header: REDESIGNED, when: `${type} >= 0x60` },
  ];
};

const isRpc = `math.floor(n(3, 1) / ${2 ** SUBTYPE_SHIFT}) == ${RPC_SUBTYPE}`;
const isClear = `${isRpc} and n(6, 2) < 0x8000`;
const [inner, rest] = [PUP.bytes + CEDAR.at.activity, PUP.bytes + CEDAR.bytes];
const kind = `n(3, 1) % ${CLASS + 1}`;
const hasBinding = `n(${rest + CEDAR_DETAILS.at.identifier}, 4) ~= 0`;
const asks = `(${kind} == 0 or ${kind} >= 3 and ${kind} <= 5 or ${kind} == 1 and ${hasBinding})`;
const hasDetails = `n(${inner}, 2) == n(6, 2) % 1024 and ${asks}`;

const sftp = `n(0, 4) == ${SFTP_VERSION}`;
const isSealed = `math.floor(n(${RPC2_AT.flags}, 4) / ${RPC2_FLAG.encrypted}) % 2 == 1`;
const opcode = `n(${RPC2_AT.opcode}, 4)`;
const unsigned = (code: number): number => code + 2 ** 32;
const isInit1 = [RPC2_OPCODE.init1Secure, RPC2_OPCODE.init1OpenKimono].map(unsigned);

const stream = (name: string, port: number, header: Header<"magic">): LuaFormat => ({
  ...{ name, table: "tcp.port", keys: [port], parts: [{ header }] },
  magic: header.fields.magic.max,
});
const datagram = (name: string, port: number, header: LuaPart["header"]): LuaFormat => ({
  ...{ name, table: "udp.port", keys: [port], parts: [{ header }] },
});

const minimal = (isRight = "true"): readonly LuaPart[] => [
  { header: MINIMAL_CALL, when: `${isRight} and to == ${MINIMAL_PORT}` },
  { header: MINIMAL_REPLY, when: `${isRight} and to ~= ${MINIMAL_PORT}` },
];
const isRecord = `n(0, 4) % 0x80000000 == size - ${MARK_BYTES}`;
const isFlex = `n(0, 2) == ${FLEX_MAGIC}`;
const isRequest = `n(${FLEX.at.type}, 1) == ${FLEX_REQUEST}`;
const count = `n(${FLEX.at.count}, 2)`;

export const LUA_FORMATS: readonly LuaFormat[] = [
  {
    ...{ name: "Amoeba", table: "ethertype", keys: [ETHERTYPE_AMOEBA] },
    parts: [
      { header: AMOEBA_PACKET },
      { header: AMOEBA_HEADER, when: "(n(0, 1) == 3 or n(0, 1) == 4) and n(4, 2) == 0" },
    ],
  },
  {
    ...{ name: "Cedar RPC", table: "ethertype", keys: [ETHERTYPE_PUP] },
    parts: [
      { header: PUP, when: `not (${isRpc})` },
      { header: CEDAR_PUP, when: isRpc },
      { header: CEDAR, when: isClear },
      { header: CEDAR, when: `${isRpc} and n(6, 2) >= 0x8000`, until: CEDAR.at.activity },
      { header: CEDAR_DETAILS, when: `${isClear} and ${hasDetails}` },
      { header: CEDAR_OUTCOME, when: `${isClear} and not (${hasDetails})` },
    ],
  },
  datagram("Circus", CIRCUS_PORT, CIRCUS_HEADER),
  { name: "Firefly RPC", table: "udp.port", keys: [FIREFLY_PORT], parts: fireflyParts(0) },
  {
    ...{ name: "Firefly datagram", table: "ethertype", keys: [ETHERTYPE_FIREFLY] },
    parts: [{ header: FIREFLY_DATAGRAM }, ...fireflyParts(FIREFLY_DATAGRAM.bytes)],
  },
  {
    ...{ name: "FlexRPC", table: "tcp.port", keys: [FLEXRPC_PORT] },
    parts: [
      { header: FLEX, when: isFlex },
      { header: FLEX_CALLEE, when: `${isFlex} and ${isRequest}`, times: count },
      { header: FLEX_RESULT, when: `${isFlex} and not (${isRequest})`, times: count },
    ],
  },
  stream("Gemini", GEMINI_PORT, GEMINI.header),
  stream("Mercury", MERCURY_PORT, MERCURY.header),
  { name: "Minimal protocol", table: "udp.port", keys: [MINIMAL_PORT], parts: minimal() },
  {
    ...{ name: "Minimal protocol in records", table: "tcp.port", keys: [MINIMAL_PORT] },
    parts: [{ header: RECORD_MARK, when: isRecord }, ...minimal(isRecord)],
  },
  datagram("Peregrine RPC", PEREGRINE_PORT, PEREGRINE.header),
  {
    ...{ name: "RPC2", table: "udp.port", keys: [RPC2_PORT, SFTP_PORT] },
    parts: [
      { header: SFTP, when: sftp },
      { header: RPC2, when: `not (${sftp}) and not (${isSealed})` },
      { header: RPC2, when: `not (${sftp}) and ${isSealed}`, until: RPC2_AT.bodyLength },
      { header: INIT1, when: `not (${isSealed}) and ${opcode} >= ${isInit1[0]} and ${opcode} <= ${isInit1[1]}` },
    ],
  },
  datagram("Service", SERVICE_PORT, SERVICE_HEADER),
  { name: "Sprite RPC", table: "ethertype", keys: [ETHERTYPE_SPRITE], parts: [{ header: SPRITE_HEADER }] },
  datagram("Datagrams of calls", DATAGRAMS_PORT, DATAGRAMS_HEADER),
  stream("Streams of calls", STREAMS_PORT, STREAMS.header),
  stream("Transfer", TRANSFER_PORT, TRANSFER.header),
  { name: "V interkernel", table: "ethertype", keys: [ETHERTYPE_V], parts: [{ header: V_HEADER }] },
  datagram("Written RPC", WRITTEN_PORT, WRITTEN.header),
];
