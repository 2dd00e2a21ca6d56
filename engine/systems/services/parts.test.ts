/** The parts of a run of services, each held to the rule that it is named after. */
import { describe, expect, it } from "vitest";
import { RandomStream } from "../../kernel/random.ts";
import { millis, seconds, toMillis } from "../../kernel/time.ts";
import { Balancer } from "./balancer.ts";
import { Breaker, FIRST_PAUSE, OPEN_FOR, pauseBefore, WINDOW } from "./caller-policy.ts";
import { Disturbance, type Blip, type Whom } from "./disturbance.ts";
import { Ejection } from "./ejection.ts";
import { graphText, readServiceGraph } from "./graph.ts";
import { retryBudget, type RetryBudget } from "./retry-budget.ts";
import { GradientLimit } from "./server-limit.ts";
import { readyGraph, READY_GRAPHS, type ReadyGraph } from "./ready-graphs.ts";
import { Codel, RequestQueue, type Queued } from "./request-queue.ts";
import { drawn, exponentialOf, squareOf } from "./spread.ts";

describe("CoDel", () => {
  it("turns requests away 100, 200, 270.7, 328.4 and 378.4 ms after a queue rose above the target (RFC 8289)", () => {
    const codel = new Codel();
    const drops: number[] = [];
    for (let now = 0; now < millis(400); now += millis(0.1))
      if (codel.drops(now, millis(20))) drops.push(toMillis(now));
    expect(drops).toEqual([100, 200, 270.8, 328.5, 378.5]); // each at the next request
  });
});

describe("a queue", () => {
  const request = (): Queued => ({ queuedAt: 0, waits: false });

  it("gives the oldest or the youngest, and none that was taken back", () => {
    for (const order of ["fifo", "lifo"] as const) {
      const queue = new RequestQueue(order);
      const [a, b, c] = [request(), request(), request()];
      for (const one of [a, b, c]) queue.add(one, 0);
      queue.takeBack(order === "fifo" ? a : c);
      expect(queue.length).toBe(2);
      expect(queue.take(0, () => undefined)).toBe(b);
      expect(queue.take(0, () => undefined)).toBe(order === "fifo" ? c : a);
      expect(queue.take(0, () => undefined)).toBeNull();
    }
  });
});

describe("a disturbance", () => {
  it("makes work longer by what it takes away, and by no more", () => {
    const during = (blip: Blip, whom: Whom): Disturbance => {
      const options = { blip, blipAt: 100, blipTime: 100, whom, errorShare: 1 };
      return new Disturbance(options, new RandomStream(1, "test"));
    };
    const pause = during("pause", "all");
    expect(pause.endOf(0, 0, 100)).toBe(100);
    expect(pause.endOf(1, 50, 100)).toBe(250);
    expect(pause.endOf(1, 150, 10)).toBe(210);
    expect(pause.endOf(1, 200, 10)).toBe(210);
    const slow = during("slow", "one");
    expect(slow.endOf(0, 90, 15)).toBe(150);
    expect(slow.endOf(0, 90, 30)).toBe(210);
    expect(slow.endOf(1, 90, 30)).toBe(120);
    expect([during("fail", "one").failsAt(0, 150), during("fail", "one").failsAt(1, 150)]).toEqual([true, false]);
    expect([during("cut", "one").cutsAt(0, 150), during("cut", "one").cutsAt(1, 150)]).toEqual([true, false]);
  });
});

describe("a breaker", () => {
  it("opens when half of twenty attempts failed, lets one through after its time, and closes when that returns", () => {
    const breaker = new Breaker();
    for (let i = 0; i < WINDOW; i++) breaker.ended(i % 2 === 0, 0, breaker.began());
    expect(breaker.allows(OPEN_FOR - 1)).toBe(false);
    expect(breaker.allows(OPEN_FOR)).toBe(true);
    expect(breaker.began()).toBe(true);
    expect(breaker.allows(OPEN_FOR)).toBe(false);
    breaker.ended(false, OPEN_FOR, false); // of the time before it opened
    expect(breaker.allows(OPEN_FOR)).toBe(false);
    breaker.ended(false, OPEN_FOR, true);
    expect(breaker.allows(OPEN_FOR)).toBe(true);
  });
});

describe("ejection", () => {
  it("leaves a server out after five errors in a row, longer each time, and never more than a tenth", () => {
    const ejection = new Ejection(10);
    for (let i = 0; i < 5; i++) for (const server of [0, 1]) ejection.ended(server, true, 0);
    expect(ejection.isOut(0, seconds(29))).toBe(true);
    expect(ejection.isOut(1, seconds(29))).toBe(false);
    expect(ejection.isOut(0, seconds(30))).toBe(false);
    for (let i = 0; i < 5; i++) ejection.ended(0, true, seconds(100));
    expect(ejection.isOut(0, seconds(159))).toBe(true);
  });
});

describe("ejection of a server with requests under way", () => {
  it("counts none of them: not for a longer time, and not for the next time", () => {
    const ejection = new Ejection(20);
    for (let i = 0; i < 5; i++) ejection.ended(0, true, 0);
    for (let i = 0; i < 9; i++) ejection.ended(0, true, seconds(1)); // they had left before
    expect(ejection.isOut(0, seconds(30))).toBe(false);
    ejection.ended(0, true, seconds(31));
    expect(ejection.isOut(0, seconds(31))).toBe(false);
  });
});

describe("a budget of retries", () => {
  it("of nothing allows none; a share of one has a stock at first", () => {
    expect(retryBudget("share", 0).take(0, false)).toBeNull();
    expect(retryBudget("share", 0.1).take(0, false)).toBe(1);
  });

  /** Retries at a moment, until there are none. */
  const retriesAt = (budget: RetryBudget, now: number, afterTimeout = false): number => {
    let retries = 0;
    while (budget.take(now, afterTimeout) !== null && ++retries < 1000) budget.ended(true, 0);
    return retries;
  };

  it("of Finagle is a fifth of the calls of ten seconds, and a hundred more", () => {
    const budget = retryBudget("finagle", 0.2);
    for (let call = 0; call < 1000; call++) budget.began(seconds(3));
    expect(retriesAt(budget, seconds(4))).toBe(300);
    expect(retriesAt(budget, seconds(13))).toBe(0); // the retries still count
    expect(retriesAt(budget, seconds(14))).toBe(100);
  });

  it("of gRPC ends with five failures more than successes have made good", () => {
    const budget = retryBudget("grpc", 0.1);
    budget.ended(true, 0);
    expect(retriesAt(budget, 0)).toBe(4);
    for (let success = 0; success < 10; success++) budget.ended(false, 0);
    expect(retriesAt(budget, 0)).toBe(1);
  });

  it("of botocore is a bucket: five for a retry, ten after a time-out, and a success gives it back", () => {
    expect(retriesAt(retryBudget("botocore", 0), 0)).toBe(100);
    const budget = retryBudget("botocore", 0);
    expect(retriesAt(budget, 0, true)).toBe(50);
    budget.ended(false, 10);
    for (let success = 0; success < 9; success++) budget.ended(false, 0);
    expect(retriesAt(budget, 0, true)).toBe(1);
    expect(retriesAt(budget, 0)).toBe(1);
  });
});

describe("a pause before a retry", () => {
  it("doubles, and is a part of that with jitter", () => {
    const random = new RandomStream(1, "test");
    expect([1, 2, 3].map((retry) => pauseBefore(retry, "exponential", random))).toEqual(
      [1, 2, 4].map((times) => times * FIRST_PAUSE),
    );
    const jitter = Array.from({ length: 200 }, () => pauseBefore(2, "jitter", random) / (2 * FIRST_PAUSE));
    expect(Math.min(...jitter)).toBeLessThan(0.1);
    expect(Math.max(...jitter)).toBeGreaterThan(0.9);
    expect(Math.max(...jitter)).toBeLessThan(1);
  });
});

describe("a balancer", () => {
  const chosen = (kind: ConstructorParameters<typeof Balancer>[0], count: number): readonly number[] => {
    const balancer = new Balancer(kind, 4, 1, new RandomStream(1, kind));
    return Array.from({ length: count }, () => balancer.choose([0, 1, 2, 3], 0));
  };

  it("keeps to its server, goes round, or takes the least busy", () => {
    expect(chosen("pick-first", 3)).toEqual([1, 1, 1]);
    expect(chosen("round-robin", 5)).toEqual([1, 2, 3, 0, 1]);
    expect(chosen("least-requests", 4).toSorted()).toEqual([0, 1, 2, 3]);
  });

  it("by experience avoids a server that was slow", () => {
    const balancer = new Balancer("ewma", 2, 0, new RandomStream(1, "ewma"));
    for (const [server, took] of [
      [0, millis(100)],
      [1, millis(1)],
    ] as const) {
      balancer.choose([server], 0);
      balancer.ended(server, took, millis(100));
    }
    expect(Array.from({ length: 5 }, () => balancer.choose([0, 1], millis(100)))).toEqual([1, 1, 1, 1, 1]);
  });
});

it("a balancer by experience leaves alone a server that has a request and has never answered", () => {
  const balancer = new Balancer("ewma", 2, 0, new RandomStream(1, "ewma"));
  balancer.choose([1], 0);
  balancer.ended(1, millis(1), millis(1));
  balancer.choose([0], millis(1)); // hangs
  expect(Array.from({ length: 5 }, () => balancer.choose([0, 1], millis(2)))).toEqual([1, 1, 1, 1, 1]);
});

describe("spread times", () => {
  it("have their mean and the mean of their squares", () => {
    for (const spread of ["constant", "exponential", "lognormal"] as const) {
      const random = new RandomStream(5, spread);
      const all = Array.from({ length: 200_000 }, () => drawn(spread, 1e6, random) / 1e6);
      const mean = (of: (x: number) => number): number => all.reduce((sum, x) => sum + of(x), 0) / all.length;
      expect(
        mean((x) => x),
        spread,
      ).toBeCloseTo(1, 1);
      expect(mean((x) => x * x) / squareOf(spread), spread).toBeCloseTo(1, 0);
    }
    for (const x of [-20, -1, 0, 0.3, 5, 20]) expect(exponentialOf(x) / Math.exp(x)).toBeCloseTo(1, 14);
  });
});

describe("a graph in JSON", () => {
  it("is read as it was written", () => {
    for (const name of Object.keys(READY_GRAPHS) as ReadyGraph[]) {
      const graph = readyGraph(name, { servers: 3, workers: 5, serverMs: 7, spread: "lognormal", leaves: 4 });
      expect(readServiceGraph(graphText(graph))).toEqual(graph);
    }
  });

  it.each([
    ["{", /this is no JSON/],
    ["[]", /the graph: want an object with services/],
    ['{"services":[]}', /want a list of 1 to 12/],
    ['{"services":[{"name":"A","ms":1}]}', /service 1, name: got "A", want small letters/],
    ['{"services":[{"name":"a"}]}', /service "a", ms: got undefined, want 0.01 to 60000/],
    ['{"services":[{"name":"a","ms":1,"worker":2}]}', /service 1 has "worker"; want name, servers, workers/],
    [
      '{"services":[{"name":"a","ms":1,"calls":[{"to":"a"}]}]}',
      /calls "a"; want one that stands behind it in the list: none/,
    ],
    ['{"services":[{"name":"a","ms":1},{"name":"a","ms":1}]}', /two services named "a"/],
    ['{"services":[{"name":"clients","ms":1}]}', /not "clients"/],
  ])("that is wrong says where: %s", (text, message) => {
    expect(() => readServiceGraph(text)).toThrow(message);
  });
});

it("a limit takes times that stay longer for the usual ones after some hundred requests", () => {
  const admitted = (requests: number): number => {
    const limit = new GradientLimit();
    for (let i = 0; i < 10; i++) limit.ended(millis(10), 0);
    for (let i = 0; i < requests; i++) limit.ended(millis(18), 300);
    return Array.from({ length: 300 }, (_, inside) => inside).filter((inside) => limit.admits(inside)).length;
  };
  expect(admitted(180) - admitted(120)).toBe(48); // a fifth of four places a request
  expect(admitted(60)).toBeLessThan(48);
});
