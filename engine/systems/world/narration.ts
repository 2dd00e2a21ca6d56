/**
 * A step in one sentence, for a reader who steps through a run. `{machine}` is the machine that works, `{cpu}` its
 * processor, `{to}` the machine that a packet of the step goes to, `{from}` the one that it came from. A part in
 * brackets is left out where the trace does not tell what stands in it.
 */

/** By the name of the step, as its span in the trace has it. */
export type Sentences = Readonly<Record<string, string>>;

/** The machines of a step, from the trace, in the words of a sentence: "the caller", "server3". */
export interface Told {
  readonly machine: string;
  readonly cpu: string; // "CPU 4"
  readonly from: string | null;
  readonly to: string | null;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The sentence of a template. Throws RangeError where the trace does not tell a name outside of brackets. */
export function sentenceFrom(template: string, told: Told): string {
  const known: Readonly<Record<string, string | null>> = { ...told };
  const isTold = (part: string): boolean => [...part.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => known[name]);
  const kept = template.replaceAll(/\[([^\]]*)\]/g, (_, part: string) => (isTold(part) ? part : ""));
  const filled = kept.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const word = known[name];
    if (word === undefined || word === null) throw new RangeError(`"${template}": nothing is told of ${name}.`);
    return word;
  });
  return capital(filled);
}
