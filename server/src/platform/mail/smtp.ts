import { type Mailer, toMessage } from './mail.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  readonly secure: boolean;
  /** Refuses to go on in clear text. */
  readonly requireTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
};

/** A server that is silent for so long is tried again later. Stopping never waits longer. */
const SILENT_MS = 8_000;

/** Mail through a server of the operator's. Disposing ends what is under way. */
export function createSmtpMailer({ auth, ...server }: SmtpServer, from: string): Mailer {
  const stopping = new AbortController();
  return {
    async send(mail) {
      stopping.signal.throwIfAborted();
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        ...server,
        ...(auth ? { auth } : {}),
        connectionTimeout: SILENT_MS,
        greetingTimeout: SILENT_MS,
        socketTimeout: SILENT_MS,
        // A mail is text of ours: nothing is ever read from a file or fetched for it.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop = () => reject(new Error('stopped while a mail was under way'));
      stopping.signal.addEventListener('abort', stop, { once: true });
      try {
        await Promise.race([transport.sendMail(toMessage(mail, from)), stopped]);
      } finally {
        stopping.signal.removeEventListener('abort', stop);
        transport.close();
      }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
    },
  };
}
