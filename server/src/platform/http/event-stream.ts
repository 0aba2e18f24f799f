import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';

/** The content type of Server-Sent Events (WHATWG HTML 9.2). */
export const STREAM_TYPE = 'text/event-stream';

/** Returns whether the client wants a stream. A HEAD request does not: it would never end. */
export const wantsStream = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'HEAD' && (headers.accept ?? '').toLowerCase().includes(STREAM_TYPE);

/** Disposes of a resource of a request without a body when the client disconnects. */
export function endWith(request: FastifyRequest, resource: Disposable): void {
  const leave = () => resource[Symbol.dispose]();
  if (request.raw.destroyed) leave();
  else request.signal.addEventListener('abort', leave, { once: true });
}

/**
 * Calls `leave` when the client disconnects. Disposing of it stops waiting for that. The connection says so, because
 * a request is closed when its body was read.
 */
export function onDisconnect({ socket }: FastifyRequest, leave: () => void): Disposable {
  if (socket.destroyed) leave();
  else socket.once('close', leave);
  return { [Symbol.dispose]: () => void socket.off('close', leave) };
}

/** Resolves to false when access was refused. A failure of the database does not count as a refusal. */
export const mayStill = (authorized: Promise<unknown>): Promise<boolean> =>
  authorized.then(
    () => true,
    (error: unknown) => !(error instanceof ApiError),
  );
