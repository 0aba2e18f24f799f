/** A baseline: Fastify with nothing but one route for each prepared reply. */
import Fastify from 'fastify';
import type { BareHttpAnswer, BareHttpQuestion } from './bare-http.ts';
import { answerWith } from './baseline.ts';

answerWith<BareHttpQuestion, BareHttpAnswer>(async ({ replies }) => {
  const app = Fastify();
  for (const { path, headers, body } of replies) {
    const bytes = Buffer.from(body, 'base64');
    const byName: Record<string, string> = {};
    for (let at = 0; at < headers.length; at += 2) byName[headers[at] ?? ''] = headers[at + 1] ?? '';
    app.get(path, (_request, reply) => reply.headers(byName).send(bytes));
  }
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }) };
});
