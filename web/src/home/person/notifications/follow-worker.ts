import { isWorkerMessage } from '../../data/offline/worker-messages.ts';
import type { BrowserPush } from './browser-push.ts';

type Options = {
  readonly push: Pick<BrowserPush, 'repair'>;
  /** Goes to a path of the page, without loading it. */
  readonly goTo: (path: string) => void;
};

/** Handles messages of the service worker about notifications: pressing one opens its page. */
export function followWorker({ push, goTo }: Options): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (!isWorkerMessage(data)) return;
    if (data.type === 'open') goTo(data.path);
    if (data.type === 'renewed') void push.repair().catch(() => {});
  });
  navigator.serviceWorker.startMessages();
}
