import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { REVALIDATED } from '../http/replies.ts';

/** The content type that phones recognize: they offer to trust the certificate. */
const TYPE = 'application/x-x509-ca-cert';

/** Registers `/ca.pem`: our own authorities, one of which issues the certificate of MQTT over TLS. */
export function registerAuthorities(app: FastifyInstance, pem: () => string | undefined): void {
  app.get('/ca.pem', async (_request, reply) => {
    const trusted = pem();
    if (trusted === undefined) throw new ApiError('unknown_path');
    return reply.type(TYPE).header('Cache-Control', REVALIDATED).send(trusted);
  });
}
