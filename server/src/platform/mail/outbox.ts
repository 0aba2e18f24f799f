import { createHash } from 'node:crypto';
import { openFolder, type StoredFile } from '../files/index.ts';
import { randomText } from '../random-token.ts';
import { type Mailer, toMessage } from './mail.ts';

/** Maximum number of stored mails, for servers that send none. Beyond it the oldest are deleted. */
const MAX_MAILS = 500;

const MAIL = '.eml';
/** Maximum number of addresses in the name of a file. Mails with more, and those of earlier versions, are read. */
const MAX_KEYS = 8;
const KEY_LENGTH = 10;

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

/** Returns the addresses in a text, each once. */
const addressesIn = (text: string): string[] => [
  ...new Set((text.match(/[^\s<>"'(),:;[\]=?&/]+@[\w.-]*\w/gu) ?? []).map((found) => found.toLowerCase())),
];

/** Returns what stands for an address in the names of files, so that the mails about a person are found unread. */
const keyOf = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, KEY_LENGTH);

const keysIn = (name: string): string[] => name.slice(0, -MAIL.length).split('-').slice(2);

/** Opens a folder of mails, each in a file that only its owner may read, and whose name says whom it is about. */
export async function openOutbox(folder: string): Promise<Outbox> {
  const files = await openFolder(folder);
  const mails = async (isWanted: (name: string) => boolean) => {
    const found: StoredFile[] = [];
    for await (const file of files.list())
      if (file.name.endsWith(MAIL) && isWanted(file.name)) found.push(file);
    return found;
  };
  const newestFirst = async () =>
    (await mails(() => true)).toSorted((one, two) => (one.name < two.name ? 1 : -1));

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
      const key = keyOf(address);
      const isCandidate = (name: string) => {
        const keys = keysIn(name);
        return keys.length === 0 || keys.includes(key);
      };
      for (const file of await mails(isCandidate)) {
        const text = readable((await files.get(file.name))?.toString() ?? '');
        if (addressesIn(text).includes(address.toLowerCase())) await files.remove(file);
      }
    },
    mailer: (from) => ({
      async send(mail) {
        const { createTransport } = await import('nodemailer');
        const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
        const { message } = await transport.sendMail(toMessage(mail, from));
        if (!Buffer.isBuffer(message)) throw new Error('The mail was not written.');
        const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
        const keys = addressesIn(readable(message.toString())).map(keyOf);
        const indexed = keys.length > MAX_KEYS ? [] : keys;
        await files.put(`${[time, randomText(6), ...indexed].join('-')}${MAIL}`, message);
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
