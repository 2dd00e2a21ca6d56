/** The message of an error; the text of another value that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
