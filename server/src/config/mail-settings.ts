import type { SmtpServer } from '../platform/mail/index.ts';
import { type Read, SettingError } from './settings.ts';

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

const isLocal = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/**
 * Reads the mail settings. Without a server, mail is stored in the data directory, where the sender hardly
 * matters.
 */
export function readMail(read: Read, publicUrl: string): { smtp: SmtpServer | undefined; from: string } {
  const smtp = readServer(read);
  const given = read('MAIL_FROM');
  // Most servers refuse a sender of another domain, which would only be noticed when the first mail is lost.
  if (smtp && given === undefined)
    throw new SettingError('MAIL_FROM', 'is missing, although SMTP_URL is set');
  if (given !== undefined && !/^(?:[^<>@]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(given))
    throw new SettingError('MAIL_FROM', `must be an address, or a name <address>, not "${given}"`);
  return { smtp, from: given ?? `Azulejo <azulejo@${new URL(publicUrl).hostname}>` };
}

/** Reads SMTP_URL. Errors never repeat the value, because it may contain a password. */
function readServer(read: Read): SmtpServer | undefined {
  const text = read('SMTP_URL');
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const fallback = PORTS[url?.protocol as keyof typeof PORTS];
  if (!url || fallback === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.search)
    throw new SettingError('SMTP_URL', 'must be smtp://[user:password@]host[:port], or smtps://…');
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const auth = url.username === '' ? undefined : readCredentials(url);
  return {
    host,
    port: url.port === '' ? fallback : Number(url.port),
    secure,
    // A password is never sent in clear text, except to this machine itself.
    requireTLS: !secure && auth !== undefined && !isLocal(url.hostname),
    auth,
  };
}

function readCredentials({ username, password }: URL) {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new SettingError('SMTP_URL', 'must have user and password percent-encoded');
  }
}
