/** The papers’ conclusions about calls between two machines, each tried on every machine of the lab. */
import { measured } from "../run-tables.ts";
import type { RunTable, SomeValues, Verdict } from "../types.ts";
import { MACHINE_PARAMS, type MachineMeasure } from "./params.ts";

type Set = SomeValues<typeof MACHINE_PARAMS>;
type Table = RunTable<typeof MACHINE_PARAMS, MachineMeasure>;
type Judge = Table["rows"][number]["cells"][number]["judge"];

interface Conclusion {
  readonly label: string;
  readonly what: string;
  readonly runs: readonly Set[];
  readonly judge: Judge;
}

const FEW = { calls: 3 } as const;
/** A result that fills a packet. */
const FULL = { ...FEW, resultBytes: 1400 } as const;
const OLD = { medium: "ethernet-10" } as const;
const FASTER_NETWORK = { medium: "gigabit" } as const;

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

/** The share of the first run’s time that the second one saves. */
const savedBy = (judge: (share: number) => boolean): Judge => {
  return ([before, after]) => {
    if (before === undefined || after === undefined) throw new RangeError("A saving needs two runs.");
    const share = 1 - measured(after, "msPerCall") / measured(before, "msPerCall");
    return { holds: judge(share), text: `${percent(share)} saved` };
  };
};

/** Of the one run’s measure. */
const by =
  (judge: (measures: Parameters<Judge>[0][number]) => Verdict): Judge =>
  ([only]) => {
    if (only === undefined) throw new RangeError("It needs a run.");
    return judge(only);
  };

const CONCLUDED: readonly Conclusion[] = [
  {
    label: "Most of an empty call is software (Firefly, Section 3)",
    what: "The bits of all frames take less than half of the call.",
    runs: [{ ...FEW, protocol: "firefly" }],
    judge: by((one) => {
      const share = measured(one, "wireShare") / 100;
      return { holds: share < 0.5, text: `${percent(share)} wire` };
    }),
  },
  {
    label: "A network ten times as fast helps an empty call little (Firefly, 4.2.2)",
    what: "From 10 Mbit/s to a switch of 1 Gbit/s a call saves less than a tenth. That is more than ten times.",
    runs: [
      { ...FEW, ...OLD, protocol: "firefly" },
      { ...FEW, ...FASTER_NETWORK, protocol: "firefly" },
    ],
    judge: savedBy((share) => share < 0.1),
  },
  {
    label: "It helps a full packet by less than a fifth (Firefly, 4.2.2)",
    what: "The same with a result of 1,400 bytes.",
    runs: [
      { ...FULL, ...OLD, protocol: "firefly" },
      { ...FULL, ...FASTER_NETWORK, protocol: "firefly" },
    ],
    judge: savedBy((share) => share < 0.2),
  },
  {
    label: "Faster processors help more than a faster network (Firefly, 4.2.3)",
    what: "Software three times as fast saves more of a full packet than the faster network.",
    runs: [
      { ...FULL, ...OLD, protocol: "firefly" },
      { ...FULL, ...OLD, protocol: "firefly", faster: 3 },
      { ...FULL, ...FASTER_NETWORK, protocol: "firefly" },
    ],
    judge: ([before, software, network]) => {
      if (before === undefined || software === undefined || network === undefined)
        throw new RangeError("It needs three runs.");
      const whole = measured(before, "msPerCall");
      const [bySoftware, byNetwork] = [software, network].map((one) => 1 - measured(one, "msPerCall") / whole);
      if (bySoftware === undefined || byNetwork === undefined) throw new RangeError("It needs three runs.");
      return { holds: bySoftware > byNetwork, text: `${percent(bySoftware)} and ${percent(byNetwork)} saved` };
    },
  },
  {
    label: "Checksums in software cost a full packet more than a tenth (Firefly, 4.2.4)",
    what: "Without them a call with a result of 1,400 bytes saves more than a tenth.",
    runs: [
      { ...FULL, protocol: "firefly" },
      { ...FULL, protocol: "firefly", checksums: "other" },
    ],
    judge: savedBy((share) => share > 0.1),
  },
  {
    label: "A remote call takes about a hundred local ones (Firefly, Section 6)",
    what: "Fifty to two hundred times a call in the same program, where somebody measured one.",
    runs: [{ ...FEW, protocol: "firefly" }],
    judge: by((one) => {
      const { timesLocal } = one;
      if (typeof timesLocal !== "number") return { holds: null, text: "not measured" };
      return { holds: timesLocal >= 50 && timesLocal <= 200, text: `${Math.round(timesLocal)} times` };
    }),
  },
  {
    label: "A call that is not lost is sent once (Cedar’s timers)",
    what: "Cedar RPC sends no packet again in three calls without a loss.",
    runs: [{ ...FEW, protocol: "cedar" }],
    judge: by((one) => {
      const again = measured(one, "retransmissions");
      return { holds: again === 0, text: `${again} sent again` };
    }),
  },
  {
    label: "The length of the headers hardly matters (RPC2 has 60 bytes)",
    what: "An empty call of RPC2 takes at most a tenth longer than one of Sun RPC on the machine’s network.",
    runs: [
      { ...FEW, protocol: "rpc2" },
      { ...FEW, protocol: "sun-rpc" },
    ],
    judge: ([long, short]) => {
      if (long === undefined || short === undefined) throw new RangeError("It needs two runs.");
      const longer = measured(long, "msPerCall") / measured(short, "msPerCall") - 1;
      return { holds: longer < 0.1, text: `${percent(longer)} longer` };
    },
  },
];

export const CONCLUSIONS: Table = {
  id: "conclusions",
  title: "Which conclusions hold on which machine",
  of: "Conclusion",
  columns: MACHINE_PARAMS.machine.options.map(({ label }) => ({ label })),
  rows: CONCLUDED.map(({ label, what, runs, judge }) => ({
    label,
    what,
    cells: MACHINE_PARAMS.machine.options.map(({ value: machine }) => ({
      runs: runs.map((set) => ({ set: { ...set, machine } })),
      judge,
    })),
  })),
};
