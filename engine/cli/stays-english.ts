/**
 * Which texts of the sources no language translates. A reader either does not meet them, or meets them as code, which
 * is the same in every language.
 */

/** What these sources say is read by whoever builds a system, a paper or a text trace. */
const FOR_BUILDERS = [
  /\/(?:trace-script|check-\w+|fuzz-cases|every-fault|testing)\.ts$/,
  /^engine\/papers\/(?:lookup|role|once|claims|errata)\.ts$/,
  /^engine\/experiments\/(?:runnable|with-runs|run-tables|accounts|answering|reproduce|describe|crowd|sweep)\.ts$/,
  /^engine\/experiments\/echo-fixture\//,
  /^engine\/explore\/(?:explore|net-endless|prepared)\.ts$/,
  /^engine\/experiments\/export\/itf\.ts$/, // a file for other programs
];

/** And these sentences of sources whose other words readers meet. */
const MISTAKES_OF_BUILDERS = [
  /^There is no (?:host|link|trunk|class|byte) .*\{|, want (?:0 or more|more than 0|a whole number)/,
  /: an interrupt starts|has no track|^packet kind \{|cannot stand in a fault script/,
];

/** Programs in other languages, and what a program reads. */
const CODE_SOURCES = [
  /^app\/(?:papers\/name-columns|timeline\/search\/find)\.ts$/,
  /^engine\/wire\/(?:header|packet-table|bytes|lua|lua-formats)\.ts$/,
  /^engine\/stubs\/(?:rp2gen|xdr)\/(?:stub-text|edit|parser|types|decode)\.ts$/,
  /^engine\/protocols\/written\/(?:program-of|ends)\.ts$/,
  /^app\/write\/(?:hostile|strip-types|CodeForm)\.tsx?$/,
];

const VERBS = "cut|crash|delay|dorp|drop|duplicate|garble|corrupt|lose|pause|reorder|restart|run|slow";
const CODE = [
  // A line of a fault script, and what an example of a wrong one says.
  new RegExp(`^(?:${VERBS}) (?=[^A-Z.]*[#%\\d{]|(?:client|server|caller)$)`),
  // Names of classes, of kinds and of experiments; keys of a link; types of files; style sheets.
  /^(?:[a-z]+[ /])+(?:[a-z]+-)+[a-z{}0-9]+$|^[a-z]+\/[a-z-]+$|^[a-z]+=|\.json\b/,
  /\(min-width|\[[a-z-]+=|^calc\(|:[a-z]+-[a-z]+ /,
  /^(?:result|reject|acknowledgement) (?:mine|before)$|^call \d of \d$|^(?:Escape|Pct|Us|Str)$/,
  /^(?:crowd-handle|hold|grip|pull|left|lesson|low|node|play|twin|keep|off) (?:is-\{0\}|[a-z-]+)(?: [a-z]+)*$/,
  /^Roundtrip v\{0\}$|^npm run |^The tick$|^roundtrip concept test$/,
];

/** @param file the source that has the text, from the project's folder */
export const staysEnglish = (text: string, file: string): boolean =>
  [...FOR_BUILDERS, ...CODE_SOURCES].some((one) => one.test(file)) ||
  [...CODE, ...MISTAKES_OF_BUILDERS].some((one) => one.test(text));
