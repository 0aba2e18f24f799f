import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { ApiError } from '../api-error.ts';
import { checkedName, type Files, isFileName, type StoredFile } from './files.ts';

/** A bucket of a store with the interface of S3. */
export type Bucket = {
  /** Origin of the store. The bucket is the first part of the paths, as every store of this kind accepts. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What the names of our objects begin with: empty, or a path that ends with `/`. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

/** For a connection, the head of an answer, and each pause in its body. A picture has a few megabytes. */
const TIMEOUT_MS = 5_000;
const CONNECTIONS = 10;
/** Attempts after the first one, for answers 429 and 5xx. */
const RETRIES = 2;
const RETRY_AFTER_MS = 100;
const PAGE = 1000;
/** Of the sentence with which a store refuses. */
const MAX_REASON = 200;

/**
 * Opens a bucket. A file is put even if the object exists, since only that renews its time. A sweep sees by the time
 * that the file is wanted again. A conditional put (`If-None-Match: *`) would leave the old time.
 */
export function openBucket(bucket: Bucket): Files {
  const send = createSend(bucket);
  const { prefix } = bucket;

  async function find(name: string): Promise<StoredFile | undefined> {
    const object = await send('HEAD', prefix + checkedName(name));
    const putAt = Date.parse(String(object?.headers['last-modified']));
    return Number.isNaN(putAt) ? undefined : { name, putAt };
  }

  return {
    async put(name, bytes) {
      await send('PUT', prefix + checkedName(name), { body: bytes });
    },
    async get(name) {
      if (!isFileName(name)) return undefined;
      return (await send('GET', prefix + name))?.body;
    },
    async *list() {
      let token: string | undefined;
      do {
        const page = await send('GET', '', { query: listQuery(prefix, token) });
        const text = page?.body.toString() ?? '';
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = within(entry, 'Key')?.slice(prefix.length) ?? '';
          const putAt = Date.parse(within(entry, 'LastModified') ?? '');
          if (isFileName(name) && !Number.isNaN(putAt)) yield { name, putAt };
        }
        token = within(text, 'NextContinuationToken');
      } while (token !== undefined);
    },
    find,
    async remove({ name, putAt }) {
      const found = await find(name);
      // Lists have milliseconds, headers have seconds.
      if (found && seconds(found.putAt) === seconds(putAt)) await send('DELETE', prefix + name);
    },
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

const listQuery = (prefix: string, token: string | undefined) => ({
  'list-type': '2',
  'max-keys': String(PAGE),
  prefix,
  ...(token === undefined ? {} : { 'continuation-token': token }),
});

/** Returns the text of an element. The names of our objects have no characters that XML escapes; tokens may. */
const within = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&');

type Content = { body?: Buffer; query?: Readonly<Record<string, string>> };
type Sent = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

/**
 * Returns a function that sends one signed request. It returns undefined when the object does not exist, and throws
 * `unavailable` when the store refuses, or does not answer in time. No error contains credentials.
 */
function createSend({ endpoint, bucket, ...credentials }: Bucket) {
  let loading: ReturnType<typeof load> | undefined;

  async function request(method: Dispatcher.HttpMethod, path: string, { body, query }: Content) {
    loading ??= load(credentials);
    const { signer, agent, request: send } = await loading;
    const url = new URL(path === '' ? bucket : `${bucket}/${path}`, endpoint);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const { headers } = await signer.sign(url, { method, headers: { 'X-Amz-Content-Sha256': digest } });
    const signed = Object.fromEntries(headers);
    const response = await send(url, { method, headers: signed, body: body ?? null, dispatcher: agent });
    return { response, answer: Buffer.from(await response.body.arrayBuffer()) };
  }

  return async (
    method: Dispatcher.HttpMethod,
    path: string,
    content: Content = {},
  ): Promise<Sent | undefined> => {
    const { response, answer } = await request(method, path, content).catch((error: unknown) => {
      throw unavailable('does not answer', error);
    });
    const { statusCode: status, headers } = response;
    if (status < 300) return { headers, body: answer };
    const text = answer.toString();
    const isMissing = status === 404 && within(text, 'Code') !== 'NoSuchBucket';
    if (isMissing && method !== 'PUT') return undefined;
    throw unavailable(reasonOf(status, text));
  };
}

/** Loads the libraries with the first request instead of at the start. */
async function load({
  accessKeyId,
  secretAccessKey,
  sessionToken,
  region,
}: Omit<Bucket, 'endpoint' | 'bucket'>) {
  const [{ AwsClient }, { Agent, interceptors, request }] = await Promise.all([
    import('aws4fetch'),
    import('undici'),
  ]);
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  const agent = new Agent({
    connect: { timeout: TIMEOUT_MS },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connections: CONNECTIONS,
  }).compose(
    interceptors.retry({
      maxRetries: RETRIES,
      minTimeout: RETRY_AFTER_MS,
      methods: ['HEAD', 'GET', 'PUT', 'DELETE'],
      statusCodes: [429, 500, 502, 503, 504],
      throwOnError: false,
    }),
  );
  return { signer: new AwsClient({ ...keys, region, service: 's3' }), agent, request };
}

function reasonOf(status: number, answer: string): string {
  const reason = within(answer, 'Message') ?? within(answer, 'Code');
  return `answers ${status}${reason ? `: ${reason.slice(0, MAX_REASON)}` : ''}`;
}

const unavailable = (reason: string, cause?: unknown) =>
  new ApiError('unavailable', {
    detail: 'The store of pictures cannot be used at the moment.',
    cause: new Error(`The store of FILES_URL ${reason}.`, { cause }),
  });
