/** Calls a procedure of a specification, and measures its messages and both kinds of its stubs. */
import { itemAt } from "../../../kernel/reads.ts";
import { toMillis } from "../../../kernel/time.ts";
import { argsOf, bytesOfArgs, type ArgArray } from "../../../stubs/rp2gen/args.ts";
import { samplesIn } from "../../../stubs/rp2gen/samples.ts";
import { bare, isIn } from "../../../stubs/rp2gen/types.ts";
import { pack } from "../../../stubs/rp2gen/values.ts";
import { checkedRpc2Faults, programOf, simulateRpc2, USUAL_GAP, USUAL_REQUEST } from "../../../systems/rpc2.ts";
import { packTimes, stubSizes } from "../../../systems/rpc2/stub-kinds.ts";
import { RPC2_BYTES } from "../../../wire/rpc2.ts";
import type { Outcome, RunRequest } from "../../runnable.ts";
import type { SpecificationMeasure, SpecificationValues } from "./params.ts";
import { calledBy } from "./texts.ts";

const descriptorsIn = ({ args }: ArgArray): number =>
  args.reduce((sum, { fields }) => sum + 1 + (fields === undefined ? 0 : descriptorsIn(fields)), 0);

/** The measures that need no run: bytes, and both kinds of stub. */
function measuresOfText({ specification, word }: SpecificationValues) {
  const { subsystem, procedure, given, result } = calledBy(specification);
  const values = samplesIn(procedure, "request", { text: word, number: given });
  const request = pack(procedure, "request", values);
  const reply = pack(procedure, "reply", samplesIn(procedure, "reply", { text: word, number: result }));
  const args = argsOf(subsystem);
  const array = args.procedures.get(procedure);
  const { interpreter, generated, smallerFrom } = stubSizes(subsystem);
  return {
    requestBytes: RPC2_BYTES + request.bytes.length,
    replyBytes: RPC2_BYTES + reply.bytes.length,
    argumentBytes: request.bytes.length,
    resultBytes: reply.bytes.length,
    fillBytes: request.parts.reduce((sum, { padding }) => sum + padding, 0),
    words: procedure.parameters.filter((one) => isIn("request", one) && bare(one.type).tag === "string").length,
    headerBytes: RPC2_BYTES,
    descriptors: array === undefined ? 0 : descriptorsIn(array),
    descriptorBytes: bytesOfArgs(args),
    routineBytes: interpreter,
    generatedBytes: generated,
    smallerFrom,
    ...packTimes(procedure, values),
  };
}

export function runSpecification(values: SpecificationValues, request: RunRequest): Outcome<SpecificationMeasure> {
  const { servers, mode, computeMs, waitFor, word, specification } = values;
  const faults = checkedRpc2Faults(request.faults(), servers);
  const { procedure, given, result } = calledBy(specification);
  const main = simulateRpc2(
    {
      servers,
      mode,
      computeMs,
      program: programOf(procedure, { text: word, given, result }),
      library: "1987",
      distribution: "constant",
      procedure: "computes",
      dead: 0,
      placement: "campus",
      trials: 1,
      timeoutMs: 120_000,
      waitFor: Math.min(waitFor, servers),
      followUp: "same",
      socketBytes: 3200,
      yieldEvery: 32,
      handlerMs: 0,
      requestMs: USUAL_REQUEST.ms,
      tellsOutcomes: false,
      gapMs: USUAL_GAP.ms,
      clockFirst: false,
      load: 0,
      lossRate: 0,
      backboneDelayMs: 0,
    },
    request.seed,
    faults,
    request.keep,
    request.progress,
  );
  const trial = itemAt(main.trials, 0, "trial");
  const measures = {
    ...measuresOfText(values),
    elapsedMs: toMillis(trial.took),
    packets: main.packets,
    replies: trial.replies,
  };
  return { ...main, faults, site: { kind: "campus", ...main.site }, measures };
}
