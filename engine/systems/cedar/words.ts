/** Words of 16 bits, as the Dorado has them. */
const WORD = 2; // bytes

/** Words that so many bytes fill. */
export const wordsIn = (bytes: number): number => Math.ceil(bytes / WORD);
/** Words of so many bytes. */
export const wordsOf = (data: Uint8Array): number => wordsIn(data.length);
