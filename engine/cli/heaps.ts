/** The memory that a page and its workers need, as the browser’s inspector tells it. */
import type { CDPSession } from "@playwright/test";

/** Megabytes that are still needed after the garbage is gone, typed arrays included. */
export interface Heaps {
  readonly page: number;
  readonly workers: number;
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number; // of typed arrays
}

interface Answer {
  readonly id: number;
  readonly result?: HeapUsage;
}

/** A worker that computes answers only when it is done, and one that ends never does. */
const LONGEST_WAIT = 10_000; // ms

const megabytes = ({ usedSize, backingStorageSize }: HeapUsage): number => (usedSize + backingStorageSize) / 2 ** 20;

/** Reads the heaps of a page with its workers, of which it hears from now on. */
export class HeapReader {
  private readonly session: CDPSession;
  private readonly workers = new Set<string>(); // sessions
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private asked = 0;

  private constructor(session: CDPSession) {
    this.session = session;
  }

  static async of(session: CDPSession): Promise<HeapReader> {
    const reader = new HeapReader(session);
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if (targetInfo.type === "worker") reader.workers.add(sessionId);
    });
    session.on("Target.detachedFromTarget", ({ sessionId }) => reader.workers.delete(sessionId));
    session.on("Target.receivedMessageFromTarget", ({ message }) => reader.heard(JSON.parse(message) as Answer));
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    return reader;
  }

  async read(): Promise<Heaps> {
    await this.session.send("HeapProfiler.collectGarbage");
    const page = megabytes(await this.session.send("Runtime.getHeapUsage"));
    const workers = await Promise.all([...this.workers].map((worker) => this.ofWorker(worker)));
    return { page, workers: workers.reduce((sum, one) => sum + one, 0) };
  }

  private async ofWorker(worker: string): Promise<number> {
    await this.ask(worker, "HeapProfiler.collectGarbage");
    const { result } = await this.ask(worker, "Runtime.getHeapUsage");
    return result === undefined ? 0 : megabytes(result);
  }

  private async ask(sessionId: string, method: string): Promise<Answer> {
    const id = ++this.asked;
    const message = JSON.stringify({ id, method });
    const answer = new Promise<Answer>((told) => {
      this.waiting.set(id, told);
      setTimeout(() => this.heard({ id }), LONGEST_WAIT);
    });
    await this.session.send("Target.sendMessageToTarget", { sessionId, message }).catch(() => this.heard({ id }));
    return answer;
  }

  private heard(answer: Answer): void {
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }
}
