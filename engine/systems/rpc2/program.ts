/** The procedure that a run calls at every server: its number, the body of its request, and what it gives back. */
import { samplesIn } from "../../stubs/rp2gen/samples.ts";
import type { Procedure } from "../../stubs/rp2gen/types.ts";
import { pack } from "../../stubs/rp2gen/values.ts";
import { digitsOf } from "../../wire/bytes.ts";
import { WireError } from "../../wire/error.ts";
import { packRequest, unpackReply, type Arg } from "../../wire/rpc2-args.ts";

export interface Program {
  readonly opcode: number;
  /** The body of the request of a call. */
  readonly request: (call: number) => Uint8Array;
  /** The body of the reply to a request. */
  readonly reply: (request: Uint8Array) => Uint8Array;
  /** Throws WireError where the body of a reply does not hold what the call is to get back. */
  readonly check: (call: number, reply: Uint8Array) => void;
}

const ARGUMENTS: readonly Arg[] = [{ name: "value", mode: "IN OUT", type: { tag: "integer" } }];

/** The procedure gives its argument back: one integer, so that a packet is the 64 bytes of a small call. */
export const ONE_INTEGER: Program = {
  opcode: 1,
  request: (call) => packRequest(ARGUMENTS, { value: call }),
  reply: (request) => request,
  check: (call, reply) => {
    const { value } = unpackReply(ARGUMENTS, reply);
    if (value === call) return;
    const got = typeof value === "number" ? value : "no number";
    throw new WireError({ what: "RPC2 reply", at: 0, field: "value", got, want: String(call) });
  },
};

/** The values of a call: what each String is, and each number of the request and of the reply. */
interface CallValues {
  readonly text: string;
  readonly given: number;
  readonly result: number;
}

/** A procedure of a specification. Throws StubError where the values have no body. */
export function programOf(procedure: Procedure, { text, given, result }: CallValues): Program {
  const request = pack(procedure, "request", samplesIn(procedure, "request", { text, number: given })).bytes;
  const reply = pack(procedure, "reply", samplesIn(procedure, "reply", { text, number: result })).bytes;
  const want = digitsOf(reply);
  return {
    opcode: procedure.opcode,
    request: () => request,
    reply: () => reply,
    check: (_, body) => {
      const got = digitsOf(body);
      if (got !== want) throw new WireError({ what: "RPC2 reply", at: 0, field: "results", got, want });
    },
  };
}
