import type { Automation } from '@azulejo/contract';
import { parentOf, valueAt } from './editor/state/path.ts';

/** The codes of problems about a device, or a part of one, that no longer exists. */
const GONE: ReadonlySet<string> = new Set(['unknown_property', 'unknown_device']);

/**
 * Returns the channel of the first device that an automation names and that no longer exists; undefined if there is
 * none.
 */
export function goneDeviceOf({
  definition,
  problems,
}: Pick<Automation, 'definition' | 'problems'>): string | undefined {
  const gone = problems.find(({ code }) => GONE.has(code));
  // The path ends in the address, or in one of its members.
  for (let path = gone?.path ?? ''; path !== ''; path = parentOf(path)) {
    const channel = valueAt(definition, `${path}.channel`);
    if (typeof channel === 'string') return channel;
  }
  return undefined;
}
