/** For tests: holds the scripts of a protocol to the rules at the heads of its files. */

/** A script by the name of its file. */
interface Script {
  readonly name: string;
  readonly text: string;
}

/** Each of the rules is shown and each of the names is one where the three lists are empty. */
interface Shown {
  readonly rules: number;
  /** Rules that no comment names: "callee 3". */
  readonly notShown: readonly string[];
  /** Names of rules that there are not, each with its script. */
  readonly notRules: readonly string[];
  /** Scripts that name no rule in the comment at their head. */
  readonly nameNone: readonly string[];
}

/** @param heads sources by the party whose rules stand at their head; with "" alone, a rule is named by its number */
export function rulesShown(scripts: readonly Script[], heads: Readonly<Record<string, string>>): Shown {
  const named = (text: string): readonly string[] => rulesNamed(text, Object.keys(heads));
  const rules = Object.entries(heads).flatMap(([party, text]) =>
    rulesAtHead(text).map((number) => `${party} ${number}`.trim()),
  );
  const shown = new Set(scripts.flatMap(({ text }) => named(text)));
  return {
    rules: rules.length,
    notShown: rules.filter((rule) => !shown.has(rule)),
    notRules: scripts.flatMap(({ name, text }) =>
      named(text).flatMap((rule) => (rules.includes(rule) ? [] : [`${name}: ${rule}`])),
    ),
    nameNone: scripts.flatMap(({ name, text }) => (named(text.split("\n\n", 1).join()).length === 0 ? [name] : [])),
  };
}

/** Numbers of the rules at the head of a source file: ` * 3. A call with …`. */
export function rulesAtHead(text: string): readonly string[] {
  const head = text.slice(0, text.indexOf("*/"));
  return [...head.matchAll(/^ \* (\d+)\. /gm)].map(([, number]) => number ?? "");
}

/** The first sentence of each rule at the head of a source file, by its number. */
export function sentencesAtHead(text: string): ReadonlyMap<number, string> {
  const head = text.slice(0, text.indexOf("*/"));
  const rules = [...head.matchAll(/^ \* (\d+)\. (.*(?:\n \* {4}.*)*)/gm)];
  return new Map(
    rules.map(([, number, rule = ""]) => {
      const whole = rule.replaceAll(/\s*\n \*\s*/g, " ");
      return [Number(number), /^.*?\.(?= |$)/.exec(whole)?.[0] ?? whole];
    }),
  );
}

/** Rules that the comments of a script name: "Callee rules 3 and 5" as "callee 3" and "callee 5". */
function rulesNamed(script: string, parties: readonly string[]): readonly string[] {
  const comments = script.match(/^#.*$/gm)?.join(" ").replaceAll(" # ", " ") ?? "";
  const party = parties.join("") === "" ? "()" : `(${parties.join("|")}) `;
  const rule = new RegExp(`${party}rules? (\\d+(?:(?:, | and )\\d+)*)`, "gi");
  return [...comments.matchAll(rule)].flatMap(([, name = "", list = ""]) =>
    [...list.matchAll(/\d+/g)].map(([number]) => `${name.toLowerCase()} ${number}`.trim()),
  );
}
