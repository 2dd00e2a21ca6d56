import { afterEach, describe, expect, it } from "vitest";
import { expose, transfer, wrap } from "./remote.ts";

class Odd extends Error {
  override readonly name = "Odd";
}

const served = {
  add: (a: number, b: number): number => a + b,
  async count(to: number, onNumber: (n: number) => void): Promise<string> {
    for (let n = 1; n <= to; n++) onNumber(n);
    await Promise.resolve();
    return "counted";
  },
  fill(length: number): { readonly bytes: Uint8Array<ArrayBuffer> } {
    const bytes = new Uint8Array(length).fill(7);
    given = bytes;
    return transfer({ bytes }, [bytes.buffer]);
  },
  fail(): never {
    throw new Odd("not with these");
  },
};

let given: Uint8Array | null = null;
const open: MessagePort[] = [];

/** Both ends of a line, started. */
function line(): readonly [MessagePort, MessagePort] {
  const { port1, port2 } = new MessageChannel();
  for (const port of [port1, port2]) {
    port.start();
    open.push(port);
  }
  return [port1, port2];
}

function remote() {
  const [page, worker] = line();
  expose(served, worker);
  return wrap<typeof served>(page);
}

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

describe("calls over a line", () => {
  it("come back with what the function gave, each to its own call", async () => {
    const far = remote();
    expect(await Promise.all([far.add(1, 2), far.add(30, 4)])).toEqual([3, 34]);
  });

  it("tell a function among the arguments, in order and before the answer", async () => {
    const told: (number | string)[] = [];
    told.push(await remote().count(3, (n) => told.push(n)));
    expect(told).toEqual([1, 2, 3, "counted"]);
  });

  it("hand over what is marked instead of copying it", async () => {
    const { bytes } = await remote().fill(5);
    expect([...bytes]).toEqual([7, 7, 7, 7, 7]);
    expect(given?.length).toBe(0); // it is here now, and there no longer
  });

  it("reject with the words of the error, its name too, and go on", async () => {
    const far = remote();
    await expect(far.fail()).rejects.toMatchObject({ name: "Odd", message: "not with these" });
    expect(await far.add(2, 2)).toBe(4);
  });

  it("say which function is not there", async () => {
    const [page, worker] = line();
    expose({ add: served.add }, worker);
    await expect(wrap<typeof served>(page).fail()).rejects.toThrow('the worker serves no "fail"');
  });

  it("can be awaited as a whole, as what is no promise", async () => {
    const far = remote();
    expect(await Promise.resolve(far)).toBe(far);
  });
});
