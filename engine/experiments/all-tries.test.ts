import { expect, it } from "vitest";
import { TRIES } from "./all-tries.ts";

it("claims are tried by the runs that tries.txt lists", async () => {
  const lines = TRIES.flatMap(({ paper, claims }) =>
    Object.entries(claims).flatMap(([id, { experiment, set, faults, seed, measure, scale, look }]) => {
      const settings = Object.entries(set).map(([key, value]) => `${key}=${String(value)}`);
      const what = [experiment, ...settings, ...faults.map((line) => JSON.stringify(line)), `seed ${seed}`].join(" ");
      const number = measure === undefined ? [] : [`  ${measure}${scale === undefined ? "" : ` times ${scale}`}`];
      return [`${paper} ${id}: ${what}`, ...number, `  ${look}`];
    }),
  );
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./tries.txt");
});
