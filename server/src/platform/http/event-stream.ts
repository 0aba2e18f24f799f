import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

/** Server-Sent Events (WHATWG HTML 9.2). */
export const STREAM_TYPE = 'text/event-stream';

/** A HEAD would never end. */
export const wantsStream = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').toLowerCase().includes(STREAM_TYPE);

/** Disposes of what belongs to a request when the caller has gone. */
export function endWith(request: FastifyRequest, resource: Disposable): void {
  const leave = () => resource[Symbol.dispose]();
  if (request.raw.destroyed) leave();
  else request.signal.addEventListener('abort', leave, { once: true });
}

/** False when it was refused; a database that cannot answer now refuses nothing. */
export const mayStill = (authorized: Promise<unknown>): Promise<boolean> =>
  authorized.then(
    () => true,
    (error: unknown) => !(error instanceof Problem),
  );
