/** What became of a call, in a sentence or two. */
import { speedText } from "../../words/times.ts";
import type { Flight, Tale } from "./tale.ts";

const seats = (count: number): string => (count === 1 ? "Omar has one seat." : `Omar has ${count} seats.`);

/** The heading of a run that the reader has made. */
export const ownText = ({ bookings }: Tale): string => `This run is yours. ${seats(bookings.length)}`;

const TIMES = ["", "", " twice", " three times"];

/** "The call packet was lost twice.", a sentence for each kind of packet. */
function losses(flights: readonly Flight[]): readonly string[] {
  const lost = flights.filter(({ fate }) => fate === "lost").map(({ name }) => name.toLowerCase());
  return [...new Set(lost)].map((name) => {
    const count = lost.filter((one) => one === name).length;
    return `The ${name} was lost${TIMES[count] ?? ` ${count} times`}.`;
  });
}

/** Who sent which packet again, of its own accord: the caller’s timer, and the server’s. */
function repeats(flights: readonly Flight[]): readonly string[] {
  const who = { caller: "The caller sent the call", server: "The server’s timer ran out, too: it sent the result" };
  return (["caller", "server"] as const).flatMap((machine) => {
    const again = flights.filter((one) => one.machine === machine && one.again).length;
    return again === 0 ? [] : [`${who[machine]} ${again === 1 ? "again" : `${again} times more`}.`];
  });
}

function effect({ flights }: Tale): string {
  const copies = flights
    .filter(({ copy }) => copy)
    .map(({ name, fate }) => {
      return `The ${name.toLowerCase()} came twice${fate === "ignored" ? ", and the copy was ignored" : ""}.`;
    });
  const late = flights
    .filter(({ delayed, copy }) => delayed > 0 && !copy)
    .map(({ name, delayed }) => `The ${name.toLowerCase()} came ${speedText(delayed)} late.`);
  const said = [...losses(flights), ...new Set(copies), ...late, ...repeats(flights)];
  return `${said.length === 0 ? "No packet was lost." : said.join(" ")} `;
}

/** @param without the same call without a fault; null where it is not known, or is this one */
export function outcomeOf(tale: Tale, without: Tale | null): string {
  const cost = without === null ? 0 : tale.end - without.end;
  const more = cost > 0 ? `, ${speedText(cost)} more than without a fault` : "";
  return `${effect(tale)}The call took ${speedText(tale.end)}${more}. ${seats(tale.bookings.length)}`;
}

/** What the figure shows at a moment, for a reader who does not see it. */
export function pictureText(tale: Tale, now: number): string {
  const packets = tale.flights
    .filter(({ from }) => from <= now)
    .map((flight) => {
      const where = flight.to > now ? "under way" : flight.fate;
      return `${flight.name}${flight.again ? " sent again" : ""}${flight.copy ? ", a copy" : ""}, ${where}`;
    });
  const timer = tale.timers.find(({ from, to }) => from <= now && now < to);
  const waits = timer === undefined || now >= tale.end ? "" : ` The caller’s timer runs until ${speedText(timer.due)}.`;
  const seat = seats(tale.bookings.filter(({ to }) => to <= now).length).replace("0 seats", "no seat yet");
  return `${speedText(now)} after the call began. ${packets.join("; ")}.${waits} ${seat}`;
}
