/** Fetches something once. A fetch that failed is made again the next time. */

/**
 * The same promise for the same id, until it is rejected. It rejects with a RangeError where there are no such files.
 * @param room as the error names it: "papers"
 * @param files of each paper or family, by its id
 */
export function once<Files, Value>(
  room: string,
  files: Readonly<Record<string, Files>>,
  make: (files: Files, id: string) => Promise<Value>,
): (id: string) => Promise<Value> {
  const made = new Map<string, Promise<Value>>();
  return (id) => {
    const own = Object.hasOwn(files, id) ? files[id] : undefined;
    if (own === undefined) {
      return Promise.reject(
        new RangeError(`${room}: no files of ${JSON.stringify(id)}; there are ${Object.keys(files).join(", ")}.`),
      );
    }
    const promise = made.get(id) ?? make(own, id);
    made.set(id, promise);
    promise.catch(() => made.delete(id));
    return promise;
  };
}
