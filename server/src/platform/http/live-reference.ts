import { type AsyncApiOptions, asyncapiDocument } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { memoizeAsync } from '../memoize-async.ts';
import { renderLivePage } from './live-page.ts';
import { STYLES } from './live-page-styles.ts';
import { headersWithoutScripts, prepareText, sendPrepared } from './prepared-text.ts';

const formats = {
  '/asyncapi.json': {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
    render: JSON.stringify,
  },
  '/docs/live': { headers: headersWithoutScripts(STYLES), render: renderLivePage },
};
type Path = keyof typeof formats;

/**
 * Registers `/asyncapi.json`, and `/docs/live`, the same document for people. Both are rendered on first use.
 */
export function registerLiveReference(app: FastifyInstance, options: AsyncApiOptions): void {
  const made = memoizeAsync(async (path: Path) =>
    prepareText(formats[path].render(asyncapiDocument(options))),
  );
  for (const path of Object.keys(formats) as Path[]) {
    app.get(path, async (request, reply) => {
      const { headers } = formats[path];
      return sendPrepared(request, reply, { ...(await made(path)), headers });
    });
  }
}
