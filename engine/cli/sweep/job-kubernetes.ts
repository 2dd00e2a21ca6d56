/** A sweep as an Indexed Job of Kubernetes: a pod for each part, and a volume that keeps the parts. */
import type { IJob } from "kubernetes-models/batch/v1/Job";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import type { IPersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import { stringify } from "yaml";
import { aboutJob, limitSeconds, threeLines } from "./job-text.ts";
import type { Job } from "./job-text.ts";

const IMAGE = "roundtrip"; // as the README tags what the Containerfile builds
const NODE_USER = 1000; // the user of that image, whose group must be able to write to the volume
const AT_ONCE = 50; // pods; a cluster has room for more or fewer, and edits the number
const TRIES = 5; // of each part
const BAD_USAGE = 2; // the lab’s exit code where trying again cannot help
const MOUNT = "/parts";

/** In a command of a pod "$(NAME)" stands for a variable, and "$$" for "$". */
const podWord = (word: string): string => word.replaceAll("$", "$$$$");

const volumeClaim = (name: string): IPersistentVolumeClaim => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name },
  spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "10Gi" } } },
});

/** One container that runs the lab, on the volume of the parts. */
const podOf = (name: string, script: string, words: readonly string[]): IPodSpec => ({
  restartPolicy: "Never",
  securityContext: { runAsUser: NODE_USER, runAsGroup: NODE_USER, fsGroup: NODE_USER },
  containers: [
    {
      name: "lab",
      image: IMAGE,
      imagePullPolicy: "IfNotPresent",
      command: ["sh", "-c", script, "sh", ...words].map(podWord),
      resources: { requests: { cpu: "1", memory: "512Mi" }, limits: { memory: "1Gi" } },
      volumeMounts: [{ name: "parts", mountPath: MOUNT }],
    },
  ],
  volumes: [{ name: "parts", persistentVolumeClaim: { claimName: name } }],
});

function partsJob(job: Job, name: string): IJob {
  const { shards, words, kind } = job;
  const script =
    `i=$((JOB_COMPLETION_INDEX + 1)); mkdir -p ${MOUNT}/${name}; ` +
    `exec node dist-lab/lab.mjs "$@" --shard "$i/${shards}" --out "${MOUNT}/${name}/part-$i.${kind}" --resume`;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name },
    spec: {
      completionMode: "Indexed",
      completions: shards,
      parallelism: Math.min(shards, AT_ONCE),
      backoffLimitPerIndex: TRIES,
      podFailurePolicy: {
        rules: [
          { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget", status: "True" }] }, // the node went away
          { action: "FailIndex", onExitCodes: { operator: "In", values: [BAD_USAGE] } },
        ],
      },
      template: {
        spec: { ...podOf(name, script, words), activeDeadlineSeconds: limitSeconds(job) },
      },
    },
  };
}

function joinJob({ kind }: Job, name: string): IJob {
  const script = `exec node dist-lab/lab.mjs join ${MOUNT}/${name}/part-*.${kind} --out "$1"`;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: `${name}-join` },
    spec: { suspend: true, backoffLimit: 0, template: { spec: podOf(name, script, [`${MOUNT}/${name}.${kind}`]) } },
  };
}

export function kubernetesJob(job: Job): string {
  const name = `roundtrip-${job.id}`;
  const file = `${name}.yaml`;
  const documents = [volumeClaim(name), partsJob(job, name), joinJob(job, name)];
  const yaml = documents.map((one) => stringify(one, { lineWidth: 0 })).join("---\n");
  const patch = `kubectl patch job ${name}-join -p '{"spec":{"suspend":false}}'`;
  return `# ${aboutJob(job)}: an Indexed Job with a pod for each.
# Its image is what the Containerfile builds, put where the cluster finds it. The volume keeps the parts.
${threeLines({
  start: `save this as ${file}; kubectl apply -f ${file}`,
  resume: `kubectl delete job ${name} ${name}-join && kubectl apply -f ${file}. Parts on the volume stay and go on.`,
  join: `${patch} writes ${MOUNT}/${name}.${job.kind} on the volume.`,
})}
${yaml}`;
}
