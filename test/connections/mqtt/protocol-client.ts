import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Far longer than any step takes on this machine. */
const TIMEOUT_MS = 10_000;

/** A connection that sends and receives raw bytes. */
export type RawClient = Disposable & {
  readonly socket: Socket;
  /** Resolves with all remaining bytes once the other side has closed. */
  readonly closed: Promise<Buffer>;
  send(...packets: Buffer[]): void;
  /**
   * Takes this many received bytes, waiting until they have arrived. Throws when the connection closes first.
   */
  take(length: number): Promise<Buffer>;
  /** Takes the next whole packet. */
  takePacket(): Promise<Buffer>;
};

export async function openRaw(port: number, patienceMs = TIMEOUT_MS): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  // A connection that closes with unread bytes ends in a reset.
  socket.on('error', () => {});
  let received = Buffer.alloc(0);
  let isClosed = false;
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    change();
  });
  const closed = new Promise<Buffer>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      change();
      resolve(received);
    });
  });
  await once(socket, 'connect');

  async function until(isThere: () => number | undefined): Promise<Buffer> {
    const late = AbortSignal.timeout(patienceMs);
    for (let length = isThere(); ; length = isThere()) {
      if (length !== undefined) {
        const taken = received.subarray(0, length);
        received = received.subarray(length);
        return taken;
      }
      if (isClosed) throw new Error(`closed after ${received.toString('hex')}`);
      await Promise.race([changed.promise, rejectOn(late, () => received)]);
    }
  }

  return {
    socket,
    closed,
    send: (...packets) => void socket.write(Buffer.concat(packets)),
    take: (length) => until(() => (received.length >= length ? length : undefined)),
    takePacket: () => until(() => packetLength(received)),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function rejectOn(signal: AbortSignal, received: () => Buffer): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`waited after ${received().toString('hex')}`)), {
      once: true,
    });
  });
}

function packetLength(received: Buffer): number | undefined {
  let length = 0;
  for (let index = 1; index < received.length; index += 1) {
    const byte = received[index] ?? 0;
    length += (byte & 127) * 128 ** (index - 1);
    if (byte > 127) continue;
    const end = 1 + index + length;
    return end <= received.length ? end : undefined;
  }
  return undefined;
}
