import type { FastifyInstance } from 'fastify';
import { textsIn, toFormFields } from '../../platform/http/form-fields.ts';
import { html } from '../../platform/http/html.ts';
import { i18nOf } from '../../platform/http/language.ts';
import type { StreamReply } from '../../platform/http/replies.ts';
import { sendStream } from '../../platform/http/send-reply.ts';
import { sendStandalonePage } from '../../platform/http/standalone-page.ts';
import type { I18n } from '../../platform/languages/index.ts';
import type { DownloadTickets } from './download-tickets.ts';
import type { UserData } from './user-data.ts';

type Dependencies = { readonly tickets: DownloadTickets; readonly userData: UserData };

/**
 * Serves `/download-my-data`, the target of a form with a ticket: the browser writes the document to a file as it
 * arrives, which a page could do only after holding it in memory. The ticket is in the body, because URLs are
 * logged and stay in the history.
 */
export function registerDownload(app: FastifyInstance, { tickets, userData }: Dependencies): void {
  app.post('/download-my-data', async (request, reply) => {
    const [ticket = ''] = textsIn(toFormFields(request.body), 'ticket');
    const found = tickets.use(ticket);
    if (!found) return sendStandalonePage(reply, 410, expiredPage(i18nOf(request)));
    return sendStream(request, reply, toFile(await userData.export(found.userId, found.by)));
  });
}

/** Returns the reply that browsers store as a file. */
export const toFile = (stream: StreamReply['stream']): StreamReply => ({
  stream,
  contentType: 'application/json; charset=utf-8',
  headers: { 'Content-Disposition': 'attachment; filename="my-data.json"' },
});

const expiredPage = (i18n: I18n) => ({
  language: i18n.language,
  title: i18n.t('This download has expired'),
  content: html`<p>${i18n.t('A download works once, within a minute. Go back to your account and start it again.')}</p>`,
});
