import type { AutomationDefinition } from '@azulejo/contract';

/** What an automation does with a device. */
export type DeviceUse = 'reads' | 'sets' | 'both';

/** Something of a home that parts of automations name by its id. */
export type Named = { readonly member: 'channel' | 'scene' | 'automation'; readonly id: string };

/** Returns what an automation does with a device that it names; undefined if it does not name it. */
export function deviceUseOf(
  { when, onlyIf, then }: Pick<AutomationDefinition, 'when' | 'onlyIf' | 'then'>,
  channel: string,
): DeviceUse | undefined {
  const device: Named = { member: 'channel', id: channel };
  const sets = settings(then).some((set) => names(set, device));
  const reads = names([when, onlyIf, withoutSettings(then)], device);
  if (sets) return reads ? 'both' : 'sets';
  return reads ? 'reads' : undefined;
}

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Returns whether a part of a definition, or one within it, names something. Definitions are at most 32 KB. */
export function names(value: unknown, named: Named): boolean {
  if (!isPart(value)) return false;
  if (value[named.member] === named.id) return true;
  return Object.values(value).some((each) => names(each, named));
}

/** Returns what steps set, those within other steps too. */
function settings(steps: unknown): unknown[] {
  if (!isPart(steps)) return [];
  if ('set' in steps) return [steps['set']];
  return Object.values(steps).flatMap(settings);
}

/** Returns steps without what they set. */
function withoutSettings(steps: unknown): unknown {
  if (!isPart(steps)) return steps;
  if ('set' in steps) return undefined;
  return Object.values(steps).map(withoutSettings);
}
