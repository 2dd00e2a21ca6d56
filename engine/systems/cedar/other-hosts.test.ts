import { expect, it } from "vitest";
import { EXPERIMENTAL, parsePup } from "../../wire/pup.ts";
import { otherPup } from "./other-hosts.ts";

it("another host’s Pup asks the echo server, at socket 5, for an echo, by type 1 (Boggs and others 1980)", () => {
  const frame = otherPup(2, 7, 100);
  expect(parsePup(frame, EXPERIMENTAL.bytes, frame.length)).toMatchObject({
    type: 1,
    from: { host: 102, socket: 5 },
    to: { host: 107, socket: 5 },
    length: 100 - EXPERIMENTAL.bytes - 22,
  });
});
