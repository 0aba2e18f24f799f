/** The messages of the service worker to the open pages of Home about notifications. */
export type WorkerMessage =
  /** The person pressed a notification, which opens this path. */
  | { readonly type: 'open'; readonly path: string }
  /** A notification was shown. */
  | { readonly type: 'shown'; readonly path: string }
  /** The browser replaced its push subscription. */
  | { readonly type: 'renewed' };

const TYPES = new Set<unknown>(['open', 'shown', 'renewed']);

/** Returns whether a message comes from the service worker's side of notifications. */
export const isWorkerMessage = (data: unknown): data is WorkerMessage =>
  typeof data === 'object' && data !== null && 'type' in data && TYPES.has(data.type);

const MAX_PATH_LENGTH = 300;

/** Returns whether a path is one of Home, so that a notification cannot open anything else. */
export const isPathOfHome = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= MAX_PATH_LENGTH && /^\/home(?:[/?]|$)/.test(path);
