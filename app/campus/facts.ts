/** The facts of a place on the campus that need no run: its constants, each with its source. */
import { CAMPUS, CAMPUS_ASSUMED, CAMPUS_STANDARD } from "../../engine/hardware/campus-costs.ts";
import { stationOf, stationsOf, subnetOf } from "../../engine/hardware/campus-plan.ts";
import type { Subnet } from "../../engine/hardware/campus-plan.ts";
import type { Cost } from "../../engine/hardware/cost.ts";
import { ringLatency, TOKEN_RING } from "../../engine/hardware/token-ring.ts";
import type { Source } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import { durationText } from "../words/times.ts";
import type { CampusPlace } from "./places.ts";

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly source: Source;
}

/** By which rule of the plan something is so. */
const ruled = (text: string): Source => ({ kind: "derived", text });

const ofCost = (name: string, { value, unit, source }: Cost): Fact => ({ name, value: `${value} ${unit}`, source });

export function factsOf(site: CampusSite, place: CampusPlace): readonly Fact[] {
  const { plan } = site;
  switch (place.kind) {
    case "machine room":
      return [
        ofCost("To forward a packet", CAMPUS_ASSUMED.routerService),
        ofCost("Buffers of an output", CAMPUS_ASSUMED.routerBuffers),
        { name: "Fibres", value: String(plan.routers.length), source: ruled("One to the router of every building.") },
        ofCost("Bit rate of a fibre", CAMPUS_STANDARD.ethernetMbps),
        ofCost("Its length", CAMPUS_ASSUMED.fibreMetres),
        { name: "Workstations of all", value: String(plan.workstations), source: CAMPUS.workstations.source },
      ];
    case "router":
      return [
        ofCost("To forward a packet", CAMPUS_ASSUMED.routerService),
        ofCost("Buffers of an output", CAMPUS_ASSUMED.routerBuffers),
        ofCost("Subnets of a building, at most", CAMPUS_ASSUMED.subnetsPerRouter),
      ];
    case "subnet": {
      const subnet = plan.subnets[place.number];
      return subnet === undefined ? [] : factsOfSubnet(subnet);
    }
    case "workstation": {
      const subnet = subnetOf(plan, place.number);
      const order = ruled("The router is station 0, all other hosts are station 1, workstations follow by number.");
      const station = `${stationOf(subnet, place.number)} of ${stationsOf(subnet)}`;
      return [{ name: "Station", value: station, source: order }];
    }
  }
}

function factsOfSubnet(subnet: Subnet): readonly Fact[] {
  const { workstations } = subnet;
  const stations: Fact = {
    name: "Workstations",
    value: String(workstations),
    source:
      subnet.number === 0
        ? CAMPUS.ringServers.source
        : ruled("Those that the test ring has no room for, spread evenly over the other subnets."),
  };
  if (subnet.kind === "Ethernet") {
    return [ofCost("Bit rate", CAMPUS_STANDARD.ethernetMbps), stations, ofCost("Cable", CAMPUS_STANDARD.segmentMetres)];
  }
  const cable = {
    mbps: CAMPUS_STANDARD.ringMbps.value,
    hopMetres: CAMPUS_ASSUMED.hopMetres.value,
    stationBits: TOKEN_RING.stationBits.value,
  };
  const { stationBits, hopMetres, monitorBits } = { ...TOKEN_RING, ...CAMPUS_ASSUMED };
  const [bits, metres, monitor] = [stationBits.value, hopMetres.value, monitorBits.value];
  const once = `${bits} bit a station, ${metres} m to the next, ${monitor} bits of the monitor.`;
  return [
    ofCost("Bit rate", CAMPUS_STANDARD.ringMbps),
    stations,
    ofCost("From station to station", hopMetres),
    { name: "Token, once round", value: durationText(ringLatency(stationsOf(subnet), cable)), source: ruled(once) },
  ];
}
