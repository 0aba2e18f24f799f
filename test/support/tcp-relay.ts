import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A relay in front of a server, so that a test can interrupt and restore the connection. */
export type TcpRelay = AsyncDisposable & {
  readonly port: number;
  /** Closes every connection and accepts no other. */
  cut(): Promise<void>;
  /** Does the same by resets, as a NAT that has forgotten the connection. */
  reset(): Promise<void>;
  /** Closes the connection that was made last, and accepts no other. */
  cutLast(): Promise<void>;
  restore(): Promise<void>;
  /** Stops forwarding but closes nothing, as a network that drops packets. New connections work. */
  silence(): void;
};

type Target = { readonly host: string; readonly port: number };

/** Starts a relay. `change`, if given, changes what the server sends. Of several servers, each connection gets the next. */
export async function startTcpRelay(
  targets: Target | readonly Target[],
  change?: (bytes: Buffer) => Buffer,
): Promise<TcpRelay> {
  const all = [targets].flat();
  let connections = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  let server: Server;
  let last: Socket | undefined;
  async function listen(port: number): Promise<number> {
    server = createServer((inner) => {
      const target = all[connections % all.length] as Target;
      connections += 1;
      const outer = connect(target.port, target.host);
      last = inner;
      keep(inner);
      keep(outer);
      inner.once('close', () => outer.destroy());
      // A missing target refuses connections; it does not stay silent.
      const refuse = () => inner.destroy();
      outer.once('error', refuse).once('connect', () => outer.off('error', refuse));
      inner.pipe(outer);
      if (change === undefined) outer.pipe(inner);
      else outer.on('data', (bytes: Buffer) => inner.write(change(bytes))).on('end', () => inner.end());
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port was given.');
    return address.port;
  }
  async function stop(end: (socket: Socket) => void): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) end(socket);
    await closed;
  }
  const cut = () => stop((socket) => socket.destroy());
  const port = await listen(0);
  return {
    port,
    cut,
    reset: () => stop((socket) => socket.resetAndDestroy()),
    async cutLast() {
      server.close();
      last?.destroy();
    },
    silence: () => {
      for (const socket of sockets) socket.unpipe();
    },
    restore: async () => void (await listen(port)),
    [Symbol.asyncDispose]: cut,
  };
}
