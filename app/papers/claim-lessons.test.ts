import { describe, expect, it } from "vitest";
import { claimsOf } from "../../engine/papers/claims.ts";
import { lesson as moreThreads } from "../../lessons/more-threads/lesson.ts";
import { lesson as where } from "../../lessons/where-2-66-ms-go/lesson.ts";
import { claimLessons } from "./claim-lessons.ts";

const found = claimLessons("firefly", claimsOf("firefly"), [where, moreThreads]);

describe("the lesson of a claim", () => {
  it("states the claim’s own number, though an earlier lesson cites its table", () => {
    expect(found["null-latency"]).toBe(where.slug);
    expect(found["max-throughput"]).toBe(moreThreads.slug);
  });

  it("else states most of the claim’s tables; a claim of the text alone has none", () => {
    expect(found["null-rate"]).toBe(moreThreads.slug); // Table I
    expect(found["dominance"]).toBe(where.slug); // Table VI
    expect(found["hardware"]).toBeUndefined();
    expect(found["processors-5to2"]).not.toBe(where.slug); // it states another ten, in Mbit/s
    expect(found["rpc-for-bulk"]).toBeUndefined();
  });
});
