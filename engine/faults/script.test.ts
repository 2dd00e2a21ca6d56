import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FaultError, PACKET_KINDS } from "./fault.ts";
import { parseScript } from "./parse-script.ts";
import { FaultScript } from "./script.ts";
import { formatFault } from "./text.ts";

function messageOf(lines: readonly string[]): string {
  try {
    parseScript(lines);
  } catch (error) {
    if (error instanceof FaultError) return error.message;
    throw error;
  }
  return "nothing was thrown";
}

const scriptOf = (...lines: string[]): FaultScript => new FaultScript(parseScript(lines));
const UNTOUCHED = { drop: false, delayNs: 0, duplicateAfterNs: null, reorder: false, corrupt: false, garble: null };

describe("parseScript", () => {
  it("keeps the faults in the order in which they were written", () => {
    const lines = ["restart server at 2s", "drop call#2", "crash server at 1s"];
    expect(parseScript(lines).map(formatFault)).toEqual(lines);
    expect(parseScript([])).toEqual([]);
  });

  it("refuses the same fault twice, however it is written", () => {
    expect(messageOf(["drop ack#1", "drop  acknowledgement#1 send 1"])).toBe(
      'fault "drop acknowledgement#1": this line is there twice. Remove one of the two.',
    );
  });

  it("refuses two fates for one packet", () => {
    expect(messageOf(["drop call#1", "delay call#1 by 5ms"])).toBe(
      'fault "delay call#1 by 5ms": drop call#1 names call#1 already, and ' +
        "a packet that is dropped cannot suffer another fault. " +
        "Remove one of the two lines.",
    );
    expect(messageOf(["duplicate call#1", "drop call#1"])).toContain(
      "a packet that is dropped cannot suffer another fault",
    );
    expect(messageOf(["delay call#1 by 5ms", "delay call#1 by 6ms"])).toContain("and a packet can have only one delay");
    expect(messageOf(["duplicate call#1", "duplicate call#1 by 6ms"])).toContain(
      "and a packet can have only one duplicate",
    );
    expect(messageOf(["delay call#1 by 5ms", "reorder call#1"])).toContain("and only one fault can make a packet late");
    expect(messageOf(["reorder call#1", "drop call#1"])).toContain(
      "a packet that is dropped cannot suffer another fault",
    );
    expect(messageOf(["corrupt call#1", "drop call#1"])).toContain(
      "a packet that is dropped cannot suffer another fault",
    );
    expect(messageOf(["corrupt call#1", "duplicate call#1"])).toContain(
      "a corrupted packet cannot suffer another fault",
    );
    expect(messageOf(["delay call#1 by 5ms", "corrupt call#1"])).toContain(
      "a corrupted packet cannot suffer another fault",
    );
  });

  it("lets damage behind the controller befall a late packet once, and no packet that is dropped", () => {
    expect(parseScript(["garble call#1 byte 9", "delay call#1 by 5ms", "duplicate call#1"])).toHaveLength(3);
    expect(messageOf(["garble call#1 byte 9", "garble call#1 byte 10"])).toContain("a packet can have only one garble");
    expect(messageOf(["garble call#1 byte 9", "drop call#1"])).toContain("a packet that is dropped cannot suffer");
  });

  it("allows a late original with a punctual copy, and different fates for different transmissions", () => {
    expect(parseScript(["delay call#1 by 5ms", "duplicate call#1"])).toHaveLength(2);
    expect(parseScript(["reorder call#1", "duplicate call#1"])).toHaveLength(2);
    expect(parseScript(["drop call#1", "delay call#1 send 2 by 5ms", "drop result#1"])).toHaveLength(3);
  });

  it("refuses machine events that contradict each other, whatever their order in the script", () => {
    expect(messageOf(["restart server at 5ms"])).toBe(
      'fault "restart server at 5ms": server is not down then. Crash it first.',
    );
    expect(messageOf(["crash server at 9ms", "restart server at 5ms"])).toContain("server is not down then");
    expect(messageOf(["crash server at 6ms", "crash server at 5ms"])).toBe(
      'fault "crash server at 6ms": server is down already, since crash server at 5ms. Restart it first.',
    );
    expect(messageOf(["crash server at 5ms", "restart server at 5ms"])).toBe(
      'fault "restart server at 5ms": crash server at 5ms comes at the same time. Give one of them a later time.',
    );
  });

  it("refuses to slow a machine that is down, or to give it the pace that it has", () => {
    expect(messageOf(["crash server at 5ms", "slow server by 3 at 6ms"])).toBe(
      'fault "slow server by 3 at 6ms": server is down already, since crash server at 5ms. Restart it first.',
    );
    expect(messageOf(["slow server by 3 at 5ms", "slow server by 3 at 6ms"])).toBe(
      'fault "slow server by 3 at 6ms": server is 3 times as slow already. Give another number of times.',
    );
    expect(messageOf(["slow server by 1 at 5ms"])).toContain("server runs at its own pace already");
    expect(messageOf(["crash server at 5ms", "slow server by 3 at 5ms"])).toContain("comes at the same time");
  });

  it("refuses what befalls a machine that stands still, and a second cut while the first lasts", () => {
    const pause = "pause server at 5ms for 2ms";
    expect(messageOf([pause, "slow server by 3 at 6ms"])).toBe(
      `fault "slow server by 3 at 6ms": server stands still then, by ${pause}. Give it another time.`,
    );
    expect(messageOf([pause, "slow server by 3 at 1ms for 5ms"])).toContain("server stands still then, by pause");
    expect(messageOf(["crash server at 1ms", pause])).toContain("server is down already, since crash server at 1ms");
    expect(parseScript([pause, "crash server at 8ms", "slow caller by 2 at 6ms for 1ms"])).toHaveLength(3);
    const cut = "cut caller-server at 5ms for 2ms";
    expect(messageOf([cut, "cut server-caller at 6ms for 2ms"])).toContain(`that network is cut already, by ${cut}.`);
    expect(parseScript([cut, "cut caller-server at 8ms for 2ms", "lose 1% of packets"])).toHaveLength(3);
  });

  it("allows a machine to be slow for a while, and to crash and restart meanwhile", () => {
    const slow = ["slow server by 3 at 1ms", "slow server by 1 at 9ms", "slow caller by 2 at 1ms"];
    expect(parseScript([...slow, "crash server at 2ms", "restart server at 3ms"])).toHaveLength(5);
  });

  it("refuses two chances of the same packets to be lost, and allows those that overlap or that a line names", () => {
    expect(messageOf(["lose 1% of packets", "lose 2% of packets"])).toBe(
      'fault "lose 2% of packets": lose 1% of packets names packets already, and ' +
        "they can have only one chance to be lost. " +
        "Remove one of the two lines.",
    );
    expect(messageOf(["lose 1% of ack", "lose 1.0% of acknowledgement packets"])).toContain("this line is there twice");
    const lines = ["lose 1% of packets", "lose 1% of call packets", "lose 1% of packets to server", "drop call#1"];
    expect(parseScript(lines)).toHaveLength(4);
  });

  it("allows a machine to crash and restart again and again, and each machine on its own", () => {
    const lines = ["crash server at 1s", "restart server at 2s", "crash server at 3s", "crash caller at 2s"];
    expect(parseScript(lines)).toHaveLength(4);
  });
});

describe("FaultScript", () => {
  it("touches the named packet and no other", () => {
    const script = scriptOf("drop call#2 send 3", "delay result#2 by 5ms", "duplicate probe#1 by 2ms");
    expect(script.onPacket("call", 2, 3, 74)).toEqual({ ...UNTOUCHED, drop: true });
    expect(script.onPacket("result", 2, 1, 74)).toEqual({ ...UNTOUCHED, delayNs: 5e6 });
    expect(script.onPacket("probe", 1, 1, 74)).toEqual({ ...UNTOUCHED, duplicateAfterNs: 2e6 });
    for (const [kind, call, send] of [
      ["call", 2, 1],
      ["call", 3, 3],
      ["result", 2, 3],
      ["probe", 2, 1],
    ] as const) {
      expect(script.onPacket(kind, call, send, 74)).toEqual(UNTOUCHED);
    }
  });

  it("agrees with looking through all faults, for any packet", () => {
    const packets = ["drop call#2", "drop result#2 send 2", "duplicate ack#1", "drop reject#3", "delay probe#2 by 1ms"];
    const faults = parseScript([...packets, "reorder result#1", "corrupt result#3", "garble result#2 byte 9"]);
    fc.assert(
      fc.property(fc.constantFrom(...PACKET_KINDS), fc.nat(4), fc.nat(3), (kind, call, send) => {
        const named = faults.filter(
          (fault) =>
            "packet" in fault && fault.packet.kind === kind && fault.packet.call === call && fault.packet.send === send,
        );
        expect(new FaultScript(faults).onPacket(kind, call, send, 74)).toEqual({
          drop: named.some(({ what }) => what === "drop"),
          delayNs: named.some(({ what }) => what === "delay") ? 1e6 : 0,
          duplicateAfterNs: named.some(({ what }) => what === "duplicate") ? 0 : null,
          reorder: named.some(({ what }) => what === "reorder"),
          corrupt: named.some(({ what }) => what === "corrupt"),
          garble: named.some(({ what }) => what === "garble") ? 9 : null,
        });
      }),
    );
  });

  it("puts a delay and a copy of one packet together", () => {
    const script = scriptOf("delay call#1 by 5ms", "duplicate call#1");
    expect(script.onPacket("call", 1, 1, 74)).toEqual({ ...UNTOUCHED, delayNs: 5e6, duplicateAfterNs: 0 });
  });

  it("gives machine events in order of time", () => {
    const script = scriptOf("restart server at 2s", "drop call#1", "crash server at 14.2ms");
    expect(script.machineEvents()).toMatchObject([
      { does: "crash", machine: "server", at: 14_200_000 },
      { does: "restart", machine: "server", at: 2e9 },
    ]);
  });

  it("lists the faults that met nothing, and only those", () => {
    const script = scriptOf("drop call#1", "drop call#9", "crash server at 1s", "restart server at 2s");
    expect(script.unused()).toHaveLength(4);
    script.onPacket("call", 1, 1, 74);
    script.onPacket("call", 9, 2, 74); // another transmission
    const [crash] = script.machineEvents();
    if (crash !== undefined) script.met(crash.fault);
    expect(script.unused().map(formatFault)).toEqual(["drop call#9", "restart server at 2s"]);
  });

  it("gives the chances of losses, which name no packet, and lists those that took none", () => {
    const script = scriptOf("lose 1% of packets", "drop call#1", "lose 2% of call packets");
    expect(script.onPacket("call", 2, 1, 74)).toEqual(UNTOUCHED);
    const [first] = script.losses();
    if (first !== undefined) script.met(first);
    expect(script.losses().map(formatFault)).toEqual(["lose 1% of packets", "lose 2% of call packets"]);
    expect(script.unused().map(formatFault)).toEqual(["drop call#1", "lose 2% of call packets"]);
  });

  it("answers with one shared value, without making anything, where it has no fault for a packet", () => {
    const empty = scriptOf();
    expect(empty.onPacket("call", 1, 1, 74)).toBe(empty.onPacket("result", 2, 1, 74));
    const other = scriptOf("drop call#7");
    expect(other.onPacket("call", 1, 1, 74)).toBe(other.onPacket("result", 7, 1, 74));
  });
});
