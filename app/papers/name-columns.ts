/** Columns with names of programs, of sources and of places in a paper: in each language they stay as printed. */
const NAME_COLUMNS: ReadonlySet<string> = new Set("routine symbol section component primitive source url".split(" "));

export const isNameColumn = (key: string): boolean => NAME_COLUMNS.has(key);

/** What an element with a name needs, so that nobody translates it. */
export const asPrinted = (key: string): { readonly translate?: "no" } => (isNameColumn(key) ? { translate: "no" } : {});
