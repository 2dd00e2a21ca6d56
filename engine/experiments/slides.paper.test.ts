/** What the slides say of the Firefly beside others, tried on the systems of the sweepstakes. */
import { expect, it } from "vitest";
import { runOf } from "./testing.ts";

it("slides.not-fastest: Cedar and Amoeba, and Peregrine after them, make an empty call in less time", () => {
  const ms = (system: string): number =>
    Number(runOf("sweepstakes/null", { set: { system }, keep: "none" }).measures["msPerCall"]?.value);
  for (const system of ["cedar", "amoeba", "peregrine"]) expect(ms(system), system).toBeLessThan(ms("firefly"));
});
