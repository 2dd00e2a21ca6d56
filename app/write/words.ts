/** What a verdict says in words. */
import type { Verdict } from "../../engine/explore/written/judge.ts";
import type { Level } from "../../engine/explore/written/levels.ts";
import { CALLEE, CALLER } from "../../engine/protocols/ends.ts";
import { PROPERTIES } from "../../engine/protocols/promises.ts";
import { counted, exactText } from "../words/numbers.ts";

const COUNTS = ["no", "one", "two", "three", "four"];
const inWords = (count: number): string => COUNTS[count] ?? String(count);
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const faultsText = (count: number): string => `${inWords(count)} fault${count === 1 ? "" : "s"}`;
const packetsText = (packets: number): string => `${exactText(packets)} packets`;

/** The verdict in one sentence or two. */
export function headline({ tag, faults, packets, par, broken, fault }: Verdict): string {
  if (fault !== null) return `${capital(fault.where)}: ${fault.what}. ${fault.todo}`;
  if (broken !== null) {
    const count = broken.faults.length;
    const head = count === 0 ? "Without any fault a promise breaks" : `${capital(faultsText(count))} break a promise`;
    return `${count === 1 ? "One fault breaks a promise" : head}: ${PROPERTIES[broken.property]}`;
  }
  const kept = `No promise breaks with ${faultsText(faults)}`;
  return tag === "costly"
    ? `${kept}. But a call takes ${packetsText(packets ?? 0)}, and par is ${par}.`
    : `${kept}; ${packetsText(packets ?? 0)} a call, par ${par}.`;
}

/** What the search went through. */
export const searchText = ({ states, ms }: Verdict): string =>
  states === 0
    ? "The run without a fault has shown it."
    : `The search went through ${counted(states, "state")} in ${exactText(Math.round(ms / 10) / 100)} s.`;

/** The faults that a level allows, as a sentence. */
export function faultsAllowed({ faults, crashable, crashes }: Level): string {
  const hosts = [CALLER, CALLEE].filter((host) => crashable.includes(host)).map((host) => ["client", "server"][host]);
  const packets = `At most ${faultsText(faults)} in a run: a packet is lost, copied, late, or overtaken.`;
  if (hosts.length === 0) return packets;
  const who = `A crash of the ${hosts.join(" or the ")} counts as one, and so does a restart.`;
  return crashes === undefined
    ? `${packets} ${who}`
    : `${packets} ${who} A crash and a restart of both are tried, too.`;
}
