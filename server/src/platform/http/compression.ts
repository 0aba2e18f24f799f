import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { varyBy } from './headers.ts';

/** Below this size the headers cost more than compression saves. */
const THRESHOLD_BYTES = 1024;
const COMPRESSIBLE = /^(application\/([\w.+-]+\+)?json|application\/javascript|text\/)/;
/** Compresses JSON nearly as well as the highest level, in a hundredth of its time. */
const BROTLI_QUALITY = 5;
const KNOWN_HEADERS = 100;

const brotli = promisify(brotliCompress);
const encoders = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof encoders;

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: KNOWN_HEADERS }),
});

/**
 * The compressed forms of bytes that are cached elsewhere. They are made once and collected with the bytes.
 */
const forms = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/**
 * Compresses responses that are sent as bytes: lists, tables and pages. Responses that are sent as text are
 * never compressed: they contain tokens and secrets, which their compressed length would leak (the BREACH
 * attack).
 */
export function compressBytes(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 304) varyBy(reply, 'Accept-Encoding');
    if (!Buffer.isBuffer(payload) || !isWorthIt(payload, reply)) return done(null, payload);
    varyBy(reply, 'Accept-Encoding');
    const encoding = accepted(request);
    if (encoding === undefined) return done(null, payload);
    encode(payload, encoding).then(
      (encoded) => {
        reply.header('Content-Encoding', encoding);
        done(null, encoded);
      },
      (error: Error) => done(error),
    );
  });
}

const isWorthIt = (bytes: Buffer, reply: FastifyReply): boolean =>
  bytes.length >= THRESHOLD_BYTES &&
  COMPRESSIBLE.test(String(reply.getHeader('Content-Type'))) &&
  reply.getHeader('Content-Encoding') === undefined;

function accepted(request: FastifyRequest): Encoding | undefined {
  const header = request.headers['accept-encoding'];
  return typeof header === 'string' ? (negotiator.negotiate(header) ?? undefined) : undefined;
}

function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = forms.get(bytes) ?? new Map<Encoding, Promise<Buffer>>();
  forms.set(bytes, known);
  const encoded = known.get(encoding) ?? encoders[encoding](bytes);
  known.set(encoding, encoded);
  return encoded;
}
