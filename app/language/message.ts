/**
 * Messages of a catalogue: words with values in braces, "{0} of {1}", and ICU plurals,
 * "{0, plural, one {# call} other {# calls}}". A value that nobody translates, such as the keys of a link, is
 * "{0, as written}".
 */

/** What is put into a message, by what stands in its braces. */
type PutIn = Readonly<Record<string, string>>;

/** The end of the braces that open at `from`: the place behind them. Throws where they are not closed. */
function behindBraces(message: string, from: number): number {
  let depth = 0;
  for (let at = from; at < message.length; at++) {
    if (message[at] === "{") depth++;
    if (message[at] === "}" && --depth === 0) return at + 1;
  }
  throw new Error(`The message "${message}" has a brace that is not closed. Write } for each {.`);
}

/** A number as a text has it, with the marks of any language: "1,097", "1.097", "12". */
const countIn = (text: string): number => Number(text.replaceAll(/[^\d]/g, ""));

function pluralForm(forms: string, count: string, plurals: Intl.PluralRules): string {
  const found = new Map<string, string>();
  for (let at = 0; at < forms.length;) {
    const open = forms.indexOf("{", at);
    if (open < 0) break;
    const end = behindBraces(forms, open);
    found.set(forms.slice(at, open).trim(), forms.slice(open + 1, end - 1));
    at = end;
  }
  const n = countIn(count);
  const form = found.get(`=${n}`) ?? found.get(plurals.select(n)) ?? found.get("other");
  if (form === undefined) throw new Error(`The plural "${forms}" has no form "other". Add other {…}.`);
  return form.replaceAll("#", count);
}

/**
 * A message with its values put in. A name without a value stays as it is, in braces.
 * @param written the values as the page wrote them in English
 */
export function filled(message: string, values: PutIn, plurals: Intl.PluralRules, written = values): string {
  let text = "";
  for (let at = 0; at < message.length;) {
    const open = message.indexOf("{", at);
    if (open < 0) return text + message.slice(at);
    const end = behindBraces(message, open);
    const inside = message.slice(open + 1, end - 1);
    const plural = /^\s*(\w+)\s*,\s*plural\s*,/.exec(inside);
    const asWritten = /^\s*(\w+)\s*,\s*as written\s*$/.exec(inside);
    const name = plural?.[1] ?? asWritten?.[1] ?? inside.trim();
    const value = (asWritten === null ? values : written)[name] ?? `{${name}}`; // seen, so that somebody mends it
    text += message.slice(at, open);
    text +=
      plural === null
        ? value
        : filled(pluralForm(inside.slice(plural[0].length), value, plurals), values, plurals, written);
    at = end;
  }
  return text;
}

/** The names of the values that a message puts in, each once, in the order of the alphabet. */
export function valuesIn(message: string): readonly string[] {
  const names = new Set<string>();
  filled(message, new Proxy({}, { get: (_, name) => (names.add(String(name)), "1") }), new Intl.PluralRules("en"));
  return [...names].toSorted();
}
