/** The events of a net and the inputs to its hosts. Equal ones have the same number. */
import type { Ends, Host, HostInput, WithoutResult } from "../protocols/ends.ts";
import type { Program } from "../experiments/explorable.ts";
import { OUTCOMES } from "../kernel/trace-data.ts";
import type { Event, Input } from "./net-state.ts";

/** Numbers for texts, in the order in which they are first asked for. */
export class Numbers {
  private readonly known = new Map<string, number>();

  of(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.known.set(text, this.known.size);
    return this.known.size - 1;
  }
}

const MOST_CALLS = 1 << 10;

export class Events<Packet> {
  readonly tick: Input<Packet>;
  private readonly inputs = new Numbers();
  private readonly events = new Numbers();
  private readonly calls: Input<Packet>[] = [];
  private readonly begins: Event<Packet>[][] = []; // by client and call
  private readonly finishes = new Map<number, Event<Packet>>();
  private readonly packetKey: (packet: Packet) => string;
  private readonly countsWaste: boolean;
  private readonly program: Program;

  constructor(ends: Pick<Ends<unknown, Packet>, "packetKey" | "countsWaste">, program: Program) {
    this.packetKey = (packet) => ends.packetKey(packet);
    this.countsWaste = ends.countsWaste === true;
    this.program = program;
    this.tick = this.input("t", { tag: "tick" });
  }

  /** The program makes its call with this number. */
  call(call: number): Input<Packet> {
    const data = this.program.argument(call);
    return (this.calls[call] ??= this.input(`c${call}`, { tag: "call", call, data }));
  }

  packet(from: Host, to: Host, call: number, packet: Packet): Event<Packet> {
    const text = `p${from} ${call}:${this.packetKey(packet)}`;
    return this.comes(to, this.input(text, { tag: "packet", packet, call, from }));
  }

  /** The procedure is done. */
  done(host: Host, call: number, work: string, argument: Uint8Array): Event<Packet> {
    const data = this.program.result(argument);
    const input = this.input(`d${work}:${data.join()}`, { tag: "done", work, data });
    if (!this.countsWaste) return this.comes(host, input);
    return { tag: "input", number: this.events.of(`${host} ${input.number} ${call}`), to: host, input, serves: call };
  }

  /** The program of a client makes this call. */
  begin(host: Host, call: number): Event<Packet> {
    const ofHost = (this.begins[host] ??= []);
    return (ofHost[call] ??= { tag: "begin", number: this.events.of(`begin ${host} ${call}`), host, call });
  }

  run(host: Host, call: number): Event<Packet> {
    return { tag: "run", number: this.events.of(`run ${host} ${call}`), host, call };
  }

  finish(host: Host, call: number, outcome: "returned" | WithoutResult, goesOn: boolean): Event<Packet> {
    const ofCall = host * MOST_CALLS + call;
    const code = 2 * (ofCall * OUTCOMES.length + OUTCOMES.indexOf(outcome)) + (goesOn ? 1 : 0);
    const known = this.finishes.get(code);
    if (known !== undefined) return known;
    const made = { tag: "finish", number: this.events.of(`finish ${code}`), host, call, outcome, goesOn } as const;
    this.finishes.set(code, made);
    return made;
  }

  private input(text: string, input: HostInput<Packet>): Input<Packet> {
    return { number: this.inputs.of(text), input };
  }

  private comes(to: Host, input: Input<Packet>): Event<Packet> {
    return { tag: "input", number: this.events.of(`${to} ${input.number}`), to, input };
  }
}
