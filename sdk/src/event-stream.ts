/** One event of a stream (HTML 9.2.6), with its data as text. */
type StreamEvent = { readonly type: string; readonly data: string };

/**
 * Returns the text of the last event as if it were the response: of a `result`, or of an `error` with the status that
 * it names. `onProgress` is called with the data of each `progress`.
 */
export async function readResult(
  body: ReadableStream<Uint8Array>,
  onProgress: (progress: unknown) => void,
): Promise<{ readonly text: string; readonly status?: number }> {
  for await (const { type, data } of readEvents(body)) {
    if (type === 'progress') onProgress(JSON.parse(data));
    if (type === 'result') return { text: data };
    if (type === 'error') return { text: data, status: statusOf(data) };
  }
  throw new Error('The stream ended without a result.');
}

function statusOf(problem: string): number {
  const { status } = JSON.parse(problem) as { status?: unknown };
  return typeof status === 'number' ? status : 500;
}

/** Yields the events of a stream. The platform ends each line with one line feed. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const [rest = '', ...blocks] = (waiting + decoder.decode(value, { stream: true }))
        .split('\n\n')
        .toReversed();
      waiting = rest;
      for (const block of blocks.toReversed()) yield toEvent(block);
    }
  } finally {
    // Ends the request when the caller stops early; nobody needs to wait for that.
    reader.cancel().catch(() => undefined);
  }
}

function toEvent(block: string): StreamEvent {
  const lines = block.split('\n');
  const fieldOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? line.slice(name.length + 2) : []));
  return { type: fieldOf('event')[0] ?? 'message', data: fieldOf('data').join('\n') };
}
