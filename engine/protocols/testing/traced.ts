/** For tests: how the scripts of a protocol are played. A protocol with words of its own says it in its trace-script.ts. */

export interface Traced {
  readonly play: (script: string) => string;
  /** Who has rules, as traces name them, and the file at whose head they stand; "" where rules have only a number. */
  readonly heads: Readonly<Record<string, string>>;
  readonly rules: number;
  /** Scripts that name no rule. */
  readonly nameNone?: readonly string[];
  /** Scripts that cannot be played, each with the error's words. */
  readonly refused?: readonly (readonly [script: string, message: string])[];
}
