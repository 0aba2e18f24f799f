import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picturesFolder } from '@azulejo/catalog';
import type { FastifyInstance } from 'fastify';
import { isKnown } from '../../platform/http/send-reply.ts';
import { keep } from '../../platform/keep.ts';
import { Problem } from '../../platform/problem.ts';
import { etagOf, revisionOf } from '../../platform/revision.ts';

/** A day: pictures change with versions of the platform only. */
const CACHE_CONTROL = 'public, max-age=86400';

/** Addresses of the platform's own pictures. A template may name an absolute URL instead. */
export function pictureUrls(cdnUrl: string) {
  return (picture: string): string =>
    /^https?:\/\//.test(picture) ? picture : `${cdnUrl}/images/${picture}`;
}

/** `/images/{name}`: pictures of kinds of device, PNG since known apps load nothing newer. */
export async function registerPictures(app: FastifyInstance): Promise<void> {
  const names = new Set((await readdir(picturesFolder)).filter((name) => name.endsWith('.png')));
  const picture = keep(readPicture);
  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params;
    if (!names.has(name)) throw new Problem('not_found');
    const { bytes, etag } = await picture(name);
    reply.headers({ ETag: etag, 'Cache-Control': CACHE_CONTROL });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type('image/png').send(bytes);
  });
}

/** They are few, 1.4 MB in all, so each stays in memory once it is asked for. */
async function readPicture(name: string): Promise<{ bytes: Buffer; etag: string }> {
  const bytes = await readFile(join(picturesFolder, name));
  return { bytes, etag: etagOf(revisionOf(1, bytes.toString('latin1'))) };
}
