import type { FastifyReply, FastifyRequest } from 'fastify';

/** Adds a request header to `Vary`, which may name others already (RFC 9110 12.5.5). */
export function varyBy(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('Vary');
  reply.header('Vary', others === undefined ? name : `${String(others)}, ${name}`);
}

/** Longer than browsers and apps name themselves. */
const MAX_LENGTH = 300;

/** Returns how the browser or app names itself, shortened; undefined when it does not. */
export const userAgentOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['user-agent']?.slice(0, MAX_LENGTH) || undefined;
