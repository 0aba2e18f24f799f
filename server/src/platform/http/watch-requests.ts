import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginWork, continueWork } from '../turn-watchdog.ts';
import { routeOf } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Notes for the watchdog that the request has ended. */
    endWork: (() => void) | undefined;
  }
}

/** Names requests to the watchdog of the event loop: when they start, and when their handler has the body. */
export function watchRequests(app: FastifyInstance): void {
  app.decorateRequest('endWork', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.endWork = beginWork(() => nameOf(request));
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    continueWork(() => nameOf(request));
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endWork?.();
    done();
  });
}

const nameOf = (request: FastifyRequest): string => `${request.method} ${routeOf(request) ?? 'unknown path'}`;
