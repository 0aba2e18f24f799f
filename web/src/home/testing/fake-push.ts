import { onTestFinished, vi } from 'vitest';

type Options = {
  permission?: NotificationPermission;
  /** The person's answer when the browser asks. */
  answer?: NotificationPermission;
  /** How subscribing fails, by the name of the browser's error. */
  failure?: string;
};

/** The key that the example of the contract names. */
const PUBLIC_KEY = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U';

/** Adds a push service to the simulated browser, until the test ends. Returns the requests to the browser. */
export function fakePush({ permission = 'default', answer = 'granted', failure }: Options = {}) {
  const state = {
    permission,
    permissionRequests: 0,
    subscribed: 0,
    unsubscribed: 0,
    endpoint: 'https://push.test/1',
  };
  let subscription: object | null = null;
  const messages = new EventTarget();

  function subscribe({ applicationServerKey }: { applicationServerKey: string }) {
    if (failure) throw new DOMException('The browser refuses.', failure);
    state.subscribed += 1;
    const { endpoint } = state;
    const bytes = Uint8Array.from(Buffer.from(applicationServerKey, 'base64url'));
    subscription = {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
      unsubscribe: async () => {
        state.unsubscribed += 1;
        subscription = null;
        return true;
      },
    };
    return subscription;
  }
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async (how: never) => subscribe(how),
    },
  };
  const serviceWorker = Object.assign(messages, {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    startMessages: () => undefined,
  });
  const Notification = {
    get permission() {
      return state.permission;
    },
    requestPermission: async () => {
      state.permissionRequests += 1;
      if (state.permission === 'default') state.permission = answer;
      return state.permission;
    },
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', Notification);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return {
    state,
    /** Replaces the subscription, as browsers do now and then. */
    renew: (endpoint: string): void => {
      state.endpoint = endpoint;
      subscribe({ applicationServerKey: PUBLIC_KEY });
    },
    /** Sends a message of the service worker to the page. */
    postToPage: (data: object) => messages.dispatchEvent(new MessageEvent('message', { data })),
  };
}
