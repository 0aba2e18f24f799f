import type { FastifyInstance } from 'fastify';
import { REVALIDATED } from '../http/replies.ts';
import { Problem } from '../problem.ts';

/** As phones know it: they offer to trust it. */
const TYPE = 'application/x-x509-ca-cert';

/** `/ca.pem`: the authority whose certificate serves MQTT over TLS, where it is our own. `pem` is asked each time. */
export function registerAuthority(app: FastifyInstance, pem: () => string | undefined): void {
  app.get('/ca.pem', async (_request, reply) => {
    const authority = pem();
    if (authority === undefined) throw new Problem('unknown_path');
    return reply.type(TYPE).header('Cache-Control', REVALIDATED).send(authority);
  });
}
