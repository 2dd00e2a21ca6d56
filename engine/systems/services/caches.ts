/**
 * Caches that are lost, and fill again.
 *
 * Rules
 * 1. A share `hits` of a service's requests asks for one of `keys` things, each as likely as the others. Before the
 *    loss all of them are in the cache, which the servers of the service share.
 * 2. From the loss on a request finds only what an answer from below has brought since. While the disturbance lasts,
 *    nothing is kept.
 * 3. Requests that ask for the same thing at once all go below: nobody waits for another's answer.
 */
import type { RandomStream } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";

interface CacheOptions {
  readonly keys: number;
  /** When the caches are lost, and when they are there again, empty; null where they are not lost. */
  readonly lost: { readonly at: Nanos; readonly until: Nanos } | null;
}

/** No thing of a cache. */
export const NO_KEY = -1;

export class Caches {
  private readonly options: CacheOptions;
  private readonly random: RandomStream;
  private readonly kept: ReadonlyMap<string, Set<number>>;

  constructor(options: CacheOptions, services: readonly string[], random: RandomStream) {
    this.options = options;
    this.random = random;
    this.kept = new Map(services.map((name) => [name, new Set<number>()]));
  }

  /** Looks in the cache of a service. @returns NO_KEY where it answers, else the thing that it lacks */
  lacks(service: string, now: Nanos): number {
    const { keys, lost } = this.options;
    if (lost === null || now < lost.at) return NO_KEY;
    const key = this.random.integer(keys);
    return this.kept.get(service)?.has(key) === true ? NO_KEY : key;
  }

  /** An answer from below has brought a thing. */
  fill(service: string, key: number, now: Nanos): void {
    const { lost } = this.options;
    if (key !== NO_KEY && lost !== null && now >= lost.until) this.kept.get(service)?.add(key);
  }
}
