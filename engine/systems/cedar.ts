/**
 * Cedar RPC: two Dorados on an Ethernet, processes that call on one and an exporter on the other (slides on Birrell &
 * Nelson, "Implementing Remote Procedure Calls").
 */
import type { Fault } from "../faults/fault.ts";
import { EXPERIMENTAL_ETHERNET } from "../hardware/ethernet.ts";
import { DORADO, DORADO_ASSUMED } from "../hardware/dorado-costs.ts";
import { millis, type Nanos } from "../kernel/time.ts";
import type { Keep } from "../kernel/trace-keep.ts";
import type { ExchangePacket } from "../protocols/cedar/packet.ts";
import { CEDAR_MAX_SEALED } from "../wire/cedar-sizes.ts";
import { CEDAR_MAX_DATA } from "../wire/cedar-header.ts";
import { Callee } from "./cedar/callee.ts";
import { Caller, type CallEnd } from "./cedar/caller.ts";
import type { PacketCount, Surroundings } from "./cedar/host.ts";
import {
  bindingOf,
  bystandersOf,
  CALLER,
  INSTANCE,
  replicasOf,
  SERVER,
  usesGrapevine,
  type NamingOptions,
} from "./cedar/naming.ts";
import { nameServers, securityOf } from "./cedar/grapevine.ts";
import { otherPup } from "./cedar/other-hosts.ts";
import { calleeMachine, callerMachine, CEDARS_OWN, cedarExchange, type ExchangeChoice } from "./cedar/options.ts";
import { calleeOver, callerOver } from "./cedar/transports.ts";
import { wordsIn } from "./cedar/words.ts";
import { cedarSegments, cipherTime } from "./cedar/steps.ts";
import { TestInterface, TestProgram, type ProgramOptions } from "./cedar/test-program.ts";
import { CallSupply } from "./world/call-supply.ts";
import { BroadcastCarrier } from "./world/broadcast-carrier.ts";
import { EthernetMedium } from "./world/ethernet-medium.ts";
import { OTHERS_REST } from "./world/medium.ts";
import { discardDatagram } from "./world/other-frames.ts";
import { World } from "./world/world.ts";
import { runWorld, type WorldRun } from "./world/world-run.ts";
import { tally } from "../kernel/tally.ts";

export interface CedarOptions extends ExchangeChoice, NamingOptions, ProgramOptions {
  readonly serverMs: number;
  readonly networkMbps: "2.94" | "10";
  readonly oneWayMs: number; // added to the way of each packet
  readonly load: number; // by other hosts, share of the capacity
  readonly threads: number;
  readonly calls: number;
}

export interface CedarOutcome extends WorldRun {
  readonly count: PacketCount;
  /** The transmission of the first call as the paper counts: so much for a packet, and for each word of data in it. */
  readonly firstTransmissionUs: number;
  /** How the first call ended; null where it did not. */
  readonly firstEnd: CallEnd | null;
  /** How often the procedure ran for each call, by its number; none for a call that it did not run for. */
  readonly executions: ReadonlyMap<number, number>;
  /** When the server crashed first; null where it did not. */
  readonly serverCrash: Nanos | null;
  /** Bytes of arguments and results of one call. */
  readonly callBytes: number;
  /** The definitions module of the programs. */
  readonly interfaceText: string;
  /** Processor time that the bystanders of a broadcast spent, all of them together. */
  readonly bystanderNs: Nanos;
}

/** 65.5 us for a packet, 5.44 us for a word at 2.94 Mbit/s. */
const PACKET_US = DORADO.twoPackets.value / 2;
const WORD_US = 16 / EXPERIMENTAL_ETHERNET.mbps.value;

/** What the machines of a run share. */
function surroundingsOf(world: World, medium: EthernetMedium, options: CedarOptions): Surroundings {
  const { recorder } = world;
  const { exception: end, transport, networkMbps, oneWayMs, security } = options;
  const isSecure = security !== "none";
  const questions = cedarExchange(CEDARS_OWN, millis(oneWayMs));
  return {
    world,
    medium,
    network: networkMbps === "2.94" ? "3 Mbit/s" : "10 Mbit/s",
    segments: cedarSegments(recorder, { end, transport, isSecure }),
    questions: cedarSegments(recorder, { end, transport: "exchange", isSecure: false }),
    packetBytes: isSecure ? CEDAR_MAX_SEALED : CEDAR_MAX_DATA,
    isSecure,
    count: { packets: 0, later: 0, firstPackets: 0, firstWords: 0, firstWireNs: 0 },
    asks: callerMachine(questions),
    answers: calleeMachine(questions, () => true),
  };
}

function segmentOf(world: World, { networkMbps, oneWayMs, load }: CedarOptions): EthernetMedium {
  const { cableMetres, otherHosts } = DORADO_ASSUMED;
  const isExperimental = networkMbps === "2.94";
  return new EthernetMedium(world, {
    mbps: isExperimental ? EXPERIMENTAL_ETHERNET.mbps.value : Number(networkMbps),
    metres: cableMetres.value,
    kind: isExperimental ? "experimental" : "standard",
    extraDelay: millis(oneWayMs),
    carrier: BroadcastCarrier,
    others:
      load > 0
        ? {
            hosts: otherHosts.value,
            load,
            restAfter: OTHERS_REST,
            frame: isExperimental ? otherPup : discardDatagram,
          }
        : null,
  });
}

/**
 * Runs until nothing is left to happen. `seed` names the run's random streams, `progress` is told the share of
 * calls begun.
 */
export function simulateCedar(
  options: CedarOptions,
  seed: number,
  faults: readonly Fault[],
  keep: Keep,
  progress?: (share: number) => void,
): CedarOutcome {
  const world = new World({ faults, keep, seed, garbles: true });
  const { exception, serverMs, threads, transport } = options;
  const medium = segmentOf(world, options);
  const around = surroundingsOf(world, medium, options);
  const { count, packetBytes } = around;
  // Both timers count in round trips of the longest call of one packet each way.
  const oneWay = millis(options.oneWayMs) + (around.isSecure ? 2 * cipherTime(packetBytes) : 0);
  const exchange = cedarExchange(options, oneWay, packetBytes);
  const programs = new TestInterface(options, wordsIn(packetBytes));
  const executions = new Map<number, number>();
  let firstEnd: CallEnd | null = null;
  const caller = new Caller(around, {
    name: "caller",
    number: CALLER,
    processes: threads,
    binding: bindingOf(options, () => server.uniqueIdentifier),
    security: options.security === "none" ? null : securityOf(options),
    protocol: callerOver(transport, exchange),
  });
  const server = new Callee(around, {
    name: "server",
    number: SERVER,
    procedure: {
      waits: millis(serverMs),
      raises: exception !== "none",
      exception: programs.raised,
      result: (call, packet) => programs.results(call, packet),
    },
    machine: (isExported: (packet: ExchangePacket) => boolean) => calleeOver(transport, exchange, isExported),
    instance: INSTANCE,
    replicas: replicasOf(options),
    checksIdentifier: !options.without.includes("uniqueId"),
    executed: (call) => tally(executions, call),
  });
  const names = usesGrapevine(options) ? nameServers(around, options) : [];
  const bystanders = bystandersOf(around, options);
  if (options.access === "denied") server.register();
  world.scheduleMachineEvents();
  const calls = new CallSupply(world, caller.name, options.calls, progress);
  const program = new TestProgram(programs, exception, (call, end) => {
    if (call === 1) firstEnd = end;
  });
  caller.start(calls, program);
  const hosts = [caller, server, ...names, ...bystanders];
  const run = runWorld(world, {
    busy: () => [...hosts.flatMap((host) => [...host.busyNs()]), ["ethernet", medium.ethernet.busyNs]],
    carriers: [medium.carrier],
  });
  return {
    ...run,
    count,
    firstTransmissionUs: count.firstPackets * PACKET_US + count.firstWords * WORD_US,
    firstEnd,
    executions,
    serverCrash: server.firstCrash,
    callBytes: programs.argumentBytes + programs.resultBytes,
    interfaceText: programs.text,
    bystanderNs: bystanders.reduce((sum, host) => [...host.busyNs().values()].reduce((all, one) => all + one, sum), 0),
  };
}
