import { type Address, isReadable } from '@azulejo/model';
import type { CompiledTrigger, PropertyTrigger } from '../compiled.ts';
import { parseOffset, parseTimeOfDay } from '../duration.ts';
import { accessOf } from '../facts.ts';
import type { ScheduleTrigger } from '../schedule/next.ts';
import { testOf } from './comparison.ts';
import {
  type Compiling,
  daysOf,
  durationOf,
  isPart,
  memberOf,
  type Part,
  propertiesOf,
  warnWithoutZone,
} from './context.ts';
import { always, isAt, isNotAt, reachable, unreachable } from './tests.ts';

type Base = { readonly id: string; readonly signature: string };

/** Compiles one trigger; undefined with a problem if it is faulty. */
export function compileTrigger(context: Compiling, part: Part, path: string): CompiledTrigger | undefined {
  const { id, ...rest } = part;
  const base: Base = { id: String(id), signature: JSON.stringify(rest) };
  switch (part['kind']) {
    case 'property':
      return ofProperty(context, part, path, base);
    case 'time':
    case 'sun':
    case 'interval':
      return ofSchedule(context, part, path, base);
    case 'person':
      return ofPerson(context, part, path, base);
    case 'device':
      return ofDevice(context, part, path, base);
    case 'webhook':
      return { kind: 'webhook', ...base };
    case 'scene':
      return ofScene(context, String(part['scene']), path, base);
    default:
      return context.problems.add(path, 'invalid_part', 'This is not a trigger.');
  }
}

function ofScene(
  { facts, problems }: Compiling,
  scene: string,
  path: string,
  base: Base,
): CompiledTrigger | undefined {
  if (facts.scenes.has(scene)) return { kind: 'scene', ...base, scene };
  return problems.add(`${path}.scene`, 'unknown_scene', 'This scene does not exist.');
}

function ofProperty(context: Compiling, part: Part, path: string, base: Base): PropertyTrigger | undefined {
  const properties = propertiesOf(context, part, path);
  if (!properties) return undefined;
  const { found, of, isGroup } = properties;
  if (!found.every(isReadable))
    return context.problems.add(path, 'not_readable', 'The property does not report its value.');
  const on = part['is'] === 'changes' ? 'change' : part['is'] === 'reports' ? 'report' : 'edge';
  if (on !== 'edge' && part['for'] !== undefined)
    return context.problems.add(`${path}.for`, 'invalid_part', 'A change or a report does not last.');
  const test = on === 'edge' ? testOf(context, part, found, path) : always;
  const forMs = part['for'] === undefined ? undefined : durationOf(context, part['for'], `${path}.for`);
  const retriggers = part['retrigger'] === true;
  if (retriggers && (on !== 'edge' || part['for'] !== undefined))
    return context.problems.add(`${path}.retrigger`, 'invalid_part', 'Only what becomes so fires again.');
  if (!test) return undefined;
  const members = found.map((each) => memberOf(context, each, base.id));
  const combine = isGroup && of === 'every' && on === 'edge' ? 'all' : 'each';
  return { kind: 'property', ...base, members, combine, on, test, forMs, retriggers, by: 'value' };
}

function scheduleOf(
  context: Compiling,
  part: Part,
  path: string,
): ((since: number) => ScheduleTrigger) | undefined {
  const { time, sun } = part;
  if (isPart(time)) {
    const minute = parseTimeOfDay(time['at']);
    const days = daysOf(time['days']);
    if (minute === undefined)
      return context.problems.add(`${path}.time.at`, 'invalid_part', 'Use a time of day such as 07:00.');
    return () => ({ kind: 'time', minute, days });
  }
  if (isPart(sun)) {
    const offsetMs = sun['offset'] === undefined ? 0 : parseOffset(sun['offset']);
    const days = daysOf(sun['days']);
    const event = sun['event'] === 'sunrise' ? 'sunrise' : 'sunset';
    if (offsetMs === undefined)
      return context.problems.add(
        `${path}.sun.offset`,
        'invalid_duration',
        'Use at most 12 hours, such as -PT15M.',
      );
    return () => ({ kind: 'sun', event, offsetMs, days });
  }
  const periodMs = durationOf(context, part['every'], `${path}.every`);
  return periodMs === undefined ? undefined : (since) => ({ kind: 'every', periodMs, since });
}

function ofSchedule(context: Compiling, part: Part, path: string, base: Base): CompiledTrigger | undefined {
  const { facts, problems } = context;
  if (part['kind'] === 'time') warnWithoutZone(context, path);
  if (part['kind'] === 'sun' && !facts.hasPosition)
    return problems.add(path, 'no_position', 'Say where home is, for the times of the sun.');
  const scheduleAt = scheduleOf(context, part, path);
  return scheduleAt && { kind: 'schedule', ...base, scheduleAt };
}

/** Returns the presence properties of the people that a part names; undefined for a person who is gone. */
export function peopleOf(context: Compiling, part: Part, path: string): (Address | undefined)[] | undefined {
  const { facts, problems } = context;
  const { place } = part;
  if (typeof place !== 'string' || !facts.places.has(place))
    return problems.add(`${path}.place`, 'unknown_place', 'This place does not exist.');
  const who = Array.isArray(part['who']) ? part['who'] : [facts.owner];
  const people = who.map((user) => facts.people.get(user));
  for (const [index, address] of people.entries())
    if (!address)
      problems.add(`${path}.who[${index}]`, 'unknown_person', 'It is not known where this person is.');
  return people;
}

function ofPerson(context: Compiling, part: Part, path: string, base: Base): PropertyTrigger | undefined {
  const people = peopleOf(context, part, path)?.filter((address) => address !== undefined);
  if (people === undefined || people.length === 0) return undefined;
  const place = String(part['place']);
  return {
    kind: 'property',
    ...base,
    members: people.map((address) => memberOf(context, address, base.id)),
    combine: 'each',
    on: 'edge',
    test: part['person'] === 'leaves' ? isNotAt(place) : isAt(place),
    forMs: undefined,
    retriggers: false,
    by: 'value',
  };
}

function ofDevice(context: Compiling, part: Part, path: string, base: Base): CompiledTrigger | undefined {
  const { channel, device } = part;
  const access = accessOf(channel, context.facts);
  if (typeof channel !== 'string' || access.length === 0)
    return context.problems.add(`${path}.channel`, 'unknown_device', 'This device no longer exists.');
  const needsDuration = device === 'silent' || part['for'] !== undefined;
  const forMs = needsDuration ? durationOf(context, part['for'], `${path}.for`) : undefined;
  if (needsDuration && forMs === undefined) return undefined;
  if (device === 'silent') return { kind: 'silent', ...base, channel, forMs: forMs ?? 0 };
  return {
    kind: 'property',
    ...base,
    members: access.map((address) => memberOf(context, address, base.id)),
    combine: device === 'unreachable' ? 'some' : 'all',
    on: 'edge',
    test: device === 'unreachable' ? unreachable : reachable,
    forMs,
    retriggers: false,
    by: 'device',
  };
}
