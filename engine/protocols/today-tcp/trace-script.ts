/**
 * For tests: the words of traces of two ends of TCP of today. Commands and steps are those of tcp/trace-script.ts; a
 * state tells the congestion window and the threshold, in segments. Segments have 1,000 bytes, the wire takes 50 ms.
 *
 * Settings
 *     with NAME VALUE                  rtt, window, growsBy, congestion, sack, tailProbe, hyStart, delayedAck,
 *                                      quickAcks, minRto, restarts, userTimeout, retries, windowBytes, nagle
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { OPTIONS, tcpPair } from "../tcp/net.ts";
import { tcpVerbs, tellTcpStep } from "../tcp/trace-script.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import { playEnds } from "../testing/ends-script.ts";
import type { Traced } from "../testing/traced.ts";
import { todayFlow } from "./flow.ts";
import { LINUX_TIMEOUTS } from "./options.ts";

type Settings = Readonly<Record<string, number | string>>;

const number = (settings: Settings, name: string, usual: number): number => {
  const value = settings[name] ?? usual;
  if (typeof value === "number") return value;
  throw new Error(`${name} is a number or a time, got ${value}.`);
};

const isOn = (settings: Settings, name: string): boolean => settings[name] === "on";
const tripOf = (settings: Settings): Nanos => number(settings, "rtt", millis(100));

const optionsOf = (settings: Settings): TcpOptions => ({
  ...OPTIONS,
  segmentBytes: 1000,
  windowBytes: number(settings, "windowBytes", 1_000_000),
  openAfter: LINUX_TIMEOUTS.firstRto,
  sendLimit: number(settings, "retries", 15) + 1,
  nagle: isOn(settings, "nagle"),
  keepAlive: { after: Infinity, apart: 0, every: Infinity, limit: 1 },
  flow: todayFlow({
    ...LINUX_TIMEOUTS,
    minRto: number(settings, "minRto", LINUX_TIMEOUTS.minRto),
    congestion: settings.congestion === "reno" ? "reno" : "cubic",
    initialWindow: number(settings, "window", 10),
    growsBy: settings.growsBy === "acknowledgements" ? "acknowledgements" : "segments",
    sack: settings.sack !== "off",
    tailProbe: isOn(settings, "tailProbe"),
    hyStart: isOn(settings, "hyStart"),
    delayedAck: number(settings, "delayedAck", millis(40)),
    quickAcks: number(settings, "quickAcks", 16),
    restarts: settings.restarts !== "off",
    userTimeout: number(settings, "userTimeout", Infinity),
    known: tripOf(settings),
  }),
});

export const TRACED: Traced = {
  play: (script) => {
    let given: Settings = {};
    return playEnds(script, {
      defaults: {},
      settings: {
        with: (words) => {
          given = { ...given, [words.take()]: words.timeNumberOrWord() };
          return given;
        },
      },
      wire: (settings) => tripOf(settings) / 2,
      ends: (settings) => tcpPair(optionsOf(settings)),
      verbs: tcpVerbs,
      tell: tellTcpStep,
    });
  },
  heads: { "": "flow.ts" },
  rules: 13,
};
