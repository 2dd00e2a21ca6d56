/** What a verdict says in words. */
import type { FaultWords, Verdict } from "../../engine/explore/written/judge.ts";
import type { Level } from "../../engine/explore/written/levels.ts";
import { CALLEE, CALLER } from "../../engine/protocols/ends.ts";
import { brokenText } from "../../engine/protocols/promises.ts";
import { counted, exactText } from "../words/numbers.ts";

const COUNTS = ["no", "one", "two", "three", "four"];
const inWords = (count: number): string => COUNTS[count] ?? String(count);
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const faultsText = (count: number): string => `${inWords(count)} fault${count === 1 ? "" : "s"}`;
const packetsText = (packets: number): string => `${exactText(packets)} packets`;

/** The verdict in one sentence or two. */
export function headline(verdict: Verdict): string {
  switch (verdict.tag) {
    case "faulty":
      return faultText(verdict.fault);
    case "broken": {
      const { property, executions, faults } = verdict.broken;
      const count = faults.length;
      const head =
        count === 0
          ? "A promise breaks without any fault"
          : `${capital(faultsText(count))} ${count === 1 ? "breaks" : "break"} a promise`;
      return `${head}. ${brokenText(property, executions)}`;
    }
    case "costly":
      return `${keptText(verdict)}. But a call takes ${packetsText(verdict.packets)}, and par is ${verdict.par}.`;
    case "solved":
      return `${keptText(verdict)}; ${packetsText(verdict.packets)} a call${parText(verdict)}.`;
  }
}

/** A program may take fewer packets than any table. */
const parText = ({ packets, par }: Extract<Verdict, { tag: "solved" }>): string =>
  packets < par ? `. That is under par: no table takes fewer than ${par}` : `, par ${par}`;

const keptText = ({ faults }: Verdict): string => `No promise breaks with ${faultsText(faults)}`;

/** Where in the program, what, and what to do. */
function faultText({ where, what, todo, place }: FaultWords): string {
  const at = place === null ? "" : `Line ${place.line}, column ${place.column}, `;
  return `${at}${at === "" ? capital(where) : where}: ${what}. ${todo}`;
}

/** What the search went through; null where the program is at fault. */
export function searchText({ tag, states, ms }: Verdict): string | null {
  if (tag === "faulty") return null;
  return states === 0
    ? "The run without a fault has shown it."
    : `The search went through ${counted(states, "state")} in ${exactText(Math.round(ms / 10) / 100)} s.`;
}

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
