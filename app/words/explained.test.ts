import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { explained } from "./explained.ts";

const terms = (text: string): readonly string[] => explained(text).map(({ term }) => term);

describe("the words of a figure", () => {
  it("are explained where they are a paper’s, in the order of the text", () => {
    expect(terms("Handle trap to Nub")).toEqual(["trap", "Nub"]);
    expect(terms("QBus/controller transmit latency: QBus")).toContain("DEQNA");
    for (const name of ["DEQNA", "QBus", "Starter", "Ender", "NAK", "BUSY", "callback", "SFTP", "DMA", "MaxResult"]) {
      expect(terms(`${name} of this`)[0]?.toLowerCase(), name).toBe(name.toLowerCase());
    }
    expect(terms("Null (the server procedure)")).toEqual(["Null()"]);
    expect(terms("Prod Ethernet controller")).toEqual(["prod"]);
  });

  it("are explained where a lesson’s figures show them first: fields of packets, sources, settings of the run", () => {
    const shown = ["Pup", "a hint", "of one incarnation of the export", "LANCE", "recvfrom", "two LWP switches"];
    const more = ["Table VI", "Tables I, VI", "seed 1", "0 % load by other hosts", "twin", "residual", "protocol"];
    for (const words of [...shown, ...more, "stub", "transport control"]) expect(terms(words), words).not.toEqual([]);
  });

  it("are no terms in another word, or where a name has no capital letter", () => {
    expect(terms("a nub, a Nubian, an ender, stubborn, products")).toEqual([]);
  });

  it("are explained for each step that a system takes with a name of a paper", () => {
    const names = new Set(
      experiments
        .filter(({ id }) => /^(firefly\/null|multirpc\/call|flexrpc\/multicast)$/.test(id))
        .flatMap((one) => one.run(withDefaults(one, {}), 1, [], { keep: { calls: 1 } }).trace.steps)
        .map(({ name }) => name),
    );
    for (const name of names) {
      const named = /Nub|Starter|Ender|Transporter|Receiver|DEQNA|QBus|UDP|stub|NAK|BUSY|Marshal|Null/.test(name);
      if (named) expect(explained(name), name).not.toEqual([]);
    }
  });
});
