/**
 * For tests: plays a scripted trace. A script is a text of blocks, with an empty line between:
 *
 *     # Caller rule 1: a call is sent again until it is acknowledged.
 *     caller alone
 *     start "a"
 *     ----
 *     0ms caller start "a": calling seq 1, send 1, until 600ms
 *       -> call seq 1 "a"
 *
 * Comments, commands, four dashes, and what they lead to: a line for each step (time, who, input, the state after it),
 * below it the step's effects. The expected part is made anew, so a script that plays as it should comes out as it went
 * in. A wire takes 1 ms where nothing else is said.
 *
 * Commands of every protocol; the others stand at the head of each protocol's trace-script.ts
 *     only server                          is shown
 *     run 6s                               time goes on, with all that happens meanwhile
 *     next 3 results lost                  the fate of the next packets of a kind; or `twice`, or `late by 2s`
 *     next 1 data from a lost              of those that one end sends
 */
import { Faults } from "./faults.ts";
import type { LossyNet } from "./net.ts";
import { formatTime } from "./told.ts";
import { Words } from "./words.ts";

const RULE = "----";

/** What a command does; where it gives a text, that is the last of its lines. */
export type Verb = (words: Words) => string | void;

/**
 * A protocol's language: which words a script may say, and how a step is shown. A new protocol writes this table beside
 * its net, and scripts in its folder traces/.
 */
interface Language<Settings, Taken> {
  /** Packets that `next` may name. */
  readonly packets: readonly string[];
  readonly defaults: Settings;
  /** Commands that come before all others, by their first word: each sets something. */
  readonly settings: Readonly<Record<string, (words: Words) => Partial<Settings>>>;
  /** Called once, when the settings are known. */
  readonly begin: (settings: Settings, faults: Faults) => Stage<Taken>;
}

/** A net with the words to act on it. */
export interface Stage<Taken> {
  readonly net: LossyNet<Taken>;
  /** Commands by their first word. */
  readonly verbs: Readonly<Record<string, Verb>>;
  /** The lines of a step; none where it is not worth one. */
  show(taken: Taken): readonly Line[];
}

export interface Line {
  readonly at: number;
  readonly who: string;
  readonly input: string;
  readonly state: string; // "" where it goes without saying
  /** Each by itself; "" where another line says it already. */
  readonly effects: readonly string[];
}

/** A setting that is one set of words: `said("alone", { cast: "caller" })`. */
export const said =
  <Settings>(rest: string, settings: Partial<Settings>) =>
  (words: Words): Partial<Settings> => {
    words.need(...rest.split(" "));
    return settings;
  };

/** The script with its expected parts made anew. Throws where a command cannot be carried out; names its line. */
export function playScript<Settings, Taken>(script: string, language: Language<Settings, Taken>): string {
  const player = new Player(language);
  const blocks = script.trimEnd().split("\n\n");
  let line = 1;
  const played = blocks.map((block) => {
    const from = line;
    line += block.split("\n").length + 1;
    return playBlock(block.split("\n"), from, (text) => player.command(text));
  });
  return `${played.join("\n\n")}\n`;
}

function playBlock(lines: readonly string[], from: number, command: (text: string) => readonly string[]): string {
  const end = lines.indexOf(RULE);
  const written = end < 0 ? lines : lines.slice(0, end);
  const output: string[] = [];
  for (const [index, text] of written.entries()) {
    if (text.startsWith("#")) continue;
    try {
      output.push(...command(text));
    } catch (error) {
      throw new Error(`line ${from + index}, "${text}": ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const isComment = written.every((text) => text.startsWith("#"));
  return isComment ? written.join("\n") : [...written, RULE, ...output].join("\n");
}

/** One script at work. */
class Player<Settings, Taken> {
  private readonly language: Language<Settings, Taken>;
  private readonly faults: Faults;
  private settings: Settings;
  private begun: Stage<Taken> | null = null;
  private only = ""; // how the lines' `who` begins, with a space after it

  constructor(language: Language<Settings, Taken>) {
    this.language = language;
    this.faults = new Faults(language.packets);
    this.settings = language.defaults;
  }

  /** What the command leads to. */
  command(text: string): readonly string[] {
    const words = new Words(text);
    const last = this.carryOut(words.take(), words);
    words.end();
    return [...this.lines(), ...(last === undefined ? [] : [last])];
  }

  private carryOut(verb: string, words: Words): string | void {
    const setting = this.language.settings[verb];
    if (setting !== undefined && this.begun === null) {
      this.settings = { ...this.settings, ...setting(words) };
    } else if (verb === "only") {
      this.only = `${words.rest()} `;
    } else if (verb === "next") {
      this.faults.add(words);
    } else if (verb === "run") {
      this.stage.net.run(words.time());
    } else {
      const act = this.stage.verbs[verb];
      if (act !== undefined) return act(words);
      if (setting !== undefined) throw new Error("this is set before anything else happens.");
      throw new Error("unknown command. The commands stand at the head of trace-script.ts.");
    }
  }

  private get stage(): Stage<Taken> {
    this.begun ??= this.language.begin(this.settings, this.faults);
    return this.begun;
  }

  /** What has happened since it was asked last. */
  private lines(): readonly string[] {
    const stage = this.begun;
    if (stage === null) return [];
    const lines = stage.net.steps.splice(0).flatMap((step) => stage.show(step));
    return lines.flatMap((line) => {
      if (!`${line.who} `.startsWith(this.only)) return [];
      const state = line.state === "" ? "" : `: ${line.state}`;
      const effects = line.effects.filter((effect) => effect !== "").map((effect) => `  ${effect}`);
      return [`${formatTime(line.at)} ${line.who} ${line.input}${state}`, ...effects];
    });
  }
}
