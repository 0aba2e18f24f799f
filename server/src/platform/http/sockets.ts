import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { networkOf, peerOf } from '../network.ts';
import { refuseSocket } from './problems.ts';
import { createSocketRegistry, type Entry } from './socket-registry.ts';

export type SocketLimits = {
  /** Maximum number for the process. Each socket takes a file descriptor, and files need descriptors too. */
  max: number;
  maxPerNetwork: number;
  trustedProxies: readonly string[];
};

/** Bounds the sockets of the process and of each network, from the moment they are accepted. */
export function limitSockets(app: FastifyInstance, { trustedProxies, ...limits }: SocketLimits): void {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  const registry = createSocketRegistry(limits);
  const entries = new WeakMap<Socket, Entry>();
  /** With TLS, the socket of a request is not the socket that was accepted. */
  const byPeer = new Map<string, Entry>();
  const { server } = app;
  const isTls = 'setSecureContext' in server;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    // The socket has already closed.
    if (address === undefined) return;
    const entry = registry.add(isTrusted(address, 0) ? undefined : networkOf(address), () =>
      socket.destroy(),
    );
    if (!entry) {
      if (isTls) socket.destroy();
      else refuseSocket(socket, new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } }));
      return;
    }
    entries.set(socket, entry);
    const peer = peerOf(socket);
    if (isTls) byPeer.set(peer, entry);
    socket.once('close', () => {
      registry.remove(entry);
      byPeer.delete(peer);
    });
  });
  if (isTls) {
    server.on('secureConnection', (socket: Socket) => {
      const entry = byPeer.get(peerOf(socket));
      if (entry) entries.set(socket, entry);
    });
  }

  const mark = (change: (entry: Entry) => void, { socket }: IncomingMessage) => {
    const entry = entries.get(socket);
    if (entry) change(entry);
  };
  // Runs after the body was read.
  app.addHook('preValidation', (request, _reply, done) => {
    mark(registry.begin, request.raw);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    mark(registry.end, request.raw);
    done();
  });
  // An upgraded socket counts as in use until it closes.
  server.on('upgrade', (request: IncomingMessage) => mark(registry.begin, request));
}
