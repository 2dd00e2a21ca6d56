/** For laws of protocols as property tests: what befalls packets and procedures, the calls, and what came of them. */
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Hosts, HostEffect } from "../ends.ts";
import { EndsNet, type EndsStep } from "./ends-net.ts";
import type { Fate } from "./net.ts";

/** How long a packet takes that nothing befalls. */
export const WIRE = millis(1);

/** The fates of packets in the order in which they are sent, and how long each execution of the procedure runs. */
interface Fortune {
  readonly fates: readonly Fate[];
  readonly runs: readonly Nanos[];
}

/** What a number says of a packet: of nine two are lost, one is late, one is copied; the others come. */
function fateOf(number: number, delayMs: number): Fate {
  const late = millis(1 + (Math.floor(number / 9) % delayMs));
  return [[], [], [WIRE], [WIRE], [WIRE], [WIRE], [WIRE], [late], [WIRE, late]][number % 9] ?? [];
}

/** The fates that numbers from 0 say, with delays of so many ms at most. */
export const fatesOf =
  (delayMs: number) =>
  (numbers: readonly number[]): readonly Fate[] =>
    numbers.map((number) => fateOf(number, delayMs));

/** Each byte of a result is one more than that of the argument. */
const plusOne = (argument: Uint8Array): Uint8Array => argument.map((byte) => byte + 1);

/** The argument of a call: so many bytes, each its number. */
export const argumentOf = (call: number, bytes: number): Uint8Array => new Uint8Array(bytes).fill(call);
export const resultOf = (call: number, bytes: number): readonly number[] => [...plusOne(argumentOf(call, bytes))];

export function netOf<State, Packet>(
  ends: Hosts<State, Packet>,
  { fates, runs }: Fortune,
  procedure: (argument: Uint8Array, host: number) => Uint8Array = plusOne,
): EndsNet<State, Packet> {
  let [sent, executed] = [0, 0];
  return new EndsNet(ends, {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure,
  });
}

/** Calls one after the other; `disturb` may let time pass and crash hosts when a call has begun. */
export function play<State, Packet>(
  net: EndsNet<State, Packet>,
  { sizes, longest }: { readonly sizes: readonly number[]; readonly longest: Nanos },
  disturb: (net: EndsNet<State, Packet>, call: number) => void = () => undefined,
): EndsNet<State, Packet> {
  for (const [i, bytes] of sizes.entries()) {
    net.call(argumentOf(i + 1, bytes));
    disturb(net, i + 1);
    const limit = net.now + longest;
    while (net.isCalling && net.now < limit) net.run(millis(20));
  }
  net.settle(longest);
  return net;
}

/** A host that crashes during the first call, and comes back: so many ms after its start, for so many ms. */
export const crashes =
  (host: number, at: number, down: number) =>
  (net: Pick<EndsNet<never, never>, "run" | "crash" | "restart">, call: number): void => {
    if (call > 1) return;
    net.run(millis(at));
    net.crash(host);
    net.run(millis(down));
    net.restart(host);
  };

/** The steps of a net, whatever its states are. */
interface Played<Packet> {
  readonly steps: readonly EndsStep<Packet>[];
}

/** All effects, each with the step that it came of. */
export const effectsOf = <Packet>({ steps }: Played<Packet>) =>
  steps.flatMap((step) => step.effects.map((effect) => ({ ...effect, step })));

type Of<Packet, Tag> = Extract<HostEffect<Packet>, { readonly tag: Tag }> & { readonly step: EndsStep<Packet> };

const tagged = <Packet, Tag extends HostEffect<Packet>["tag"]>(net: Played<Packet>, tag: Tag) =>
  effectsOf(net).filter((effect): effect is Of<Packet, Tag> => effect.tag === tag);

export const sendsOf = <Packet>(net: Played<Packet>) => tagged<Packet, "send">(net, "send");
export const executionsOf = <Packet>(net: Played<Packet>, call: number) =>
  tagged<Packet, "execute">(net, "execute").filter((effect) => effect.call === call);
export const heardOf = <Packet>(net: Played<Packet>, call: number) =>
  tagged<Packet, "heard">(net, "heard").filter((effect) => effect.call === call);
export const endingsOf = <Packet>(net: Played<Packet>) =>
  effectsOf(net).filter(
    (effect): effect is Of<Packet, "returned"> | Of<Packet, "failed"> =>
      effect.tag === "returned" || effect.tag === "failed",
  );
