import type { Socket } from 'node:net';
import { type Proxies, withProxyHeaders } from '@azulejo/broker';
import type { FastifyInstance } from 'fastify';
import { peerOf } from '../network.ts';

/**
 * Reads the PROXY header of each connection from a balancer before anything else sees the connection, and gives the
 * socket the address of the client. Call it when all listeners are there.
 */
export function readProxyHeaders({ server }: FastifyInstance, proxies: Proxies): void {
  const listeners = server.listeners('connection');
  /** With TLS, requests have another socket than the one that was accepted; both have the port of the balancer. */
  const clients = new Map<string, string>();
  const accept = withProxyHeaders(proxies, (socket, address) => {
    if (address !== socket.remoteAddress) {
      const peer = peerOf(socket);
      clients.set(peer, address);
      socket.once('close', () => clients.delete(peer));
      setAddress(socket, address);
    }
    for (const listener of listeners) listener.call(server, socket);
  });
  server.removeAllListeners('connection').on('connection', accept);
  server.prependListener('secureConnection', (socket: Socket) => {
    const address = clients.get(peerOf(socket));
    if (address !== undefined) setAddress(socket, address);
  });
}

const setAddress = (socket: Socket, address: string) =>
  Object.defineProperty(socket, 'remoteAddress', { value: address });
