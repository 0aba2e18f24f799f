/**
 * Says what this browser can do with notifications. `insecure`: the page is not on HTTPS or localhost.
 * `homeScreen`: iPhones and iPads have them only for pages on the home screen. `none`: the browser has none.
 * `denied`: the person, or the browser by itself, refused them. `shared`: the computer is shared, so they would
 * reach others.
 */
export type PushSupport = 'ready' | 'insecure' | 'homeScreen' | 'none' | 'denied' | 'shared';

/** Returns whether it is an iPhone or an iPad, which calls itself a Mac with a touch screen. */
const isApplePhone = ({ userAgent, maxTouchPoints }: Navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

export function readPushSupport(isShared: boolean): PushSupport {
  if (isShared) return 'shared';
  if (!globalThis.isSecureContext) return 'insecure';
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!hasPush) return isApplePhone(navigator) ? 'homeScreen' : 'none';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}
