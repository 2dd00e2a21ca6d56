/** For tests: how scripts of Firefly RPC are played: by the words of the exchange, whose rules they show. */
import { playExchange } from "../cedar/trace-script.ts";
import type { Traced } from "../testing/traced.ts";
import { FIREFLY_FLAVOUR } from "./flavour.ts";

export const TRACED: Traced = {
  play: (script) => playExchange(script, FIREFLY_FLAVOUR),
  heads: {}, // its rules are Cedar's
  rules: 0,
  refused: [
    ["leap 5s", 'line 1, "leap 5s": unknown command.'],
    ["both\nrun 5 s", 'line 2, "run 5 s": got "5", want a time such as'],
    ["both\n<- call seq 1", "this needs one party"],
    ["caller alone\n<- answer seq 1", 'got "answer", want a packet: call, result'],
    ["caller alone\nstart a", '"a" is left over.'],
    ["both\nnext 1 call eaten", 'got "eaten", want lost, twice or late by a time.'],
    ["caller alone\nstart\nstart", "at most one call outstanding"],
    ["server alone\ndone seq 1", "The procedure of call 1 ended for an activity that is new."],
  ],
};
