import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '../network.ts';
import { Problem } from '../problem.ts';
import { createTurns } from './fair-turns.ts';

/** A credential that is longer is not remembered: the memory for all of them is bounded. */
const MAX_CREDENTIAL_LENGTH = 1_000;
const REMEMBERED_CREDENTIALS = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it was found to be: the id of a user, of a client or of an account of the portal. */
    account: string | undefined;
    /** Says that it no longer takes time of its account. */
    endTurn: (() => void) | undefined;
  }
}

/**
 * Reads all requests that one turn of the event loop brings before it handles the first of them. Each then finds the
 * code of the one before still in the processor's caches, and their answers leave together: under load that is twice
 * as many a second. A request that comes alone waits for nothing but the end of its own turn. Where there are too many
 * for one turn, networks have their share of each, and in them accounts.
 */
export function limitConcurrentRequests(app: FastifyInstance, { maxWaiting }: { maxWaiting: number }): void {
  const turns = createTurns({ maxWaiting });
  const accounts = new LRUCache<string, string>({ max: REMEMBERED_CREDENTIALS });
  app.decorateRequest('account', undefined);
  app.decorateRequest('endTurn', undefined);

  app.addHook('onRequest', (request, _reply, done) => {
    const credential = credentialOf(request);
    const account = credential === undefined ? undefined : accounts.get(credential);
    const network = networkOf(request.ip);
    request.endTurn = turns.add(network, account ?? network, () => {
      // The caller has gone while it waited.
      if (request.socket?.destroyed) request.endTurn?.();
      else done();
    });
    if (!request.endTurn) done(refusal(account));
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endTurn?.();
    const credential = credentialOf(request);
    const { account } = request;
    // Finding it at the beginning has already marked it as used.
    if (credential !== undefined && account !== undefined && accounts.peek(credential) !== account)
      accounts.set(credential, account);
    done();
  });
}

/** Without an account it may be an exchange, for which a known manager takes a 429 as its end (manager-sdk 1.4). */
function refusal(account: string | undefined): Problem {
  const kind = account === undefined ? 'unavailable' : 'too_many_requests';
  return new Problem(kind, { headers: { 'Retry-After': '2' } });
}

function credentialOf({ headers: { authorization, cookie } }: FastifyRequest): string | undefined {
  const credential = authorization ?? cookie;
  return credential !== undefined && credential.length <= MAX_CREDENTIAL_LENGTH ? credential : undefined;
}
