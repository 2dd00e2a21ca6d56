/** The specifications of lesson 4.5, as its steps open with them. */

/** Noa's procedure, a line for each parameter. */
export const MOVE_EXAM = `Subsystem "Timetable";

move_exam(
  IN OUT Integer room,
  IN Integer exam
);`;

/** The same without its comma: the compiler refuses it. */
export const NO_COMMA = MOVE_EXAM.replace("room,", "room");

/** The slip that compiles: the room travels out only. */
export const ONE_WAY = MOVE_EXAM.replace("IN OUT", "IN");

const announce = (parameters: string): string => `Subsystem "Timetable";

announce(${parameters});`;

/** The checkpoint begins with this. */
export const ANNOUNCE = announce("IN Integer room");
export const SOLUTION = announce("IN String word, IN OUT Integer room, OUT Integer readers");
export const ONE_NUMBER_LESS = announce("IN String word, IN Integer room, OUT Integer readers");
export const ONE_NUMBER_MORE = announce("IN String word, IN OUT Integer room, IN OUT Integer readers");
export const WORD_BOTH_WAYS = announce("IN OUT String word, IN OUT Integer room, OUT Integer readers");

/** Guesses that reach the sums without a word, or with another number of parameters. */
export const LUCKY = [
  announce("IN OUT EncryptionKey word, IN Double room, IN Integer readers"),
  announce("IN String word, IN OUT Integer room, OUT Integer readers, IN SE_Descriptor data"),
  announce("IN String word, OUT Double room"),
];

/** So many procedures of the size of Noa's. */
export const manyProcedures = (count: number): string =>
  [
    'Subsystem "Timetable";',
    "",
    ...Array.from({ length: count }, (_, i) => `move_exam${i + 1}(IN OUT Integer room, IN Integer exam);`),
  ].join("\n");
