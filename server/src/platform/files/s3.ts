import { createHash } from 'node:crypto';
import type { AwsClient } from 'aws4fetch';
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

/** For all attempts. A picture has a few megabytes. */
const TIMEOUT_MS = 20_000;
/** Attempts after the first one, for answers 429 and 5xx. */
const RETRIES = 2;
const PAGE = 1000;
/** Of the sentence with which a store refuses. */
const MAX_REASON = 200;

/**
 * Opens a bucket. A file is put even if the object exists, since only that renews its time: whoever sweeps sees by
 * the time that it is wanted again. A conditional put (`If-None-Match: *`) would leave the old time.
 */
export function openBucket(bucket: Bucket): Files {
  const send = createSend(bucket);
  const { prefix } = bucket;

  async function find(name: string): Promise<StoredFile | undefined> {
    const object = await send('HEAD', prefix + checkedName(name));
    const putAt = Date.parse(object?.headers.get('Last-Modified') ?? '');
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

type Sent = { headers: Headers; body: Buffer };
type Content = { body?: Buffer; query?: Readonly<Record<string, string>> };

/**
 * Returns a function that sends one signed request. It returns undefined when the object does not exist, and throws
 * `unavailable` when the store refuses, or does not answer in time. No error contains credentials.
 */
function createSend(bucket: Bucket) {
  let client: Promise<AwsClient> | undefined;

  async function request(method: string, path: string, { body, query }: Content) {
    client ??= createClient(bucket);
    const url = new URL(path === '' ? bucket.bucket : `${bucket.bucket}/${path}`, bucket.endpoint);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const response = await (await client).fetch(url, {
      method,
      headers: { 'X-Amz-Content-Sha256': digest },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: new Uint8Array(body) }),
    });
    return { response, answer: Buffer.from(await response.arrayBuffer()) };
  }

  return async (method: string, path: string, content: Content = {}): Promise<Sent | undefined> => {
    const { response, answer } = await request(method, path, content).catch((error: unknown) => {
      throw unavailable('does not answer', error);
    });
    if (response.ok) return { headers: response.headers, body: answer };
    const text = answer.toString();
    const isMissing = response.status === 404 && within(text, 'Code') !== 'NoSuchBucket';
    if (isMissing && method !== 'PUT') return undefined;
    throw unavailable(reasonOf(response.status, text));
  };
}

/** Loads the library with the first request instead of at the start. */
async function createClient({
  accessKeyId,
  secretAccessKey,
  sessionToken,
  region,
}: Bucket): Promise<AwsClient> {
  const { AwsClient } = await import('aws4fetch');
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return new AwsClient({ ...credentials, region, service: 's3', retries: RETRIES });
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
