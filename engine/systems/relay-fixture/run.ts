/** For tests: the service behind a proxy on machines of three kinds, joined by a switch. */
import { parseScript } from "../../faults/index.ts";
import { stationOf } from "../../hardware/station.ts";
import { micros, millis, type Nanos } from "../../kernel/time.ts";
import type { Source } from "../../kernel/trace-data.ts";
import { roleOf, type Ends, type Host, type Role } from "../../protocols/ends.ts";
import type { PairHost } from "../../protocols/pair.ts";
import { RELAY, relayEnds, type RelayOptions, type RelayPacket } from "../../protocols/testing/relay.ts";
import { field, header } from "../../wire/header.ts";
import { packetTable } from "../../wire/packet-table.ts";
import { runEnds } from "../world/ends-run.ts";
import { overUdp } from "../world/formats.ts";
import { SwitchedMedium } from "../world/switched-medium.ts";
import { World } from "../world/world.ts";

const FORMAT = packetTable({
  name: "Relay",
  header: header("relay header", "A test’s; the layout is ours.", {
    kind: field("kind", 0, 16, "1 request, 2 reply, 3 reject"),
    call: field("call", 2, 16, "its number"),
  }),
  kinds: { request: [1, "request"], reply: [2, "reply"], reject: [3, "other"] },
  below: "UDP",
  keys: [9],
});

const OURS: Source = { kind: "assumed", text: "A machine of a test." };

/** What a packet takes a machine, there and back. */
const PACKET_US: Readonly<Record<Role, number>> = { client: 5, proxy: 50, server: 10 };

const kindOf = (role: Role) => {
  const cost = { name: `Packet of a ${role}`, value: PACKET_US[role], unit: "us", source: OURS } as const;
  return stationOf({ controller: "Ethernet", sendRing: 16, receiveRing: 16, send: [cost], receive: [cost] });
};

interface RelayRun extends Partial<RelayOptions> {
  readonly calls?: number;
  readonly faults?: readonly string[];
  readonly serves?: (server: Host) => Nanos;
  /** The gap of an open loop; left out: calls follow one another. */
  readonly gap?: (client: Host) => Nanos;
  readonly series?: Readonly<Record<string, string>>;
  /** In place of the relay's ends. */
  readonly changed?: (ends: Ends<PairHost, RelayPacket>) => Ends<PairHost, RelayPacket>;
}

export function runRelay({ calls = 4, faults = [], serves, gap, series, changed, ...options }: RelayRun = {}) {
  const world = new World({ faults: parseScript(faults), keep: "all", seed: 1 });
  const made = relayEnds(options);
  const ends = changed?.(made) ?? made;
  const places = ends.hosts.map(() => 0);
  const medium = new SwitchedMedium(world, { mbps: 1000, metres: 5, latency: micros(5), places });
  const ran = runEnds(world, medium, {
    ends,
    machine: (host) => kindOf(roleOf(ends.roles, host)),
    format: overUdp(9, FORMAT),
    ...(series === undefined ? {} : { series }),
    program: {
      calls,
      ...(gap === undefined ? {} : { pace: { isOpen: true, gap } }),
      argument: (call) => Uint8Array.of(call),
      result: (argument) => argument,
      procedure: { step: { name: "Serve", layer: "rpc", source: OURS }, duration: serves ?? millis(10) },
    },
  });
  return { ...ran, patience: options.patience ?? RELAY.patience };
}
