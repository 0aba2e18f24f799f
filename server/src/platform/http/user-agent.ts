import type { FastifyRequest } from 'fastify';

/** Longer than browsers and apps name themselves. */
const MAX_LENGTH = 300;

/** Returns how the browser or app names itself, shortened; undefined when it does not. */
export const userAgentOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['user-agent']?.slice(0, MAX_LENGTH) || undefined;
