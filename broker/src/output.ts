import type { Duplex } from 'node:stream';

const CHUNK_BYTES = 64 * 1024;

type OutputOptions = {
  now(): number;
  onDrained(): void;
  /** Called with the change in queued bytes, which may be negative. */
  onQueued(bytes: number): void;
};

/**
 * Queues packets for one stream. A stuck receiver and its backlog are known without asking the stream. It is
 * a class because there are thousands of them.
 *
 * 1. `write` queues a packet. The packets of one tick wait for its end, to share a write.
 * 2. The stream gets one chunk of about 64 KB. While it has not taken it, `stalledFor` grows.
 * 3. When the stream has taken the chunk, it gets the next one. With less than a chunk left, `onDrained` is
 *    called.
 * 4. `end` writes the rest and closes the stream; `clear` drops the rest.
 */
export class Output {
  readonly #stream: Duplex;
  readonly #options: OutputOptions;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #writingBytes = 0;
  #writingSince = 0;
  #isScheduled = false;
  #isEnded = false;

  constructor(stream: Duplex, options: OutputOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /** Bytes that the stream has not taken yet. */
  get queuedBytes(): number {
    return this.#waitingBytes + this.#writingBytes;
  }

  /** Whether less than a chunk is queued, which means that the receiver keeps up. */
  get isRoomy(): boolean {
    return this.queuedBytes < CHUNK_BYTES;
  }

  /** Returns for how many milliseconds the stream has not taken its current chunk. */
  stalledFor(now: number): number {
    return this.#writingBytes > 0 ? now - this.#writingSince : 0;
  }

  write(packet: Buffer): void {
    if (this.#isEnded) return;
    this.#waiting.push(packet);
    this.#waitingBytes += packet.length;
    this.#options.onQueued(packet.length);
    if (this.#isScheduled || this.#writingBytes > 0) return;
    this.#isScheduled = true;
    // Hundreds of acknowledgements, for instance, share one write.
    process.nextTick(this.#flush);
  }

  /** Writes the queued packets and ends the stream. Later packets are ignored. */
  end(): void {
    const rest = Buffer.concat(this.#waiting);
    this.clear();
    this.#stream.end(rest);
  }

  clear(): void {
    this.#isEnded = true;
    this.#waiting = [];
    this.#options.onQueued(-this.queuedBytes);
    this.#waitingBytes = 0;
    this.#writingBytes = 0;
  }

  readonly #flush = (): void => {
    this.#isScheduled = false;
    if (this.#waiting.length === 0 || this.#isEnded) return;
    const chunk = this.#takeChunk();
    this.#writingBytes = chunk.length;
    this.#writingSince = this.#options.now();
    this.#stream.write(chunk, this.#written);
  };

  readonly #written = (error?: Error | null): void => {
    this.#options.onQueued(-this.#writingBytes);
    this.#writingBytes = 0;
    // The connection listens to the `error` and `close` events of the stream itself.
    if (error) {
      this.clear();
      return;
    }
    this.#flush();
    if (this.isRoomy) this.#options.onDrained();
  };

  #takeChunk(): Buffer {
    const [first] = this.#waiting;
    if (first && this.#waiting.length === 1) {
      this.#waiting = [];
      this.#waitingBytes = 0;
      return first;
    }
    let count = 0;
    let bytes = 0;
    while (count < this.#waiting.length && bytes < CHUNK_BYTES) {
      bytes += this.#waiting[count]?.length ?? 0;
      count += 1;
    }
    this.#waitingBytes -= bytes;
    return Buffer.concat(this.#waiting.splice(0, count), bytes);
  }
}
