/** Which parameters and measures of an experiment the figure of a crowd takes its handles, limits and verdicts from. */
import type { Nanos } from "../kernel/time.ts";

/**
 * What of an experiment a crowd is about, by the names of its parameters. All of it may be left out.
 *
 * @typeParam Key the names of the parameters
 * @typeParam All their values
 * @typeParam Name the names of the measures
 */
export interface CrowdRoles<Key extends string = string, All extends object = object, Name extends string = string> {
  /** Calls a second that are asked for. */
  readonly load?: Key;
  readonly retries?: Key;
  /** Retries for each call; one as large as the retries, or at its most, binds nobody. */
  readonly budget?: Key;
  /** Whether the budget is a share of the calls; it is where this is left out. */
  isShare?(values: All): boolean;
  /** Places in a server's queue, and how many servers the queue of that name has. */
  readonly places?: { readonly limit: Key; servers(values: All, queue: string): number };
  /** How long an attempt is waited for, in ms. */
  readonly timeout?: Key;
  /** The disturbance: how long it lasts, in ms, when it begins, and what it is, as the end of a sentence. */
  readonly blip?: {
    readonly length: Key;
    readonly at: Nanos;
    says(values: All): string; // "The storage stands still"
  };
  /** For so long calls come, in s. */
  readonly seconds?: Key;
  /** The measure that is a number where the crowd comes back after the disturbance. */
  readonly recovery?: Name;
  /** Where what is sent again are second copies of late calls, and no retries. */
  readonly copies?: true;
  /** The measures of attempts a call, and of the work that is for nobody, in percent. */
  readonly attempts?: Name;
  readonly wasted?: Name;
  /** Requests a second that can be served, where no series says it. */
  capacityPerS?(values: All): number;
  /** Ways to call that are compared: the first is the usual one. */
  readonly policies?: readonly { readonly name: string; readonly set: Partial<All> }[];
}
