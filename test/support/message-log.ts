import type { PortalMessage } from '@azulejo/contract';
import { EventSource } from 'eventsource';
import type { TestPlatform } from './platform.ts';
import type { PortalVisitor } from './portal.ts';

/** Far longer than anything takes on this machine. */
const TIMEOUT_MS = 10_000;

/** Somebody who watches messages as the portal's page does, by an EventSource that others wrote. */
export type Watching = Disposable & {
  /** Everything shown so far, in its order. */
  readonly messages: readonly PortalMessage[];
  /** All text that came, as it came. */
  text(): string;
  /** How many were left out so far. */
  skipped(): number;
  /** The first that fits, shown already or yet to come. */
  next(fits: (message: PortalMessage) => boolean): Promise<PortalMessage>;
  /** Resolves with the status that ended it for good. */
  readonly refused: Promise<number | undefined>;
};

/** Resolves once it watches. */
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
    for (const look of waiting) look();
  });
  source.addEventListener('skipped', ({ data }) => {
    skipped += (JSON.parse(data) as { count: number }).count;
    for (const look of waiting) look();
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
    next: (fits) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => {
          reject(new Error(`Nothing that fits was shown. Shown was:\n${texts.join('\n')}`));
        }, TIMEOUT_MS);
        const look = () => {
          const found = messages.find(fits);
          if (!found) return;
          waiting.delete(look);
          clearTimeout(patience);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    [Symbol.dispose]: () => source.close(),
  };
}
