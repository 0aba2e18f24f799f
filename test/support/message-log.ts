import type { PortalMessage } from '@azulejo/contract';
import { EventSource } from 'eventsource';
import type { TestPlatform } from './platform.ts';
import type { PortalVisitor } from './portal.ts';

/** Far longer than any message takes on this machine. */
const TIMEOUT_MS = 10_000;

/** A viewer of the message log as on the portal's page, with a third-party EventSource. */
export type Watching = Disposable & {
  /** All messages so far, in their order. */
  readonly messages: readonly PortalMessage[];
  /** Returns all text as it arrived. */
  text(): string;
  /** Returns how many messages were skipped so far. */
  skipped(): number;
  /** Resolves with the first message that fits, now or later. */
  next(matches: (message: PortalMessage) => boolean): Promise<PortalMessage>;
  /** Resolves with the status that ended it permanently. */
  readonly refused: Promise<number | undefined>;
};

/** Resolves when the stream is open. */
export async function watchMessages(
  platform: TestPlatform,
  visitor: PortalVisitor,
  query: Record<string, string> = {},
): Promise<Watching> {
  const url = `${platform.url}/portal/api/messages?${new URLSearchParams(query)}`;
  const source = new EventSource(url, {
    fetch: (_url, init) => fetch(url, { ...init, headers: { ...init.headers, cookie: visitor.cookie } }),
  });
  const messages: PortalMessage[] = [];
  const texts: string[] = [];
  let skipped = 0;
  const waiting = new Set<() => void>();
  source.addEventListener('message', ({ data }) => {
    texts.push(data);
    messages.push(JSON.parse(data) as PortalMessage);
    for (const check of waiting) check();
  });
  source.addEventListener('skipped', ({ data }) => {
    skipped += (JSON.parse(data) as { count: number }).count;
    for (const check of waiting) check();
  });
  const refused = new Promise<number | undefined>((resolve) => {
    source.addEventListener('error', ({ code }) => {
      if (source.readyState === EventSource.CLOSED) resolve(code);
    });
  });
  await new Promise((resolve) => source.addEventListener('watching', resolve, { once: true }));
  return {
    messages,
    text: () => texts.join('\n'),
    skipped: () => skipped,
    refused,
    next: (matches) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(() => {
          reject(new Error(`Nothing that fits was shown. Shown was:\n${texts.join('\n')}`));
        }, TIMEOUT_MS);
        const check = () => {
          const found = messages.find(matches);
          if (!found) return;
          waiting.delete(check);
          clearTimeout(timeout);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    [Symbol.dispose]: () => source.close(),
  };
}
