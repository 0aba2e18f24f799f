import { hash } from 'node:crypto';
import type { Unmapped } from '@azulejo/devices';
import type { Log } from './log.ts';

/** A device, or a topic that is none. */
type Subject = { readonly key: string; readonly name: string };

/** The parts of a bridge that leave something out, each for its own reasons. */
type About =
  | 'device'
  | 'message'
  | 'size'
  | 'limit'
  | 'thing'
  | 'templates'
  | 'topics'
  | 'channel'
  | 'values';

export type UnmappedLog = {
  /** Replaces what is left out of a device; an empty list says that it is nothing any more. */
  set(subject: Subject, unmapped: readonly Unmapped[]): void;
  /** Forgets all devices except these. */
  keepOnly(keys: ReadonlySet<string>): void;
};

const MAX_SUBJECTS = 2_000;
const MAX_KEY = 120;
const MAX_LISTED = 20;
/** Limits the list in characters, so that the supervisor, which cuts long lines, reads each line whole. */
const MAX_LENGTH = 2_800;

/**
 * Logs what is left out of each device, and why, whenever that changes. The platform takes it from these lines for the
 * page of the bridge.
 */
export function createUnmappedLog(log: Log, about: About): UnmappedLog {
  const logged = new Map<string, { name: string; digest: string }>();

  function set({ key, name }: Subject, unmapped: readonly Unmapped[]): void {
    const known = logged.get(key);
    const digest = hash('sha256', JSON.stringify([name, unmapped]), 'base64');
    if (known?.digest === digest || (!known && unmapped.length === 0)) return;
    if (!known && logged.size >= MAX_SUBJECTS) return;
    if (unmapped.length === 0) logged.delete(key);
    else logged.set(key, { name, digest });
    const listed = fitting(unmapped);
    log('not_mapped', {
      about,
      device: key.slice(0, MAX_KEY),
      name: name.slice(0, MAX_KEY),
      unmapped: listed,
      more: unmapped.length - listed.length,
    });
  }

  return {
    set,
    keepOnly: (keys) => {
      for (const [key, { name }] of [...logged]) if (!keys.has(key)) set({ key, name }, []);
    },
  };
}

function fitting(unmapped: readonly Unmapped[]): readonly Unmapped[] {
  let length = 0;
  const first = unmapped.slice(0, MAX_LISTED);
  const end = first.findIndex((each) => {
    length += JSON.stringify(each).length;
    return length > MAX_LENGTH;
  });
  return end < 0 ? first : first.slice(0, end);
}
