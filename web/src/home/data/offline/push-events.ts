import { isPathOfHome, type WorkerMessage } from './worker-messages.ts';

/**
 * Shows the notifications that the platform sends, and opens Home when one is pressed.
 *
 * 1. `push`: the payload is read within bounds. Browsers demand a notification for every message (Push API 5.2), so
 *    one that cannot be read is shown as a general one.
 * 2. `notificationclick`: a page of Home that is open comes to the front and goes to the thing's page;
 *    otherwise one is opened.
 * 3. `pushsubscriptionchange`: the worker subscribes again. It has no access to the sign-in, so a page registers
 *    the new subscription: an open one immediately, otherwise the next that opens.
 */
type Worker = EventTarget & {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
};
type Page = {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  postMessage(message: WorkerMessage): void;
  focus(): Promise<unknown>;
};
type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type PushEvent = Waiting & { readonly data: { text(): string } | null };
type ClickEvent = Waiting & { readonly notification: Notification };
type SubscriptionEvent = Waiting & {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/** A notification as it is shown. `id` is the same when the platform sends it again. */
type Shown = {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly id: string;
  readonly isUrgent: boolean;
};

/** Push services take no more than 4 KB (RFC 8030 7.2); what is longer is not from the platform. */
const MAX_PAYLOAD_LENGTH = 4_096;
const MAX_TITLE_LENGTH = 200;
const MAX_BODY_LENGTH = 500;
const MAX_ID_LENGTH = 64;

const UNREADABLE: Shown = {
  title: 'Azulejo Home',
  body: 'There is news of your home. Open Home to see it.',
  path: '/home',
  id: '',
  isUrgent: false,
};

const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : '';

/** Reads a payload. One without a title, or that is no JSON, is shown as a general notification. */
function readPayload(data: PushEvent['data']): Shown {
  try {
    const text = data?.text() ?? '';
    if (text.length > MAX_PAYLOAD_LENGTH) return UNREADABLE;
    const { title, body, link, tag, urgent } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const shownTitle = textOf(title, MAX_TITLE_LENGTH);
    if (shownTitle === '') return UNREADABLE;
    return {
      title: shownTitle,
      body: textOf(body, MAX_BODY_LENGTH),
      path: isPathOfHome(link) ? link : UNREADABLE.path,
      id: textOf(tag, MAX_ID_LENGTH),
      isUrgent: urgent === true,
    };
  } catch {
    return UNREADABLE;
  }
}

/** Subscribes again when the browser ended a subscription. Without its key, a page does: it can read the key. */
async function subscribeAgain(
  registration: Worker['registration'],
  { oldSubscription, newSubscription }: SubscriptionEvent,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (newSubscription || !applicationServerKey) return;
  await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => {});
}

/** Handles the events of notifications in a service worker. */
export function handlePushEvents(worker: Worker): void {
  const { registration, clients } = worker;
  const pages = async () => {
    const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.filter(({ url }) => isPathOfHome(new URL(url).pathname));
  };

  async function show({ title, body, path, id, isUrgent }: Shown): Promise<void> {
    // A newer notification about the same thing replaces the older one.
    const tag = `${path} ${title}`;
    const [before] = await registration.getNotifications({ tag });
    const isRepeated = (before?.data as { id?: unknown } | undefined)?.id === id;
    const options: NotificationOptions & { renotify: boolean } = {
      body,
      tag,
      icon: '/web/icons/home-192.png',
      badge: '/web/icons/badge-96.png',
      data: { path, id },
      requireInteraction: isUrgent,
      // A message that is sent again, as after a crash of the server, makes no second sound.
      renotify: before !== undefined && !isRepeated,
    };
    await registration.showNotification(title, options);
    for (const page of await pages()) page.postMessage({ type: 'shown', path });
    // How many alarms there are is known to an open page only.
    if (isUrgent) await navigator.setAppBadge?.().catch(() => {});
  }

  async function open(path: string): Promise<void> {
    const all = await pages();
    const page = all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0];
    if (!page) return void (await clients.openWindow(path));
    // The page navigates there itself, without reloading.
    page.postMessage({ type: 'open', path });
    await page.focus().catch(() => {});
  }

  async function renew(event: SubscriptionEvent): Promise<void> {
    await subscribeAgain(registration, event);
    for (const page of await pages()) page.postMessage({ type: 'renewed' });
  }

  worker.addEventListener('push', (event) => {
    const { data } = event as PushEvent;
    (event as Waiting).waitUntil(show(readPayload(data)));
  });
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event as ClickEvent;
    notification.close();
    const { path } = (notification.data ?? {}) as { path?: unknown };
    (event as Waiting).waitUntil(open(isPathOfHome(path) ? path : UNREADABLE.path));
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    (event as Waiting).waitUntil(renew(event as SubscriptionEvent)),
  );
}
