/** One thread of control that calls. It has at most one call outstanding. Cedar calls it a process. */
export interface Activity {
  readonly machine: number; // 32 bits; 16 in Cedar's packets
  readonly space: number; // 16 bits; a Dorado has one address space, number 0
  readonly thread: number; // 16 bits
}
