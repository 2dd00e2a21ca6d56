import { Simulation } from "../kernel/simulation.ts";
import { IndexedHeap } from "../kernel/indexed-heap.ts";
import { WORKLOADS } from "./workloads.ts";
const heap = process.argv.includes("heap");
for (const w of WORKLOADS) {
  if (process.argv[2] && process.argv[2] !== "all" && !process.argv[2].split(",").includes(w.name)) continue;
  const rates: number[] = [];
  for (let i = 0; i < Number(process.env.R ?? 7); i++) {
    const s = heap ? new Simulation(new IndexedHeap()) : new Simulation();
    const go = w.prepare(s, w.size); const t = (process.cpuUsage().user/1e3);
    const v = go();
    rates.push(w.size / ((process.cpuUsage().user/1e3) - t) * 1e3);
    if (v !== w.check) console.log("WRONG", w.name, v, w.check);
  }
  console.log(w.name.padEnd(14), (rates[0]!).toFixed(0).padStart(10), rates.slice(2).sort((a,b)=>a-b).map(r=>r.toFixed(0)).join(" "));
}
