/** A label within a sentence. */

/** Systems whose names look like any other word at the beginning of a label. */
const NAMES = /^(?:Amoeba|Cedar|Circus|Firefly|Gemini|Mercury|Peregrine|Sprite|Sun|V)\b/;

/**
 * "caller threads" for "Caller threads"; a first word with more capitals or with figures is a name, and keeps them:
 * "MultiRPC", "UDP checksum", "Sun-3/75".
 */
export const inSentence = (label: string): string =>
  /^\S+[A-Z\d]/.test(label) || NAMES.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
