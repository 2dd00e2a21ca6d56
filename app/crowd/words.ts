/**
 * What a crowd’s run shows, in words: the question, and an answer of two sentences, whose numbers are those of the run
 * and stand between asterisks.
 */
import { counted, plain } from "../words/numbers.ts";
import { clockUnit, roughText } from "../words/times.ts";
import type { TimeUnit } from "../words/times.ts";
import { millis, toSeconds } from "../../engine/kernel/time.ts";
import { lastPart, lateFrom, rateOf, sentIn } from "./facts.ts";
import type { CrowdView } from "./facts.ts";

const bold = (text: string): string => `*${text}*`;
export const msText = (ms: number): string => roughText(millis(ms));
const secondsText = (nanos: number): string => `${plain(toSeconds(nanos), 1)} s`;

/** The clock of a crowd: seconds, as people say them, unless all is over within two. */
export const clockOf = (until: number): TimeUnit => clockUnit(until < 2e9 ? until : 1e12);

/** To two figures: a crowd wavers. */
function about(value: number): string {
  if (value < 10) return plain(value, 1);
  const size = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return plain(Math.round(value / size) * size, 0);
}

const isTooMuch = ({ load, crowd: { capacity } }: CrowdView): boolean => capacity !== null && load >= capacity;

/** The question that this run answers; it turns with what happens. */
export function crowdQuestion(view: CrowdView, asked: string): string {
  const { blip, back } = view;
  if (isTooMuch(view)) return "More calls come than can be served. What happens to them?";
  if (blip === null)
    return view.setup.faults.length > 0 || (back === null && view.timeoutMs === null)
      ? asked
      : "Nothing is disturbed. How long does a call take?";
  if (back === null) return asked;
  const lasted = `${blip.says} for ${secondsText(blip.until - blip.from)}.`;
  return back.tag === "down" ? `${lasted} Why does it stay down?` : `${lasted} Why does it come back?`;
}

export function crowdAnswer(view: CrowdView): string {
  const { blip, back } = view;
  const { capacity } = view.crowd;
  if (capacity !== null && isTooMuch(view)) return tooMuch(view, capacity);
  if (blip === null || back === null) return undisturbed(view);
  return back.tag === "down" ? staysDown(view) : comesBack(view, back.afterMs);
}

function undisturbed({ crowd }: CrowdView): string {
  const { of, whole } = crowd;
  const { count, back, p50, p99 } = whole;
  const most = bold(plain(Math.max(...(crowd.queue?.waiting ?? crowd.underWay)), 0));
  const queue = crowd.queue === null ? `At most ${most} are under way at once.` : `At most ${most} wait at once.`;
  const all = of === "calls" ? "calls" : "machines";
  const come = of === "calls" ? "return" : "answer";
  if (p50 === null) return `Of ${plain(count, 0)} ${all} ${bold(plain(back, 0))} ${come}. ${queue}`;
  const tail = p99 === null ? `, and only ${bold(plain(back, 0))} ${come}` : `, 99 of 100 within ${bold(msText(p99))}`;
  return `Half of the ${plain(count, 0)} ${all} ${come} within ${bold(msText(p50))}${tail}. ${queue}`;
}

/** @param capacity calls a second that can be served */
function tooMuch(view: CrowdView, capacity: number): string {
  const { sent, useful, first } = lastPart(view);
  const with_ = sent > 1.05 * first ? ` With what is sent again ${bold(about(sent))} requests come.` : "";
  const can = bold(plain(capacity, 0));
  return (
    `${bold(plain(view.load, 0))} calls a second ask for a service that can do ${can}, and` +
    ` ${bold(about(useful))} return.${with_} It falls behind with a disturbance or without one.`
  );
}

/** Why a crowd stays down, by what its last part shows. */
function staysDown(view: CrowdView): string {
  const { load, retries, crowd, timeoutMs } = view;
  const { sent, useful } = lastPart(view);
  const tries = retries === null || retries === 0 ? "" : `, each sent up to ${times(retries + 1)}`;
  const waits = timeoutMs === null ? "" : ` by clients that wait ${msText(timeoutMs)}`;
  const reach = `about ${bold(`${about(sent)} requests`)} a second reach servers that can do`;
  const first =
    crowd.capacity === null
      ? `Of ${bold(about(load))} calls a second ${bold(about(useful))} return.`
      : `${about(load)} calls come a second${tries}${waits}: ${reach} ${bold(plain(crowd.capacity, 0))}.`;
  return `${first} ${whyDown(view)}`;
}

function whyDown(view: CrowdView): string {
  const { capacity, queue } = view.crowd;
  const { waiting, wasted, useful } = lastPart(view);
  const share = wasted + useful === 0 ? 0 : Math.round((100 * wasted) / (wasted + useful));
  if (share === 0) return `Of ${bold(about(view.load))} calls a second ${bold(about(useful))} return.`;
  const nobody = `${bold(`${share} of 100`)} that are served are served for nobody`;
  const late = lateFrom(view);
  if (capacity === null || queue === null || late === null || waiting <= late)
    return `The client of a request has often left before it is served: ${nobody}.`;
  const wait = bold(msText((1000 * waiting) / capacity));
  return `A request waits about ${wait} in the queue, longer than its client does, and ${nobody}.`;
}

const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${plain(count, 0)} times`);

/** Why a crowd comes back. */
function comesBack(view: CrowdView, afterMs: number): string {
  const { crowd, timeoutMs, blip } = view;
  const { capacity, queue } = crowd;
  const when = afterMs === 0 ? `${bold("at once")}` : `${bold(msText(afterMs))} after the disturbance`;
  const from = blip === null ? 0 : Math.floor(blip.until / crowd.width) + 1;
  const again = Math.max(0, ...rateOf(crowd, "retried").slice(from));
  const most = Math.max(0, ...sentIn(view).slice(from));
  const late = lateFrom(view);
  const queued = Math.max(0, ...(queue?.waiting ?? []));
  const well = `It is well again ${when}.`;
  const can = capacity === null ? "" : bold(plain(capacity, 0));
  const come = `${bold(about(most))} requests a second come then`;
  if (again < 0.02 * view.load) return `${well} Once it works again ${bold("hardly anything")} is sent again.`;
  if (capacity !== null && most < capacity)
    return `${well} At most ${come}, and ${can} can be served: the queue runs empty.`;
  if (timeoutMs !== null && late !== null && queued < late) {
    const waits = bold(counted(Math.round(queued), "request"));
    return `${well} At most ${waits} wait, less than is served in the ${msText(timeoutMs)} that a client waits.`;
  }
  return `${well} Up to ${come}${can === "" ? "" : `, but soon fewer than the ${can} that can be served`}.`;
}
