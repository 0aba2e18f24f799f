import type { LiveHome } from './live-home.ts';

/** A page without a home, such as the sign-in page, has nothing to wait for after this time. */
const MAX_WAIT_MS = 3_000;

/** Resolves when the home is read, or when it is clear that it cannot be. */
export function untilRead({ get, watch }: LiveHome): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = watch(() => {
      if (get().state !== 'loading') end();
    });
    const timer = setTimeout(end, MAX_WAIT_MS);
  });
}
