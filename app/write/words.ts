/** What a verdict says in words. */
import type { FaultWords, Verdict } from "../../engine/explore/written/judge.ts";
import type { Level } from "../../engine/explore/written/levels.ts";
import { CALLEE, CALLER } from "../../engine/protocols/ends.ts";
import { brokenText } from "../../engine/protocols/promises.ts";
import { cellOf, type CellName } from "../../engine/protocols/written/rules.ts";
import { counted, exactText } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";

const COUNTS = ["no", "one", "two", "three", "four"];
const inWords = (count: number): string => COUNTS[count] ?? String(count);

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
      return `${keptText(verdict)}. But a call takes ${packetsText(verdict.packets)}; ${verdict.par} are possible.`;
    case "solved":
      return `${keptText(verdict)}; ${packetsText(verdict.packets)} a call${fewestText(verdict)}.`;
  }
}

/** A program may take fewer packets than any table. */
const fewestText = ({ packets, par }: Extract<Verdict, { tag: "solved" }>): string =>
  packets < par ? `. No table takes fewer than ${par}` : ", as few as possible";

const keptText = ({ faults, tooMany }: Verdict): string =>
  tooMany === null
    ? `No promise breaks with ${faultsText(faults)}`
    : `With ${faultsText(tooMany)} there are too many runs to try them all. ` +
      `With up to ${faultsText(faults)} no promise breaks`;

/** The cells that a reply is about: "The server, on a call from its life before". */
export const cellsText = (cells: readonly CellName[]): string =>
  cells.map((name) => `the ${cellOf(name).of}, “${cellOf(name).label}”`).join("; ");

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
