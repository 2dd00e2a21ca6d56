/**
 * Packets of other protocols that come to a machine from a host outside the run, at random times. No RPC thread waits
 * for them, so they take the slow path through the operating system (Section 3.2), which has no use for them here.
 */
import { seconds } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import { station as address } from "../../wire/station.ts";
import { encodeUdpFrame } from "../../wire/udp-frame.ts";
import type { CarrierHost } from "../world/carrier.ts";
import type { EthernetMedium } from "../world/ethernet-medium.ts";
import { newFrame, NOBODY, type Frame } from "../world/frame.ts";
import type { World } from "../world/world.ts";

export const FOREIGN = "other traffic";

const SENDER = 99; // its address
const DISCARD = 9; // a port that no protocol of ours has (RFC 863)
const DATA = new Uint8Array(32);

/** A host outside the run: its station tells it of nothing. */
const OUTSIDE: CarrierHost = {
  name: "another host",
  number: NOBODY,
  outTrack: -1,
  inTrack: -1,
  sent: () => undefined,
  abandoned: () => undefined,
  arrive: () => "absent",
};

/** Sends so many packets a second to a host of the run, until the program has its answers. */
export function sendForeign(world: World, medium: EthernetMedium, to: number, perSecond: number): void {
  if (perSecond === 0) return;
  const { sim, streams } = world;
  const plug = medium.plug(OUTSIDE);
  const random = streams.stream("foreign packets");
  const ends = [SENDER, to + 1].map((number) => ({ ...address(number), port: DISCARD }));
  const [sender, receiver] = ends;
  if (sender === undefined || receiver === undefined) return;
  const octets = encodeUdpFrame(DATA, sender, receiver);
  const tag = sim.register(() => {
    if (world.isAnswered) return;
    plug.transmit(frameOf(octets, to));
    next();
  });
  const next = (): void => {
    sim.after(random.exponential(seconds(1) / perSecond), tag, 0);
  };
  next();
}

const frameOf = (octets: Uint8Array, to: number): Frame =>
  newFrame({
    octets,
    bytes: octets.length,
    kind: FOREIGN,
    call: 0,
    send: 1,
    origin: FOREIGN,
    from: NOBODY,
    to,
    sender: null,
    hasData: true,
    endsMessage: true,
    ref: NO_REF,
  });
