/** Fetches something of a paper once. A fetch that failed is made again the next time. */

/**
 * The same promise for the same id, until it is rejected. It rejects with a RangeError where there is no such paper.
 * @param files of each paper, by its id
 */
export function once<Files, Value>(
  files: Readonly<Record<string, Files>>,
  make: (files: Files, id: string) => Promise<Value>,
): (id: string) => Promise<Value> {
  const made = new Map<string, Promise<Value>>();
  return (id) => {
    const own = Object.hasOwn(files, id) ? files[id] : undefined;
    if (own === undefined) {
      return Promise.reject(new RangeError(`papers: no files of "${id}"; there are ${Object.keys(files).join(", ")}.`));
    }
    const promise = made.get(id) ?? make(own, id);
    made.set(id, promise);
    promise.catch(() => made.delete(id));
    return promise;
  };
}
