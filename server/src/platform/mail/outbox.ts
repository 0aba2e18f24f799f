import { openFiles } from '../files.ts';
import { randomText } from '../random-token.ts';
import { type Mailer, toMessage } from './mail.ts';

/** Maximum number of stored mails, for servers that send none. Beyond it the oldest are deleted. */
const MAX_MAILS = 500;

export type OutboxEntry = { name: string; to: string; subject: string; date: string };

export type Outbox = {
  /** Returns the mails, newest first. */
  list(): Promise<OutboxEntry[]>;
  /** Returns a whole mail in readable form, or undefined when there is none of this name. */
  show(name: string): Promise<string | undefined>;
  /** Deletes the mails to an address and those that mention it. */
  forget(address: string): Promise<void>;
  /** Returns a mailer that stores mail instead of sending it. */
  mailer(from: string): Mailer;
};

/** Opens a folder of mails, each in a file that only its owner may read. */
export async function openOutbox(folder: string): Promise<Outbox> {
  const files = await openFiles(folder);
  const newestFirst = async () =>
    (await files.list())
      .filter(({ name }) => name.endsWith('.eml'))
      .toSorted((one, two) => (one.name < two.name ? 1 : -1));

  return {
    async list() {
      const found = await newestFirst();
      const entries = await Promise.all(
        found.map(async ({ name }) => toEntry(name, (await files.get(name))?.toString() ?? '')),
      );
      return entries;
    },
    async show(name) {
      const bytes = await files.get(name);
      return bytes && readable(bytes.toString());
    },
    async forget(address) {
      if (address === '') return;
      const quoted = address.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const mentioned = new RegExp(`(?<![\\w.+-])${quoted}(?![\\w-])`, 'i');
      for (const file of await newestFirst()) {
        const text = readable((await files.get(file.name))?.toString() ?? '');
        if (mentioned.test(text)) await files.remove(file);
      }
    },
    mailer: (from) => ({
      async send(mail) {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
        const { message } = await transport.sendMail(toMessage(mail, from));
        if (!Buffer.isBuffer(message)) throw new Error('The mail was not written.');
        const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
        await files.put(`${time}-${randomText(6)}.eml`, message);
        for (const old of (await newestFirst()).slice(MAX_MAILS)) await files.remove(old);
      },
      async [Symbol.asyncDispose]() {},
    }),
  };
}

function toEntry(name: string, message: string): OutboxEntry {
  const header = (wanted: string) =>
    new RegExp(`^${wanted}: (.*(?:\\n[ \\t].*)*)`, 'im').exec(message)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
  return { name, to: header('to'), subject: decodeWords(header('subject')), date: header('date') };
}

/** Returns the relevant headers and the decoded text. */
function readable(message: string): string {
  const end = message.indexOf('\n\n');
  const { to, subject, date } = toEntry('', message);
  return `To: ${to}\nSubject: ${subject}\nDate: ${date}\n\n${decodeQuoted(message.slice(end + 2))}`;
}

/** Decodes quoted-printable text (RFC 2045 6.7). */
function decodeQuoted(text: string): string {
  const joined = text.replaceAll(/=\r?\n/g, '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** Decodes a subject that is not ASCII (RFC 2047). */
function decodeWords(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, how: string, word: string) =>
    how.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : decodeQuoted(word.replaceAll('_', ' ')),
  );
}
