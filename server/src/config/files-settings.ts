import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FilesPlace } from '../platform/files/index.ts';
import { type Read, SettingError } from './settings.ts';

const AWS_ENDPOINT = (region: string) => `https://s3.${region}.amazonaws.com`;
const PARAMETERS: readonly string[] = ['endpoint', 'region'];

/** Reads where uploaded pictures are stored. Errors never repeat the credentials. */
export function readFiles(read: Read, dataDir: string): FilesPlace {
  const text = read('FILES_URL');
  const accessKeyId = read('AWS_ACCESS_KEY_ID');
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY');
  const sessionToken = read('AWS_SESSION_TOKEN');
  if (text === undefined) return { folder: join(dataDir, 'uploads') };
  const url = URL.parse(text);
  if (url?.protocol === 'file:' && url.host === '') return { folder: fileURLToPath(url) };
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) || url.username)
    throw invalid('must be file:///FOLDER, or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION');
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw invalid(`has the unknown parameter "${unknown}"`);
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  if (!/^[A-Za-z0-9_./-]*$/.test(prefix))
    throw invalid('must have a prefix of letters, digits, ".", "_", "-" and "/"');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (accessKeyId === undefined) throw missing('AWS_ACCESS_KEY_ID');
  if (secretAccessKey === undefined) throw missing('AWS_SECRET_ACCESS_KEY');
  return {
    bucket: {
      endpoint: originOf(url.searchParams.get('endpoint') ?? AWS_ENDPOINT(region)),
      region,
      bucket: url.hostname,
      prefix: prefix === '' ? '' : `${prefix}/`,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
    },
  };
}

function originOf(endpoint: string): string {
  const url = URL.parse(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username)
    throw invalid('must have an endpoint such as https://s3.example.com');
  return url.origin;
}

const missing = (name: string) => new SettingError(name, 'is missing, although FILES_URL names a bucket');

const invalid = (reason: string) => new SettingError('FILES_URL', reason);
