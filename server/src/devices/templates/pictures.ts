import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picturesFolder } from '@azulejo/catalog';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/api-error.ts';
import { isKnown } from '../../platform/http/send-reply.ts';
import { memoizeAsync } from '../../platform/memoize-async.ts';
import { etagOf, revisionOf } from '../../platform/revision.ts';

/** One day, since pictures only change with releases. */
const CACHE_CONTROL = 'public, max-age=86400';
/**
 * Measured in pixels: lists in the web pages show pictures 56 CSS pixels wide, on screens with up to two
 * pixels each.
 */
const THUMBNAIL_WIDTH = 112;

/** Returns URLs of the platform's own pictures. A template may name an absolute URL instead. */
export function pictureUrls(cdnUrl: string) {
  return (picture: string): string => (isAbsolute(picture) ? picture : `${cdnUrl}/images/${picture}`);
}

/**
 * Returns URLs of small versions of these pictures. Absolute URLs are returned unchanged, at their own size.
 */
export function thumbnailUrls(cdnUrl: string) {
  return (picture: string): string =>
    isAbsolute(picture) ? picture : `${cdnUrl}/images/thumbnails/${picture}`;
}

const isAbsolute = (picture: string): boolean => /^https?:\/\//.test(picture);

type Picture = { bytes: Buffer; etag: string; type: 'image/png' | 'image/webp' };

/**
 * Serves `/images/{name}`, pictures of kinds of devices, as PNG because known apps load nothing newer; and
 * `/images/thumbnails/{name}`, small versions for lists in the web pages. They are few, 1.4 MB in all, so
 * each stays in memory once it was requested.
 */
export async function registerPictures(app: FastifyInstance): Promise<void> {
  const names = new Set((await readdir(picturesFolder)).filter((name) => name.endsWith('.png')));
  const picture = memoizeAsync(readPicture);
  const thumbnail = memoizeAsync(makeThumbnail);
  const send = async (
    request: FastifyRequest<{ Params: { name: string } }>,
    reply: FastifyReply,
    find: (name: string) => Promise<Picture>,
  ) => {
    const { name } = request.params;
    if (!names.has(name)) throw new ApiError('not_found');
    const { bytes, etag, type } = await find(name);
    reply.headers({ ETag: etag, 'Cache-Control': CACHE_CONTROL });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type(type).send(bytes);
  };
  app.get<{ Params: { name: string } }>('/images/:name', (request, reply) => send(request, reply, picture));
  app.get<{ Params: { name: string } }>('/images/thumbnails/:name', (request, reply) =>
    send(request, reply, thumbnail),
  );
}

async function readPicture(name: string): Promise<Picture> {
  const bytes = await readFile(join(picturesFolder, name));
  return { bytes, etag: etagOfBytes(bytes), type: 'image/png' };
}

async function makeThumbnail(name: string): Promise<Picture> {
  // Loads the library for the first thumbnail instead of at start.
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(join(picturesFolder, name))
    .resize({ width: THUMBNAIL_WIDTH, height: THUMBNAIL_WIDTH, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
  return { bytes, etag: etagOfBytes(bytes), type: 'image/webp' };
}

const etagOfBytes = (bytes: Buffer): string => etagOf(revisionOf(1, bytes.toString('latin1')));
