import type { FastifyInstance } from 'fastify';
import { beginWork, continueWork } from '../turn-watchdog.ts';
import { routeOf } from './problems.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's name for the watchdog: its method and its route. */
    workName: string;
    /** Notes for the watchdog that the request has ended. */
    endWork: (() => void) | undefined;
  }
}

/** Names requests to the watchdog of the event loop: when they start, and when their handler has the body. */
export function watchRequests(app: FastifyInstance): void {
  app.decorateRequest('workName', '');
  app.decorateRequest('endWork', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.workName = `${request.method} ${routeOf(request) ?? 'unknown path'}`;
    request.endWork = beginWork(request.workName);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    continueWork(request.workName);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.endWork?.();
    done();
  });
}
