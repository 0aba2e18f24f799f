import type { FastifyInstance } from 'fastify';
import { REVALIDATED } from '../http/replies.ts';
import { Problem } from '../problem.ts';

/** As phones know it: they offer to trust it. */
const TYPE = 'application/x-x509-ca-cert';

/** `/ca.pem`: the authorities of our own, by one of which MQTT over TLS is served. `pem` is asked each time. */
export function registerAuthorities(app: FastifyInstance, pem: () => string | undefined): void {
  app.get('/ca.pem', async (_request, reply) => {
    const trusted = pem();
    if (trusted === undefined) throw new Problem('unknown_path');
    return reply.type(TYPE).header('Cache-Control', REVALIDATED).send(trusted);
  });
}
