/** The flag *don’t fragment*: hosts set it since they look for a path’s MTU (RFC 1191, 1990). */
import { describe, expect, it } from "vitest";
import { packetsOf } from "../systems/testing.ts";
import { u16 } from "../wire/bytes.ts";
import { ETHERNET_BYTES } from "../wire/ethernet.ts";
import { DONT_FRAGMENT, IPV4_AT } from "../wire/ipv4.ts";
import { defaultsOf } from "./settings.ts";
import { experimentOf } from "./testing.ts";
import type { ParamValues } from "./types.ts";

/** Whether each frame of a run sets the flag. */
function flagsOf(id: string, set: ParamValues): ReadonlySet<boolean> {
  const experiment = experimentOf(id);
  const { trace } = experiment.run({ ...defaultsOf(experiment), ...set }, 1, [], { keep: { calls: 3 } });
  const at = ETHERNET_BYTES + IPV4_AT.flags;
  return new Set(packetsOf(trace).map(({ frame }) => (u16(frame, at) & DONT_FRAGMENT) !== 0));
}

describe("don’t fragment", () => {
  it.each([
    ["sun-rpc/call", {}],
    ["sun-rpc/call", { program: "tcp" }],
    ["sun-rpc/call", { argumentBytes: 8192 }],
    ["multirpc/call", {}],
  ] as const)("is clear in every frame of BSD: %s %o", (id, set) => {
    expect(flagsOf(id, set)).toEqual(new Set([false]));
  });

  it.each([
    ["today/call", { stack: "sockets" }],
    ["today/call", { stack: "bypass" }],
    ["today/hedge", {}],
    ["flexrpc/multicast", {}],
  ] as const)("is set in every frame of Linux: %s %o", (id, set) => {
    expect(flagsOf(id, set)).toEqual(new Set([true]));
  });
});
