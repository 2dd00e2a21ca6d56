import { expect, it } from "vitest";
import { STATE_MACHINES } from "./state-machines.ts";

/** A rule is a sentence, so only a reader can say which lines it is about: what was read once stays as it was read. */
it("each line of a machine’s table names the rules that a reader has found it to follow", async () => {
  const lines = Object.values(STATE_MACHINES).flatMap((machines) =>
    machines.flatMap(({ title, transitions }) => [
      title,
      ...transitions.map(({ from, on, when, to, rules }) => {
        const input = when === "" ? on.join(", ") : `${on.join(", ")} (${when})`;
        return `  ${rules.join(", ") || "none"}: ${from.join(", ")} --${input}--> ${to}`;
      }),
    ]),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./lines-of-rules.txt");
});
