import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Refusal } from '../../platform/refusal.ts';
import { type Profile, readProfiles } from './profiles.ts';

export type TargetOptions = {
  url?: string;
  token?: string;
  tokenFile?: string;
  ca?: string;
  insecure?: true;
  local?: true;
};

/** A server elsewhere and the access token for it. */
export type Target = { url: string; token: string };

const MAX_TOKEN_LENGTH = 200;

/**
 * Returns which server the command is for: that of --url, of AZULEJO_URL, or of the profile in use. Undefined
 * means this machine. `source` is for messages.
 */
export async function addressOf({
  url,
  local,
}: TargetOptions): Promise<{ url: string; source: string; token?: string; ca?: string } | undefined> {
  if (local) return undefined;
  if (url !== undefined) return { url, source: '--url' };
  const named = process.env['AZULEJO_URL'];
  if (named !== undefined && named !== '') return { url: named, source: 'AZULEJO_URL' };
  const { current, profiles } = await readProfiles();
  const profile = current === undefined ? undefined : profiles[current];
  return profile && { ...profile, source: `the profile "${current}"` };
}

/** Returns the server and its token; undefined for this machine. Throws a Refusal saying what is missing. */
export async function targetOf(options: TargetOptions): Promise<Target | undefined> {
  const address = await addressOf(options);
  if (!address) return undefined;
  const url = checkUrl(address.url, options);
  const saved = address.token === undefined ? await savedProfile(url) : address;
  await trust(options.ca ?? saved?.ca);
  const token = (await givenToken(options)) ?? saved?.token;
  if (token === undefined)
    throw new Refusal(
      'an access token is required: --token-file, AZULEJO_TOKEN, or `azulejo login`; the portal creates them on its page "Access tokens"',
    );
  return { url, token: checkToken(token) };
}

/** Returns the origin. Throws a Refusal unless a token may be sent there. */
export function checkUrl(text: string, { insecure }: TargetOptions): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Refusal(`"${text}" is not a URL such as https://home.example`);
  if (url.username !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    throw new Refusal(`the URL must have no path and no credentials: ${url.origin}`);
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLoopback && !insecure)
    throw new Refusal(
      `the token would be sent to ${url.host} without encryption: use https, or add --insecure on a network you trust`,
    );
  return url.origin;
}

/** Throws a Refusal for what cannot be a token, without repeating it. */
export function checkToken(text: string): string {
  if (!isToken(text)) throw new Refusal('this is not an access token of the portal: it begins with azk_');
  return text.trim();
}

const isToken = (text: string): boolean =>
  text.trim().length <= MAX_TOKEN_LENGTH && /^azk_\w+$/.test(text.trim());

/** Trusts the certificates of a file in addition to the usual ones. */
export async function trust(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const pem = await readText(file);
  const certificates = pem.match(CERTIFICATES) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw new Refusal(`${file} contains no PEM certificate`);
  setDefaultCACertificates([...getCACertificates('default'), ...certificates]);
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

async function givenToken({ token, tokenFile }: TargetOptions): Promise<string | undefined> {
  if (token !== undefined) {
    process.stderr.write(
      'warning: the token is now in the shell history; use --token-file or AZULEJO_TOKEN to avoid this\n',
    );
    return token;
  }
  if (tokenFile !== undefined) {
    const text = await readText(tokenFile);
    if (!isToken(text))
      throw new Refusal(`${tokenFile} contains no access token of the portal: it begins with azk_`);
    return text;
  }
  const named = process.env['AZULEJO_TOKEN'];
  return named === '' ? undefined : named;
}

/** Returns what was saved for this server, if anything was. */
async function savedProfile(url: string): Promise<Profile | undefined> {
  const { profiles } = await readProfiles();
  return Object.values(profiles).find((profile) => profile.url === url);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`, {
      cause: error,
    });
  }
}
