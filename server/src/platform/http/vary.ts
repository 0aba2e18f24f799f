import type { FastifyReply } from 'fastify';

/** Adds a request header to `Vary`, which may name others already (RFC 9110 12.5.5). */
export function varyBy(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('Vary');
  reply.header('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}
