import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendSmallPage as send } from '../../platform/http/small-page.ts';
import { Problem } from '../../platform/problem.ts';
import type { LinkOwner } from './links.ts';
import { donePage, formPage, gonePage, waitPage } from './page.ts';
import type { PasswordReset } from './password-reset.ts';

/** Returns a member of a query or form; empty when it is missing or repeated. */
function textOf(members: unknown, name: string): string {
  const value = (members as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** Serves `/reset-password`: the page that a mailed link opens, and the target of its form. */
export function registerResetPage(
  app: FastifyInstance,
  reset: PasswordReset,
  home: { clientId: string; signInUrl: string },
): void {
  const signInUrlOf = ({ client }: LinkOwner) => (client.id === home.clientId ? home.signInUrl : undefined);

  app.get('/reset-password', async (request, reply) => {
    const token = textOf(request.query, 'token');
    try {
      const owner = await reset.find(token, request.ip);
      if (!owner) return send(reply, 410, gonePage());
      return send(reply, 200, formPage({ owner, token, signInUrl: signInUrlOf(owner) }));
    } catch (error) {
      return refuse(reply, error);
    }
  });

  app.post('/reset-password', async (request, reply) => {
    const token = textOf(request.body, 'token');
    const password = textOf(request.body, 'password');
    try {
      const owner = await reset.find(token, request.ip);
      if (!owner) return send(reply, 410, gonePage());
      const signInUrl = signInUrlOf(owner);
      if (textOf(request.body, 'repeated') !== password)
        return send(
          reply,
          400,
          formPage({ owner, token, signInUrl, reason: 'The two passwords are not the same.' }),
        );
      try {
        await reset.complete({ token, password }, request.ip);
      } catch (error) {
        const [reason] = error instanceof Problem && error.kind === 'weak_password' ? error.fields : [];
        if (!reason) throw error;
        return send(
          reply,
          400,
          formPage({ owner, token, signInUrl, reason: `The password ${reason.reason}.` }),
        );
      }
      return send(reply, 200, donePage(signInUrl));
    } catch (error) {
      return refuse(reply, error);
    }
  });
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof Problem && error.kind === 'not_found') return send(reply, 410, gonePage());
  if (error instanceof Problem && error.kind === 'too_many_requests')
    return send(reply.headers(error.headers), 429, waitPage());
  throw error;
}
