/** The family of the experiment with this id: "firefly" of "firefly/null". */
export const familyOf = (id: string): string => id.replace(/\/.*$/, "");
