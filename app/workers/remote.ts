/**
 * Calls from the page to a worker. A call is a message with a number, its answer one with the same number. A function
 * among the arguments stays where it is: what the worker gives it comes back as messages until the call is answered.
 */

type Functions = Readonly<Record<string, (...args: never[]) => unknown>>;

/** What a worker serves, as the page sees it: every answer takes its time. */
export type Remote<Served extends Functions> = {
  readonly [Name in keyof Served]: (...args: Parameters<Served[Name]>) => Promise<Awaited<ReturnType<Served[Name]>>>;
};

/** One end of the line: a worker for the page, the worker's own scope within it. */
interface End {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: "message", listen: (event: MessageEvent) => void): void;
}

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: unknown[];
  readonly functions: readonly number[]; // their places among the arguments
}

/** An error travels as its words: the copy of an error loses the name that its class gave it. */
type Said = { readonly name: string; readonly message: string; readonly stack: string | undefined };

type Reply = { readonly id: number } & (
  | { readonly tag: "told"; readonly place: number; readonly args: readonly unknown[] }
  | { readonly tag: "done"; readonly value: unknown }
  | { readonly tag: "failed"; readonly error: Said }
);

const handedOver = new WeakMap<object, Transferable[]>();

/** Marks what belongs to an answer to be handed over instead of copied. */
export function transfer<Value extends object>(value: Value, parts: Transferable[]): Value {
  handedOver.set(value, parts);
  return value;
}

function saidOf(error: unknown): Said {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined };
  return { name: error.name, message: error.message, stack: error.stack };
}

/** Answers calls of the functions. */
export function expose(served: Functions, end: End = globalThis as unknown as End): void {
  const reply = (message: Reply, parts: Transferable[] = []): void => end.postMessage(message, parts);
  const answer = async ({ id, name, args, functions }: Call): Promise<void> => {
    for (const place of functions)
      args[place] = (...given: readonly unknown[]) => reply({ id, tag: "told", place, args: given });
    try {
      const asked = served[name] as ((...given: unknown[]) => unknown) | undefined;
      if (asked === undefined) throw new TypeError(`the worker serves no ${JSON.stringify(name)}`);
      const value = await asked.apply(served, args);
      const parts = typeof value === "object" && value !== null ? handedOver.get(value) : undefined;
      reply({ id, tag: "done", value }, parts);
    } catch (error) {
      reply({ id, tag: "failed", error: saidOf(error) });
    }
  };
  end.addEventListener("message", ({ data }) => void answer(data as Call));
}

interface Waiting {
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The functions that the other end exposes. A call to a worker that has ended is never answered. */
export function wrap<Served extends Functions>(end: End): Remote<Served> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  end.addEventListener("message", ({ data }) => {
    const reply = data as Reply;
    const call = waiting.get(reply.id);
    if (call === undefined) return; // told after the answer
    if (reply.tag === "told") {
      (call.args[reply.place] as (...given: readonly unknown[]) => void)(...reply.args);
      return;
    }
    waiting.delete(reply.id);
    if (reply.tag === "done") call.resolve(reply.value);
    else call.reject(Object.assign(new Error(reply.error.message), reply.error));
  });
  const call = (name: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const functions = args.flatMap((arg, place) => (typeof arg === "function" ? [place] : []));
      waiting.set(id, { args, resolve, reject });
      const sent = args.map((arg) => (typeof arg === "function" ? null : arg));
      end.postMessage({ id, name, args: sent, functions } satisfies Call);
    });
  return new Proxy({} as Remote<Served>, {
    // Whoever awaits this must not take it for a promise.
    get: (_, name) =>
      typeof name !== "string" || name === "then" ? undefined : (...args: unknown[]) => call(name, args),
  });
}
