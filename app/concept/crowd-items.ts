/** Items on many calls: the slowest, the mean, a queue after a disturbance, several servers. */
import { num, ratio, rotated, word } from "./reading-runs.ts";
import type { Form, Item, Measured, Option } from "./types.ts";

const storms = (first: string): readonly Option[] => {
  const all: readonly Option[] = [
    {
      id: "drains",
      text: "As before: it has capacity to spare, and its queue drains",
      belief: "drains",
      isSo: (runs) => typeof runs[0]?.values["recoveryMs"] === "number",
    },
    {
      id: "more",
      text: "Better than without the second tries: more calls get their answer",
      belief: "moreTries",
      isSo: (runs) => num(runs, 0, "returnedShare") > num(runs, 1, "returnedShare"),
    },
    {
      id: "stays",
      text: "Still overloaded: it works on calls that nobody waits for",
      belief: null,
      isSo: (runs) => word(runs, 0, "recoveryMs").startsWith("not") && num(runs, 0, "wastedShare") > 50,
    },
  ];
  return [...all.filter(({ id }) => id === first), ...all.filter(({ id }) => id !== first)];
};

const retry: Item = {
  id: "retry",
  about: "what a retry does to a slow server",
  forms: {
    a: {
      asked:
        "A server is busy for four fifths of its time. It stands still for two seconds. Each caller " +
        "gives up after half a second and asks again, up to four more times. How does the server do a " +
        "minute later?",
      needs: ["queue"],
      options: storms("drains"),
      answer:
        "With five tries {returnedShare} % of the calls come back, and {wastedShare} % of the work is " +
        "for nobody. With one try {returnedShare 2} % come back.",
      runs: [
        {
          says: "Five tries",
          experiment: "today/retry-storm",
          set: {},
          shows: { returnedShare: "3", wastedShare: "99" },
        },
        {
          says: "One try",
          experiment: "today/retry-storm",
          set: { attempts: 1 },
          shows: { returnedShare: "94", wastedShare: "5" },
        },
      ],
    },
    b: {
      asked:
        "Three services call each other, and the slowest serves twice the requests that come. Its " +
        "servers pause for two seconds. The clients try each call three times. How do the services do " +
        "ten seconds later?",
      needs: ["queue"],
      options: storms("stays"),
      answer:
        "With three tries {wastedShare} % of the work is for nobody, and {returnedShare} % of the calls " +
        "come back. Without second tries {returnedShare 2} % come back.",
      runs: [
        {
          says: "Three tries",
          experiment: "services/storm",
          set: {},
          shows: { returnedShare: "44", wastedShare: "84" },
        },
        {
          says: "One try",
          experiment: "services/storm",
          set: { retries: 0 },
          shows: { returnedShare: "87", wastedShare: "34" },
        },
      ],
    },
  },
};

/** The time of many at once, beside that of one. */
const slowest = (n: number, measure: string, texts: readonly [same: string, n: string, some: string]): Option[] => [
  { id: "one", text: texts[0], belief: "mean", isSo: (runs) => ratio(runs, measure) < 1.3 },
  { id: "all", text: texts[1], belief: "oneByOne", isSo: (runs) => ratio(runs, measure) > n * 0.7 },
  {
    id: "slowest",
    text: texts[2],
    belief: null,
    isSo: (runs) => ratio(runs, measure) > 2 && ratio(runs, measure) < n / 2,
  },
];

const slowestOfMany: Item = {
  id: "slowest",
  about: "the slowest of many",
  forms: {
    a: {
      asked:
        "A server answers half of its calls within 6 ms, and a few take much longer. A page asks forty " +
        "such servers at once and waits for all. Which time do half of the pages exceed?",
      needs: ["slowest"],
      options: slowest(40, "p50Ms", [
        "About 6 ms: it asks all at once",
        "About 240 ms: forty times as long",
        "About 23 ms: one of forty is nearly always slow",
      ]),
      answer: "The page takes {p50Ms} ms where one answer takes {p50Ms 2} ms: it waits for the slowest of forty.",
      runs: [
        { says: "Forty servers", experiment: "services/fan-out", set: {}, shows: { p50Ms: "22.6" } },
        { says: "One server", experiment: "services/fan-out", set: { leaves: 1 }, shows: { p50Ms: "5.6" } },
      ],
    },
    b: {
      asked:
        "A server computes for 100 ms in the mean, at times much longer. A call to it takes 125 ms. How " +
        "long does one call take that goes to ten such servers at once and waits for all?",
      needs: ["slowest"],
      options: rotated(
        slowest(10, "multiRpcMs", [
          "About 125 ms: they work at the same time",
          "About 1,250 ms: ten times as long",
          "About 320 ms: one of ten is often slow",
        ]),
      ),
      answer: "It takes {multiRpcMs} ms, and {multiRpcMs 2} ms with one server: it waits for the slowest of ten.",
      runs: [
        {
          says: "Ten servers",
          experiment: "multirpc/call",
          set: { servers: 10, distribution: "exponential", computeMs: 100 },
          shows: { multiRpcMs: "320" },
        },
        {
          says: "One server",
          experiment: "multirpc/call",
          set: { servers: 1, distribution: "exponential", computeMs: 100 },
          shows: { multiRpcMs: "125" },
        },
      ],
    },
  },
};

/** Shares of the servers’ work that is for callers who have left. */
const wasted: readonly Option[] = [
  {
    id: "none",
    text: "None: a time-out ends the work",
    belief: "ends",
    isSo: (runs) => num(runs, 0, "wastedShare") < 2,
  },
  {
    id: "excess",
    text: "The part that was too much, about a fifth",
    belief: "excess",
    isSo: (runs) => Math.abs(num(runs, 0, "wastedShare") - 20) < 10,
  },
  {
    id: "most",
    text: "Most of it",
    belief: null,
    isSo: (runs) => num(runs, 0, "wastedShare") > 60 && num(runs, 1, "wastedShare") < 20,
  },
];

const DEADLINE = "services/deadline";

const deadline: Item = {
  id: "deadline",
  about: "a deadline that only the caller knows",
  forms: {
    a: {
      asked:
        "For two seconds more calls come than three services can serve. A caller waits for one second " +
        "and leaves. The servers do not know of it. Which share of the last server’s work is for callers " +
        "who have left?",
      needs: ["queue"],
      options: wasted,
      answer: "{wastedShare} %. Where the deadline travels with the call, it is {wastedShare 2} %.",
      runs: [
        { says: "The servers do not know", experiment: DEADLINE, set: {}, shows: { wastedShare: "83" } },
        { says: "The deadline travels", experiment: DEADLINE, set: { travels: "on" }, shows: { wastedShare: "10" } },
      ],
    },
    b: {
      asked:
        "Callers wait for half a second. A burst fills the queue of a service that has some capacity to " +
        "spare. The servers do not know how long a caller waits. Which share of their work is for " +
        "callers who have left?",
      needs: ["queue"],
      options: rotated(wasted),
      answer: "{wastedShare} %. Where the deadline travels with the call, it is {wastedShare 2} %.",
      runs: [
        {
          says: "The servers do not know",
          experiment: DEADLINE,
          set: { loadPerS: 700, deadlineMs: 500 },
          shows: { wastedShare: "89" },
        },
        {
          says: "The deadline travels",
          experiment: DEADLINE,
          set: { loadPerS: 700, deadlineMs: 500, travels: "on" },
          shows: { wastedShare: "11" },
        },
      ],
    },
  },
};

/** How many times the mean one call in a hundred takes. */
const tails = (times: (runs: readonly Measured[]) => number): readonly Option[] => [
  { id: "mean", text: "About as long as the mean", belief: "mean", isSo: (runs) => times(runs) < 1.3 },
  {
    id: "twice",
    text: "About twice the mean",
    belief: "twiceMean",
    isSo: (runs) => times(runs) > 1.6 && times(runs) < 2.5,
  },
  { id: "more", text: "More than three times the mean", belief: null, isSo: (runs) => times(runs) > 3 },
];

const SMALL_CALLS = 300;

const hiddenByMean: Item = {
  id: "mean",
  about: "what a mean hides",
  forms: {
    a: {
      asked:
        "Most calls of a server take 5 ms, a few much longer. It is busy for four fifths of its time, " +
        "and a call takes 135 ms in the mean. What does the slowest call of a hundred take?",
      needs: ["ratio"],
      options: tails((runs) => num(runs, 0, "p99Ms") / num(runs, 0, "meanMs")),
      answer: "{p99Ms} ms. Half of the calls take less than {p50Ms} ms, and the mean of {meanMs} ms tells of neither.",
      runs: [
        {
          says: "A server with a tail",
          experiment: "today/open-loop",
          set: { distribution: "tailed" },
          shows: { p99Ms: "534", p50Ms: "62", meanMs: "135" },
        },
      ],
    },
    b: {
      asked:
        "Small answers come over TCP, 1 ms away, and of a hundred packets one is lost. An answer takes " +
        "13 ms in the mean. What does the slowest answer of a hundred take?",
      needs: ["ratio"],
      options: rotated(tails((runs) => num(runs, 0, "p99Ms") / (num(runs, 0, "totalMs") / SMALL_CALLS))),
      answer: "{p99Ms} ms: it waited for a timer. Half of the answers take less than {p50Ms} ms.",
      runs: [
        {
          says: "Small answers, and one packet of a hundred lost",
          experiment: "tcp/transfer",
          set: { bytes: 3000, calls: SMALL_CALLS, rttMs: 1, lossShare: 0.01 },
          shows: { p99Ms: "204", p50Ms: "1.3" },
        },
      ],
    },
  },
};

const tenServers: Form = {
  asked:
    "A call to one server takes 39 ms, of which the server computes for 10. A client asks ten such " +
    "servers at the same time. After how long has it all ten answers?",
  needs: ["ratio"],
  options: [
    {
      id: "one",
      text: "About 39 ms: ten servers are ten times as fast",
      belief: "nTimes",
      isSo: (runs) => ratio(runs, "multiRpcMs") < 1.2,
    },
    {
      id: "ten",
      text: "About 390 ms",
      belief: "oneByOne",
      isSo: (runs) => ratio(runs, "multiRpcMs") > 8,
    },
    {
      id: "some",
      text: "About 110 ms: the client’s own work stays one after another",
      belief: null,
      isSo: (runs) => ratio(runs, "multiRpcMs") > 2 && ratio(runs, "multiRpcMs") < 5,
    },
  ],
  answer: "{multiRpcMs} ms, and {multiRpcMs 2} ms with one server. The client sends and receives ten times.",
  runs: [
    { says: "Ten servers", experiment: "multirpc/call", set: {}, shows: { multiRpcMs: "108" } },
    { says: "One server", experiment: "multirpc/call", set: { servers: 1 }, shows: { multiRpcMs: "39" } },
  ],
};

const BUSY = { threads: 8, calls: 400 } as const;

const fourMachines: Form = {
  asked:
    "Eight threads of one Firefly call a server, as fast as they can. Then four machines serve their " +
    "calls in place of one. How many more calls a second are there?",
  needs: ["ratio"],
  options: [
    {
      id: "some",
      text: "Less than half as many again: the caller’s own work sets the limit",
      belief: null,
      isSo: (runs) => ratio(runs, "callsPerSecond") > 1.05 && ratio(runs, "callsPerSecond") < 1.5,
    },
    {
      id: "four",
      text: "Four times as many",
      belief: "nTimes",
      isSo: (runs) => ratio(runs, "callsPerSecond") > 3.5,
    },
    {
      id: "none",
      text: "Not one more: servers are never the limit",
      belief: "noPart",
      isSo: (runs) => ratio(runs, "callsPerSecond") < 1.02,
    },
  ],
  answer: "{callsPerSecond} calls a second in place of {callsPerSecond 2}.",
  runs: [
    {
      says: "Four machines serve",
      experiment: "firefly/null",
      set: { ...BUSY, serverMachines: 4 },
      shows: { callsPerSecond: "886" },
    },
    { says: "One machine serves", experiment: "firefly/null", set: BUSY, shows: { callsPerSecond: "748" } },
  ],
};

const severalServers: Item = {
  id: "servers",
  about: "what several servers change",
  forms: { a: tenServers, b: fourMachines },
};

export const CROWD_ITEMS: readonly Item[] = [retry, slowestOfMany, deadline, hiddenByMean, severalServers];
