import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendSmallPage as send } from '../../platform/http/small-page.ts';
import { Problem } from '../../platform/problem.ts';
import type { EmailAddresses } from './email-addresses.ts';
import { donePage, formPage, gonePage, takenPage, waitPage } from './page.ts';

const tokenIn = (members: unknown): string => {
  const value = (members as Record<string, unknown> | undefined)?.['token'];
  return typeof value === 'string' ? value : '';
};

/**
 * Serves `/confirm-email`: the page that a mailed link opens, and the target of its form. Only the form confirms,
 * because mail servers open links to examine them.
 */
export function registerConfirmPage(
  app: FastifyInstance,
  emailAddresses: EmailAddresses,
  home: { clientId: string; url: string },
): void {
  app.get('/confirm-email', async (request, reply) => {
    const token = tokenIn(request.query);
    try {
      const owner = await emailAddresses.find(token, request.ip);
      return owner ? send(reply, 200, formPage(owner, token)) : send(reply, 410, gonePage());
    } catch (error) {
      return refuse(reply, error);
    }
  });

  app.post('/confirm-email', async (request, reply) => {
    try {
      const owner = await emailAddresses.confirm(tokenIn(request.body), request.ip);
      return send(reply, 200, donePage(owner, owner.client.id === home.clientId ? home.url : undefined));
    } catch (error) {
      return refuse(reply, error);
    }
  });
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof Problem)) throw error;
  if (error.kind === 'not_found') return send(reply, 410, gonePage());
  if (error.kind === 'user_exists') return send(reply, 409, takenPage());
  if (error.kind === 'too_many_requests') return send(reply.headers(error.headers), 429, waitPage());
  throw error;
}
