import { notSignedIn } from '../errors.ts';
import type { LiveDependencies } from './live.ts';
import type { Live, LiveOptions } from './types.ts';

export type LiveAccess = {
  /** Resolves when connected. Rejects when that takes longer than `timeoutMs`, or with `NotSignedIn`. */
  connect(options?: LiveOptions): Promise<Live>;
};

/** Creates the access to live values, whose code is loaded only by programs that connect. */
export const createLiveAccess = (dependencies: LiveDependencies): LiveAccess => ({
  connect: async (options = {}) => {
    const owner = await dependencies.session.current();
    if (!owner) throw notSignedIn();
    const { createLive, TIMEOUT_MS } = await import('./live.ts');
    const { live, link } = createLive(dependencies, options, owner);
    try {
      await link.online(options.timeoutMs ?? TIMEOUT_MS);
    } catch (error) {
      await live.close();
      throw error;
    }
    return live;
  },
});
