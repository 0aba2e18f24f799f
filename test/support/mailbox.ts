import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the mail server received it; `text` is decoded. */
export type ReceivedMail = { to: string; from: string; subject: string; text: string; raw: string };

/** A mail server on this machine. Disposing of it closes it. */
export type Mailbox = AsyncDisposable & {
  /** The value for SMTP_URL. */
  readonly url: string;
  /** All mails received so far, in their order. */
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the first mail for an address and a subject that no earlier call returned. */
  next(to: string, subject?: RegExp): Promise<ReceivedMail>;
  /** While true, refuses mails as a server does that has no space left. */
  refuse(isRefusing: boolean): void;
  /** Resolves when the next mail is refused. */
  refused(): Promise<void>;
};

const TIMEOUT_MS = 10_000;

export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const answered = new Set<ReceivedMail>();
  const events = new EventTarget();
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      if (!isRefusing) return done();
      events.dispatchEvent(new Event('refused'));
      return done(Object.assign(new Error('no room'), { responseCode: 452 }));
    },
    onData: (stream, { envelope }, done) => {
      text(stream).then((raw) => {
        const [to] = envelope.rcptTo;
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ to: to?.address ?? '', from, ...parse(raw), raw });
        events.dispatchEvent(new Event('mail'));
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  const waitFor = (event: string) => once(events, event, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async next(to, subject = /^/) {
      for (;;) {
        const matches = (mail: ReceivedMail) => mail.to === to && subject.test(mail.subject);
        const found = mails.find((mail) => !answered.has(mail) && matches(mail));
        if (found) {
          answered.add(found);
          return found;
        }
        await waitFor('mail');
      }
    },
    refuse(value) {
      isRefusing = value;
    },
    refused: async () => {
      await waitFor('refused');
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses a mail of the platform: plain text in quoted-printable. */
function parse(raw: string): { subject: string; text: string } {
  const end = raw.indexOf('\r\n\r\n');
  const subject = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw.slice(0, end))?.[1] ?? '';
  const words = subject.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/\s+/g, ' ');
  return {
    subject: words.replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_all, word: string) =>
      decode(word.replaceAll('_', ' ')),
    ),
    text: decode(raw.slice(end + 4).replaceAll(/=\r\n/g, '')).replaceAll('\r\n', '\n'),
  };
}

function decode(quoted: string): string {
  const bytes = quoted.replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** Returns the only link in a mail, as path and query. */
export function linkIn(mail: ReceivedMail): string {
  const [url, ...others] = mail.text.match(/https?:\/\/\S+/g) ?? [];
  if (url === undefined || others.length > 0) throw new Error(`The mail has not one link: ${mail.text}`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}
