/** For tests: how the scripts of a protocol are played; its trace-script.ts says it, if it has words of its own. */

export interface Traced {
  readonly play: (script: string) => string;
  /**
   * Who has rules, as traces name them, and the file at whose head they stand; "" where rules have only a number. Left
   * out: each file of the protocol with rules at its head, by its name.
   */
  readonly heads?: Readonly<Record<string, string>>;
  /** How many rules there are; left out where no test holds their number. */
  readonly rules?: number;
  /** Scripts that name no rule. */
  readonly nameNone?: readonly string[];
  /** Scripts that cannot be played, each with the error's words. */
  readonly refused?: readonly (readonly [script: string, message: string])[];
}
