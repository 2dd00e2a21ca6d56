/** All that `beside.ts` stands for: what the machines of a run use. */
export {
  CALLEES_CONNECTION,
  CALLERS_CONNECTION,
  connectedCallee,
  connectedCaller,
} from "../../protocols/cedar/connected.ts";
export { openCedar, sealCedar } from "../../wire/cedar-seal.ts";
export { Asker } from "./asker.ts";
export { answerOfExporter, register } from "./exporting.ts";
export { Importing } from "./importing.ts";
export { Securing } from "./securing.ts";
export { Service } from "./service.ts";
export { discardDatagram } from "../world/other-frames.ts";
