/** One event of a stream (HTML 9.2.6), with its data as text. */
export type StreamEvent = { readonly type: string; readonly data: string };

export const STREAM_TYPE = 'text/event-stream';

/** Yields the events of a stream. The platform ends each line with one line feed. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
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
