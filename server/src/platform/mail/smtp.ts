import { type Mailer, toMessage } from './mail.ts';

export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** Whether to use TLS from the first byte; otherwise STARTTLS is used when the server offers it. */
  readonly secure: boolean;
  /** Whether to refuse to send in clear text. */
  readonly requireTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
};

/** How long to wait for a silent server. The mail is retried later, and stopping never waits longer. */
const SILENT_MS = 8_000;

/** Creates a mailer that uses the operator's SMTP server. Disposing it aborts mail in progress. */
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
        // A mail contains only our own text: nothing is read from a file or fetched for it.
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
