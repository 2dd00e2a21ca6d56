/** What stands in these is no language; what is read of them, such as the hint in an empty field, is. */
export const NO_LANGUAGE: ReadonlySet<string> = new Set(["code", "pre", "kbd", "samp", "textarea", "style", "script"]);
