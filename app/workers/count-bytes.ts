/**
 * In a worker: tells the bytes of everything that `fetch` brings in from now on, and every address that does not come.
 */
export function countBytes(onBytes: (bytes: number) => void, onFailed: (url: string, why: string) => void): void {
  const plain = self.fetch.bind(self);
  let sum = 0;
  self.fetch = async (...request) => {
    const response = await plain(...request).catch((error: unknown) => {
      onFailed(new Request(...request).url, "the network is away or the server does not answer");
      throw error;
    });
    if (!response.ok) onFailed(response.url, `the server said ${response.status}`);
    if (response.body === null) return response;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          sum += chunk.byteLength;
          onBytes(sum);
          controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
