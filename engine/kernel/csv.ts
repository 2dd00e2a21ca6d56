/** Cells of CSV that others’ files fill: no spreadsheet may take one for a formula. */

/** What begins so, a spreadsheet takes for a formula; some take the full-width signs, too. */
const FORMULA = /^[\s\u0000]*[=+\-@＝＋－＠\t\r|%]/;

/** The text, with an apostrophe before what a spreadsheet would calculate. */
export const notFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
