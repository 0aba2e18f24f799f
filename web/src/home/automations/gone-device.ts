import type { Agent } from '@azulejo/contract';

/** The problems of a part whose device, or what it had, is gone. */
const GONE: ReadonlySet<string> = new Set(['unknown_property', 'unknown_device']);

/** Returns the channel of the first device that an automation names and that is gone; undefined if there is none. */
export function goneDeviceOf({
  definition,
  problems,
}: Pick<Agent, 'definition' | 'problems'>): string | undefined {
  const gone = problems.find(({ code }) => GONE.has(code));
  let node: unknown = definition;
  let channel: unknown;
  // The path may end in the address, or in one of its members.
  for (const key of gone?.path.match(/[^.[\]]+/g) ?? []) {
    node = member(node, key);
    channel = member(node, 'channel') ?? channel;
  }
  return typeof channel === 'string' ? channel : undefined;
}

const member = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Readonly<Record<string, unknown>>)[name] : undefined;
