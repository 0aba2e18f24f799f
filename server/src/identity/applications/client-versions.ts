import { type resources, toTimestamp } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { REVALIDATED } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';

/** The operator's policy for app versions. Versions are numbers between dots. */
export type ClientVersions = {
  readonly minimum: Readonly<Record<'android' | 'ios', string>>;
  /** Older versions may be used until this time, in milliseconds since 1970. */
  readonly olderUntil: number;
};

export function versionHandlers({
  minimum,
  olderUntil,
}: ClientVersions): Handlers<typeof resources.versions> {
  return {
    get: async ({ input: { platform, version } }) => {
      if (platform !== 'android' && platform !== 'ios')
        throw new ApiError('not_found', { detail: 'The app must be android or ios.' });
      if (!/^\d{1,9}(\.\d{1,9}){0,3}$/.test(version))
        throw invalidField('version', 'must be numbers between dots, such as 3.5.2');
      const minimumVersion = minimum[platform];
      const end = isOlder(version, minimumVersion) ? { goodUntil: toTimestamp(olderUntil) } : {};
      const body = { minimumVersion, ...end };
      return { body, revision: revisionOf(1, body), cacheControl: REVALIDATED };
    },
  };
}

/** Returns whether a version is older: `3.9` is older than `3.10`, and `3` equals `3.0`. */
function isOlder(version: string, than: string): boolean {
  const [numbers, others] = [version, than].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 4; index += 1) {
    const difference = (numbers?.[index] ?? 0) - (others?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
