/**
 * What people type when they look for a page, beside its title. A language translates each list as a whole: words that
 * its readers type, not these one by one.
 */
import type { ReferenceSection } from "../setup/reference-sections.ts";

/** Words that people type for a section of the reference. */
export const SECTION_WORDS: Readonly<Record<ReferenceSection, string>> = {
  experiments: "parameters settings measures options flags defaults",
  faults: "fault script drop delay crash lose duplicate",
  questions: "faq how do i why engineers ask help",
  machines: "costs hardware microseconds dorado firefly sun rt-pc linux",
  rules: "what each rule is for promise fault matrix without",
  protocols: "state machine diagram rules call table transitions",
  interfaces: "stub compiler rp2gen lupine idl interface definition language marshal bytes descriptors",
  links: "embed embedding iframe assignment homework lock hide share address teacher class course page url",
  keys: "keyboard shortcuts",
  glossary: "terms words meaning definition",
  browser: "offline storage cache forget answers delete without a network",
  access: "accessibility conformance vpat acr wcag section 508 en 301 549 screen reader barrier free",
};

/** What people type who want a number for their own service. */
export const CAPTURE_WORDS =
  "pcap pcapng tcpdump wireshark tshark packet capture file open drop own network nfs sun rpc onc " +
  "portmapper mount retransmission executed twice who is slow lost replies trace dissect";
export const TRACES_WORDS =
  "otlp opentelemetry otel jaeger zipkin chrome tempo spans distributed tracing trace services critical " +
  "path json open drop own slow service latency p99 what if half as long waterfall service graph";
export const CONCEPT_WORDS =
  "concept inventory test quiz pretest posttest pre post misconceptions beliefs believe gain learning class teacher " +
  "exam";
export const DESK_WORDS =
  "teacher teachers desk assignment assign homework class course students hand out hand in grade marks scorm moodle " +
  "canvas cmi5 package answers lecture plan plans guide due lock handout slides paper print worksheet";
export const NUMBERS_WORDS =
  "calculator calculate estimate capacity planning sizing size how many servers workers do need rps qps " +
  "tps requests calls per second throughput latency slo sla utilisation utilization load erlang m/m/1 " +
  "m/m/c little law queueing theory own service my numbers p99 time-out retries headroom bottleneck";

/** Words that a sentence has whatever it is about. */
export const EMPTY_WORDS =
  "a about after again all also always am an and another any are as at be because been before being best between " +
  "but by can cannot cause come could did difference do does done each every explain find for from get give go " +
  "good got had happen happens has have help here how however i if in into is it its just know long made make many " +
  "matter me mean means more most much must my need never no not of off on once one only or other our out over " +
  "quite really same see shall should show so some something still such take tell than that the their them then " +
  "there these they thing this those through to too try under until us use used using vs very want was way we were " +
  "what when where which while who whose why will with without work works would you your versus between";
