/** What befalls machines, and the calls that they are to make. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import { CallSupply } from "./call-supply.ts";
import { World, type FaultyMachine } from "./world.ts";

/** A world with machines that say what befalls them, and when. */
function worldOf(faults: readonly string[], names: readonly string[] = ["caller", "server"]) {
  const world = new World({ faults: parseScript(faults), keep: "none" });
  const said: string[] = [];
  for (const [number, name] of names.entries()) {
    const say = (what: string) => (): void => void said.push(`${name} ${what} at ${world.sim.now}`);
    const machine: FaultyMachine = {
      name,
      number,
      crash: say("crashes"),
      restart: say("restarts"),
      slow: (times) => say(`slows ${times} times`)(),
      freeze: say("stands still"),
      thaw: say("goes on"),
      note: (label) => say(`is ${label}`)(),
    };
    world.add(machine);
  }
  return { world, said };
}

describe("a world", () => {
  it("ends a run that sends packets for ever and ends no call, and names the timer", () => {
    const world = new World({ faults: [], keep: "none", mostEvents: 10 });
    const track = world.recorder.track({ machine: "server", name: "Ethernet", kind: "controller" });
    const packet = {
      ...{ from: track, to: track, kind: world.recorder.packetKind("call"), departs: 0, arrives: 0, bytes: 64 },
      origin: "first",
      ...{ delayed: 0, cause: NO_REF, call: 0, frame: null },
    } as const;
    const owner = world.addTimerOwner({
      name: () => "server",
      timerWentOff: () => {
        if (world.sim.fired % 1000 === 0) world.recorder.packet(packet);
        world.setTimer(world.sim.now + 1, owner);
      },
    });
    world.setTimer(0, owner);
    expect(() => world.runUntilAnswered()).toThrow(
      /^the run has no end: in more than 10 events no call began or ended; .* that went off last is that of server\. /,
    );
  });

  it("does to machines what the script says, in order of time, and notes what it has done", () => {
    const faults = [
      "restart server at 30ns",
      "crash server at 10ns",
      "slow caller by 2.5 at 20ns",
      "crash caller at 1ms",
    ];
    const { world, said } = worldOf(faults);
    world.scheduleMachineEvents();
    world.sim.run(100);
    expect(said).toEqual(["server crashes at 10", "caller slows 2.5 times at 20", "server restarts at 30"]);
    expect(world.script.unused()).toHaveLength(1);
  });

  it("ends what has an end: a slowing, a pause, a cut, of which both machines hear", () => {
    const faults = [
      "slow server by 3 at 10ns for 5ns",
      "pause caller at 20ns for 9ns",
      "cut server-caller at 1ns for 9ns",
    ];
    const { world, said } = worldOf(faults);
    world.scheduleMachineEvents();
    world.sim.run(100);
    expect(said).toEqual([
      "caller is cut off from server at 1",
      "server is cut off from caller at 1",
      "server slows 3 times at 10",
      "caller is joined with server again at 10",
      "server is joined with caller again at 10",
      "server slows 1 times at 15",
      "caller stands still at 20",
      "caller goes on at 29",
    ]);
    expect(world.chance.draw("call", "caller", "server", 9)).toHaveLength(1);
    expect(world.chance.draw("call", "server", "caller", 1)).toHaveLength(1);
    expect(world.chance.draw("call", "caller", "server", 10)).toHaveLength(0);
  });

  it("refuses losses from or to a machine that it does not have", () => {
    const { world } = worldOf(["lose 1% of packets from caller to sever"]);
    expect(() => world.scheduleMachineEvents()).toThrow(
      'fault "lose 1% of packets from caller to sever": there is no machine sever, want one of ',
    );
  });

  it("has no two machines of one name, and none that a fault cannot name", () => {
    expect(() => worldOf([], ["server", "server"])).toThrow("world: there are two machines named server.");
    expect(() => worldOf([], ["Server 1"])).toThrow(
      'world: a machine "Server 1", want small letters, digits and hyphens.',
    );
  });

  it("knows its hosts by their numbers on the medium", () => {
    const { world } = worldOf([]);
    expect([world.nameOf(0), world.nameOf(1)]).toEqual(["caller", "server"]);
    expect(() => world.nameOf(2)).toThrow("world: no host has the number 2.");
  });

  it("gives equal random streams for equal seeds", () => {
    const drawn = (seed: number): number => new World({ faults: [], keep: "none", seed }).streams.stream("a").uint32();
    expect(drawn(1)).toBe(drawn(1));
    expect(drawn(1)).not.toBe(drawn(2));
  });
});

describe("a supply of calls", () => {
  it("gives so many, and tells how far it is", () => {
    const told: number[] = [];
    const supply = new CallSupply(worldOf([]).world, "caller", 2, (share) => told.push(share));
    expect([supply.take(), supply.take(), supply.take()]).toEqual([true, true, false]);
    expect(told).toEqual([0.5, 1]);
  });

  it("ends the run when its caller has finished, but not where that will be restarted and has calls left", () => {
    const endOf = (faults: readonly string[], calls: number): number => {
      const { world } = worldOf(faults);
      world.scheduleMachineEvents();
      const supply = new CallSupply(world, "caller", calls);
      supply.take();
      const tag = world.sim.register(() => supply.finished());
      world.sim.at(20, tag, 0);
      world.sim.at(90, tag, 0);
      world.sim.run();
      return world.sim.now;
    };
    const restarted = ["crash caller at 10ns", "restart caller at 50ns"];
    expect(endOf([], 2)).toBe(20);
    expect(endOf(restarted, 1)).toBe(20);
    expect(endOf(restarted, 2)).toBe(90); // after its restart the script has none in store
  });

  it("has a whole number of calls", () => {
    for (const calls of [-1, 1.5, NaN])
      expect(() => new CallSupply(worldOf([]).world, "caller", calls)).toThrow(RangeError);
  });
});
