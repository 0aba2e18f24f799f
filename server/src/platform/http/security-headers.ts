import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { type CanonicalHeaderResponse, prepareHeaders } from './canonical-header-response.ts';

/**
 * Adds security headers to every response. They are built once; helmet's plugin builds them for each request, and
 * Fastify would copy them into each reply.
 */
export function sendSecurityHeaders(app: FastifyInstance, options: { isTls: boolean }): void {
  const standing = prepareHeaders(composeHeaders(options.isTls));
  app.addHook('onRequest', (request, reply, done) => {
    const response = reply.raw as CanonicalHeaderResponse;
    response.standing = standing;
    response.requestId = request.id;
    done();
  });
}

function composeHeaders(isTls: boolean): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      // Fastify stores header names in lower case, so this saves the conversion on every response.
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const compose = helmet({
    contentSecurityPolicy: {
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
      useDefaults: false,
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Subdomains, such as other machines at home, may use plain HTTP.
    strictTransportSecurity: isTls && { includeSubDomains: false },
  });
  compose({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
