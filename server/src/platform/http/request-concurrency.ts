import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { createLruCache } from '../lru-cache.ts';
import { networkOf } from '../network.ts';
import { createFairQueue } from './fair-queue.ts';

/** Longer credentials are not cached, so that the memory of the cache is bounded. */
const MAX_CREDENTIAL_LENGTH = 1_000;
const REMEMBERED_CREDENTIALS = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller: the id of a user, a client or a portal account. */
    account: string | undefined;
    /** Leaves the queue, so that the request no longer counts as running for its account. */
    endRequest: (() => void) | undefined;
  }
}

/**
 * Reads all requests that arrive in one tick of the event loop before it handles the first of them. Each then
 * finds the code of the previous one still in the processor's caches, and the responses are written together,
 * which doubles the throughput under load. A single request only waits for the end of its own tick. When
 * there are too many requests for one tick, each tick is shared fairly among networks, and within them among
 * accounts.
 */
export function limitConcurrentRequests(app: FastifyInstance, { maxWaiting }: { maxWaiting: number }): void {
  const queue = createFairQueue({ maxWaiting });
  const accounts = createLruCache<string>(REMEMBERED_CREDENTIALS);
  app.decorateRequest('account', undefined);
  app.decorateRequest('endRequest', undefined);

  app.addHook('onRequest', (request, _reply, done) => {
    const credential = credentialOf(request);
    const account = credential === undefined ? undefined : accounts.get(credential);
    const network = networkOf(request.ip);
    request.endRequest = queue.add(network, account ?? network, () => {
      // The client disconnected while its request waited.
      if (request.socket?.destroyed) request.endRequest?.();
      else done();
    });
    if (!request.endRequest) done(refusal(account));
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endRequest?.();
    const credential = credentialOf(request);
    const { account } = request;
    // `get` in `onRequest` has already marked the entry as used.
    if (credential !== undefined && account !== undefined && accounts.peek(credential) !== account)
      accounts.set(credential, account);
    done();
  });
}

/**
 * Returns 503 without an account: the request may be a token exchange, and known managers stop for good on a
 * 429 (manager-sdk 1.4).
 */
function refusal(account: string | undefined): ApiError {
  const kind = account === undefined ? 'unavailable' : 'too_many_requests';
  return new ApiError(kind, { headers: { 'Retry-After': '2' } });
}

function credentialOf({ headers: { authorization, cookie } }: FastifyRequest): string | undefined {
  const credential = authorization ?? cookie;
  return credential !== undefined && credential.length <= MAX_CREDENTIAL_LENGTH ? credential : undefined;
}
