/** Words for readers: the states of a connection, what comes to it, and what an end of it keeps. */
import { isInit1, rpc2Kind, type Rpc2Packet } from "../../wire/rpc2.ts";
import type { Fact, StateWord } from "../machine.ts";
import { clientDeadline } from "./client.ts";
import type { ClientInput, ClientState } from "./client-state.ts";
import type { End } from "./connection-table.ts";
import type { Sending } from "./reliable.ts";
import { serverDeadline, type ServerInput, type ServerState } from "./server-state.ts";

interface EndWords<Tag extends string> {
  readonly protocol: string;
  readonly states: readonly StateWord<Tag>[];
}

export const RPC2_CLIENT: EndWords<ClientState["tag"]> = {
  protocol: "RPC2 client",
  states: [
    { tag: "AWAITINIT2", what: "INIT1 was sent" },
    { tag: "AWAITINIT4", what: "the server has proven itself, and INIT3 was sent" },
    { tag: "THINK", what: "no call is under way" },
    { tag: "AWAITREPLY", what: "a request was sent, or is about to be" },
    { tag: "HARDERROR", what: "the connection cannot be used any more" },
  ],
};

export const RPC2_SERVER: EndWords<ServerState["tag"]> = {
  protocol: "RPC2 server",
  states: [
    { tag: "STARTBIND", what: "INIT1 has come, and waits for a thread" },
    { tag: "AWAITINIT3", what: "INIT2 was sent; the client must prove itself" },
    { tag: "AWAITENABLE", what: "the connection is bound, and not served yet" },
    { tag: "AWAITREQUEST", what: "no request is being served" },
    { tag: "REQINQUEUE", what: "a request waits for a thread" },
    { tag: "PROCESS", what: "a thread works on a request" },
    { tag: "INSE", what: "the request’s side effect is under way" },
    { tag: "HARDERROR", what: "the connection cannot be used any more" },
  ],
};

const packetWord = ({ opcode }: Rpc2Packet): string =>
  `${isInit1(opcode) ? "INIT1" : (rpc2Kind(opcode) ?? `opcode ${opcode}`)} packet`;

/** "REPLY packet", "call", "tick" */
export const clientWord = (input: ClientInput): string =>
  input.tag === "packet" ? packetWord(input.packet) : input.tag;

/** "request packet", "respond", "tick" */
export const serverWord = (input: ServerInput): string =>
  input.tag === "packet" ? packetWord(input.packet) : input.tag;

/** What an end of a connection keeps, for a reader. */
export function endFacts({ role, state }: End): readonly Fact[] {
  const facts: Fact[] = [{ name: "handle", kind: "number", value: state.handle }];
  if (state.peerHandle !== 0) facts.push({ name: "peer’s handle", kind: "number", value: state.peerHandle });
  if ("nextSeq" in state) facts.push({ name: "sequence number", kind: "number", value: state.nextSeq });
  if ("sending" in state) facts.push(...sendingFacts(state.sending));
  if ("held" in state && state.held !== null) {
    facts.push({ name: "reply kept", kind: "bytes", value: state.held.packet.body.length });
  }
  if ("request" in state) facts.push({ name: "request", kind: "bytes", value: state.request.body.length });
  if (state.tag === "HARDERROR") facts.push({ name: "return code", kind: "number", value: state.code });
  const due = role === "client" ? clientDeadline(state) : serverDeadline(state);
  return due === null ? facts : [...facts, { name: "next timer at", kind: "moment", value: due }];
}

function sendingFacts({ sends, wait, limit }: Sending): readonly Fact[] {
  if (sends === 0) return [{ name: "sent", kind: "count", value: 0 }];
  const facts: readonly Fact[] = [
    { name: "sent", kind: "count", value: sends },
    { name: "waits for an answer", kind: "duration", value: wait },
  ];
  return limit === null ? facts : [...facts, { name: "gives up at", kind: "moment", value: limit }];
}
