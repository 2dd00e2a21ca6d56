/** Texts that are the same in every language, or that the page has translated before: values of a pattern. */

const IS_NUMBER =
  /^[\s\u2009\u202f]*[−–+~<>]?\d[\d.,:/–\-\s\u2009\u202f]*(?:%|[µmnk]?s|min|bytes?|[kMG]?bit\/s|\p{L}{1,2}\/?s?)?\s*$/u;
const IS_VALUE = /^[\s\uE000-\uF8FF]+$/u; // an element of the page stands there

const COUNT_WORD = /^(?:no|one|two|three|four|five|all)$/i;
const ROMAN = /^[IVXL]+$/; // of a table
/** The hash of a trace, "UDP", "Cedar RPC", "MultiRPC", "Null()", "call#1", an address, "_xdr_long", a system. */
const NAMES = [
  /^[0-9a-f]{16}$/,
  /^(?:\w*_\w+|[a-z]+\d+|\w\d+-\w+|[A-Z]{2,}\w* \d+ \w+|(?:[A-Z]\w+ )?\w*[A-Z]{2}[\w/.-]*)$/,
  /^(?:\w+\(\w?\)|\w+#\d+|\d+(?:\.\d+){3}|[A-Z]\w*\.[A-Z]\w*|Cedar|Firefly|Sun-3\/\d+|Amoeba(?:\/UNIX)?|Sprite)$/,
];

/** A Chinese text without English words in it: the page has translated it before. */
const HAN = /^(?!.*[a-z]{3,} [a-z]{2,}).*\p{Script=Han}/su;

/** A line of a fault script: "drop call#1", "crash server at 30s". */
const OF_PACKET = "(?:drop|delay|duplicate|reorder|corrupt|garble) \\w+#";
const OF_MACHINE = "(?:crash|restart|slow|pause|cut) \\S+ (?!of )[^?:]*";
const FAULT = new RegExp(`^(?:${OF_PACKET}|${OF_MACHINE}|lose )\\d[^,:]*$`);

/** What somebody has written: '"IN"'. */
const QUOTED = /^"[^"]*"$/;

/** Arithmetic on named numbers: "attempts × load". */
const FORMULA = /^[a-z][\w.]*(?: [×÷−+] [\w.,()]+)+\.?$/;

/** Numbers, names, code and what is written: no language changes them. */
export const isSameEverywhere = (text: string): boolean =>
  text === "" ||
  [IS_NUMBER, IS_VALUE, COUNT_WORD, ROMAN, ...NAMES, FAULT, FORMULA, QUOTED, HAN].some((kind) => kind.test(text));

/** A line of a fault script, or a formula: no part of it is looked up. */
export const isCode = (text: string): boolean => FAULT.test(text) || FORMULA.test(text);

/** "1 call, crash server at 600us": a list with a line of a fault script, of which a pattern would take a part. */
export const hasFault = (text: string): boolean => text.split(", ").some((one) => FAULT.test(one));
