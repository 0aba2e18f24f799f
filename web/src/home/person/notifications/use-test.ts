import type { NotificationBrowser, NotificationSettings } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isWorkerMessage } from '../../data/offline/worker-messages.ts';
import { useSession } from '../../data/session/session.ts';
import { notificationsQuery } from './use-notifications.ts';

/**
 * Says what is known of a test. `shown`: this browser has shown it. `accepted`: the push service has taken it.
 * `refused`: the push service has not taken it, and the platform tries again. `gone`: the push service says that
 * the subscription has ended. `waiting`: nothing is known yet.
 */
export type TestResult = 'shown' | 'accepted' | 'refused' | 'gone' | 'waiting';

const POLL_MS = 1_000;
/** The platform sends within a second, and waits 15 s for a push service. */
const MAX_POLLS = 20;
/** Test notifications open this path. */
const TEST_PATH = '/home/notifications';

type Target = { readonly browserId: string; readonly isOwn: boolean };

/** Sends a test notification to a browser, and returns what became of it. */
export function useTest(settings: NotificationSettings, { browserId, isOwn }: Target) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<TestResult> => {
      using shown = listen();
      const before = find(settings, browserId);
      await client.notifications.test({ browser_id: browserId });
      for (let polls = 0; polls < MAX_POLLS; polls += 1) {
        await Promise.race([delay(POLL_MS), ...(isOwn ? [shown.promise] : [])]);
        if (isOwn && shown.isSeen()) return 'shown';
        const result = await poll(client, browserId, before);
        // A notification that the push service has taken arrives in this browser a moment later.
        if (result === 'accepted' && isOwn) await Promise.race([delay(ARRIVAL_MS), shown.promise]);
        if (result) return isOwn && shown.isSeen() ? 'shown' : result;
      }
      return 'waiting';
    },
    onSettled: () => queries.invalidateQueries(notificationsQuery(client)),
  });
}

const ARRIVAL_MS = 5_000;

const find = ({ browsers }: NotificationSettings, id: string): NotificationBrowser | undefined =>
  browsers.find((browser) => browser.id === id);

async function poll(
  client: Client,
  id: string,
  before: NotificationBrowser | undefined,
): Promise<TestResult | undefined> {
  const now = find(await client.notifications.get(), id);
  if (!now) return 'gone';
  if (now.delivered !== (before?.delivered ?? null)) return 'accepted';
  return now.failing_since !== null && before?.failing_since == null ? 'refused' : undefined;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Listens to the service worker, which says that it has shown a test. */
function listen() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isSeen = false;
  const follow = ({ data }: MessageEvent) => {
    if (!isWorkerMessage(data) || data.type !== 'shown' || data.path !== TEST_PATH) return;
    isSeen = true;
    resolve();
  };
  navigator.serviceWorker?.addEventListener('message', follow);
  return {
    promise,
    isSeen: () => isSeen,
    [Symbol.dispose]: () => navigator.serviceWorker?.removeEventListener('message', follow),
  };
}
