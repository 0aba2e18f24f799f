import { peopleUnits, toWorkerUnits, type UnitPlaces, type WorkerUnit } from '@azulejo/automations';
import { describe, plain } from '@azulejo/automations/words';
import { type AutomationDefinition, toTimestamp, type Worker, type WorkerPart } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import type { CompiledHome, HomeWording, StoredAutomation } from '../definitions/index.ts';

type Context = {
  readonly userId: string;
  readonly home: CompiledHome;
  readonly wording: HomeWording;
  readonly picture: (name: string) => string;
};

const COLOR = '2a9d8f';
/** The picture of a device that is gone: an app needs one (ios-app 6.2). */
const NO_DEVICE = 'background.png';
const MAX_DEVICES = 5;

/** Returns where apps show what is not about a property of a device. */
function placesOf({ home: { names } }: Context): UnitPlaces {
  const context = [...names.channels.values()].find(({ channel }) => channel.isContext);
  return {
    context: context?.channel.id ?? '',
    ofDevice: (id) => {
      const template = names.channels.get(id)?.template;
      const component = template?.components[0];
      const [property] = propertiesOfType(template?.properties ?? [], component?.type ?? '');
      return { component: component?.id ?? '', property: property?.id ?? '' };
    },
  };
}

/** Returns an automation as known apps show it. */
export function toWorker(stored: StoredAutomation, context: Context): Worker {
  const { userId, home, wording } = context;
  const { id, definition, isEnabled, lastRun } = stored;
  const places = placesOf(context);
  const units = toWorkerUnits(definition, places);
  const channels = [...new Set([...channelsIn(definition)])];
  const known = channels.filter((channel) => home.names.channels.has(channel));
  const parts = (of: readonly WorkerUnit[] = []) => partsOf(of, definition, context);
  return {
    id,
    user: userId,
    label: definition.label,
    enabled: isEnabled,
    editable: units !== undefined,
    deletable: true,
    allowdisable: true,
    invalid: known.length < channels.length,
    forceDisabled: false,
    ...(lastRun !== undefined && { lastRun: toTimestamp(lastRun) }),
    description: plain(describe(definition, wording.names, wording.speech), wording.speech),
    category: 'Automation',
    categoryColor: COLOR,
    devicesText: known
      .slice(0, MAX_DEVICES)
      .flatMap((channel) => wording.names.device(channel) ?? [])
      .join(', '),
    triggers: parts(units?.triggers),
    states: parts(units?.states),
    actions: parts(units?.actions),
    unsorted: units ? [] : parts(peopleUnits(definition, places)),
  };
}

/** Returns the devices that a definition names, at any depth. */
function* channelsIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'channel' && typeof value === 'string') yield value;
    else yield* channelsIn(value);
  }
}

/**
 * Maps units to parts. Units of one component with the same label get numbers: the Android app would delete
 * them together.
 */
function partsOf(
  units: readonly WorkerUnit[],
  definition: AutomationDefinition,
  context: Context,
): WorkerPart[] {
  const seen = new Map<string, number>();
  return units.map((unit) => {
    const part = toPart(unit, definition, context);
    const key = `${unit.channel} ${unit.component} ${part.label}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? part : { ...part, label: `${part.label} (${count})` };
  });
}

function toPart(
  unit: WorkerUnit,
  definition: AutomationDefinition,
  { home, wording, picture }: Context,
): WorkerPart {
  const { channel, component, property, rule } = unit;
  const found = home.names.channels.get(channel);
  const template = found?.template;
  return {
    profile: template?.id ?? '',
    channel,
    component,
    property,
    label: labelOf(rule, definition, wording),
    labels: {
      component: template?.components.find(({ id }) => id === component)?.label ?? component,
      profile: template?.name ?? '',
      channel: found?.channel.name ?? '',
    },
    photoUrl: picture(template?.tilePicture ?? NO_DEVICE),
    photoUrlAlt: picture(template?.picture ?? NO_DEVICE),
    choices: [{ id: 'azulejo-1', choice: { rule } }],
    ...(found ? {} : { isInvalid: true }),
  };
}

/** Returns the trigger, condition or step of a rule in words: that part of the automation's sentence. */
function labelOf(rule: string, definition: AutomationDefinition, { names, speech }: HomeWording): string {
  const { id } = JSON.parse(rule) as { id?: string };
  const { when, onlyIf, then } = describe(definition, names, speech);
  const parts = [...when.parts, ...(onlyIf?.parts ?? []), ...then.parts];
  const found = parts.find((part) => idAt(definition, part.path) === id);
  return found ? speech.capital(plain({ sentence: found.pieces }, speech)) : definition.label;
}

function idAt(definition: AutomationDefinition, path: string): unknown {
  let part: unknown = definition;
  for (const name of path.split(/[.[\]]+/).filter(Boolean))
    part = typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined;
  return typeof part === 'object' && part !== null && 'id' in part ? part.id : undefined;
}
