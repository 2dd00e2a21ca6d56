/**
 * For tests: plays a scripted trace of two ends of a connection, joined by a wire that takes 1 ms.
 *
 *     # Rule 2: every second segment is acknowledged at once.
 *     a writes 2896
 *     run 2ms
 *     ----
 *     0ms a writes 2896: out 0/2896/2896, in 0
 *       -> data 0..1448
 *
 * A line for each step: time, end, input, and the state after it: bytes out acknowledged/sent/written, bytes in
 * received. Below it what came of it.
 *
 * Commands
 *     window 4344                      the most that may be unacknowledged, before anything else
 *     a connects                       opens a connection that there was not
 *     a writes 1448 | a aborts
 *     b forgets | b is silent          its connection is gone: it answers with resets, or not at all
 *     run 6s                           time goes on, with all that happens meanwhile
 *     next 2 data from a lost          the fate of the next segments of a kind; or `twice`, or `late by 3ms`
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { playBlocks } from "../script.ts";
import { OPTIONS, Pair, type End, type Fate, type PairStep, type Sent } from "./pair.ts";
import type { Segment, TcpEffect, TcpState } from "./tcp.ts";

const WIRE = millis(1);

interface Meddling {
  readonly what: Sent["what"];
  readonly from: End;
  left: number;
  readonly note: string;
  readonly fate: Fate;
}

export function playScript(script: string): string {
  const stage = new Stage();
  return playBlocks(script, (text) => stage.command(text));
}

class Stage {
  private readonly meddlings: Meddling[] = [];
  private readonly notes = new Map<Segment, string>();
  private readonly pair = new Pair((from, sent) => this.fateOf(from, sent));
  private shown = 0;

  command(text: string): readonly string[] {
    this.carryOut(text);
    const lines = this.pair.steps.slice(this.shown).flatMap((step) => this.format(step));
    this.shown = this.pair.steps.length;
    return lines;
  }

  private carryOut(text: string): void {
    const written = /^([ab]) writes (\d+)$/.exec(text);
    if (written !== null) return this.pair.write(endOf(written[1]), Number(written[2]));
    const done = /^([ab]) (connects|aborts|forgets|is silent)$/.exec(text);
    if (done !== null) return this.act(endOf(done[1]), done[2] ?? "");
    const time = /^run (\d+)(ms|s)$/.exec(text);
    if (time !== null) return this.pair.run(nanosOf(time[1], time[2]));
    const window = /^window (\d+)$/.exec(text);
    if (window !== null) {
      this.pair.options = { ...OPTIONS, windowBytes: Number(window[1]) };
      return;
    }
    const next =
      /^next (\d+) (data|acknowledgement|probe|open|accept|reset) from ([ab]) (lost|twice|late by (\d+)(ms))$/.exec(
        text,
      );
    if (next === null) throw new Error("unknown command.");
    const [, left, what, from, note = "", late, unit] = next;
    const fate = note === "lost" ? [] : note === "twice" ? [WIRE, 2 * WIRE] : [WIRE + nanosOf(late, unit)];
    this.meddlings.push({ what: what as Sent["what"], from: endOf(from), left: Number(left), note, fate });
  }

  private act(end: End, what: string): void {
    if (what === "connects") this.pair.connect(end);
    else if (what === "aborts") this.pair.abort(end);
    else if (what === "forgets") this.pair.forget(end);
    else this.pair.silence(end);
  }

  private fateOf(from: End, sent: Sent): Fate {
    const meddling = this.meddlings.find((one) => one.left > 0 && one.what === sent.what && one.from === from);
    if (meddling === undefined) return [WIRE];
    meddling.left--;
    this.notes.set(sent.segment, meddling.note);
    return meddling.fate;
  }

  private format({ end, at, input, after, effects }: PairStep): string[] {
    return [
      `${formatTime(at)} ${end} ${formatInput(input)}: ${formatState(after)}`,
      ...effects.map((e) => this.effect(e)),
    ];
  }

  private effect(effect: TcpEffect): string {
    if (effect.tag === "deliver") return `  delivers ${effect.bytes}`;
    if (effect.tag === "broken") return `  broken: ${effect.by}`;
    const note = this.notes.get(effect.segment);
    const again = effect.again ? " again" : "";
    return `  -> ${formatSegment(effect.segment, effect.what)}${again}${note === undefined ? "" : `, ${note}`}`;
  }
}

const endOf = (text: string | undefined): End => (text === "b" ? "b" : "a");
const nanosOf = (number: string | undefined, unit: string | undefined): Nanos =>
  millis(Number(number) * (unit === "s" ? 1000 : 1));

/** `599ms`, `1.2s`; from a second on always seconds. */
function formatTime(nanos: Nanos): string {
  const ms = nanos / millis(1);
  return ms < 1000 ? `${ms}ms` : `${ms / 1000}s`;
}

function formatSegment({ sequence, length, acknowledgement, control }: Segment, what: string): string {
  if (control !== "none") return what;
  return length > 0 ? `data ${sequence}..${sequence + length}` : `${what} ${acknowledgement}`;
}

const controlName = (control: Segment["control"]): string => (control === "none" ? "acknowledgement" : control);

function formatInput(input: PairStep["input"]): string {
  switch (input.tag) {
    case "write":
      return `writes ${input.bytes}`;
    case "segment":
      return `<- ${formatSegment(input.segment, controlName(input.segment.control))}`;
    case "unknown":
      return "<- something of a connection that it does not have";
    default:
      return input.tag;
  }
}

function formatState(state: TcpState | null): string {
  if (state === null) return "no connection";
  if (state.tag !== "open") return state.tag;
  const { acknowledged, sent, written, received, early } = state;
  const kept = early.map(({ from, to }) => ` and ${from}..${to}`).join("");
  return `out ${acknowledged}/${sent}/${written}, in ${received}${kept}`;
}
