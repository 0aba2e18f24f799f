import type { Address } from '@azulejo/model';
import type { Piece } from './clauses.ts';
import { fill } from './message.ts';
import type { NamedProperty } from './names.ts';
import { type Group, groupKeyOf } from './vocabulary.ts';
import { type Given, isGiven, type Wording, word } from './wording.ts';

/** The device or the group that a part is about. */
export type Subject = {
  readonly pieces: readonly Piece[];
  /** Undefined for a property that no longer exists. */
  readonly property: NamedProperty['property'] | undefined;
  readonly gender: Group['gender'];
  readonly isGroup: boolean;
  readonly isEvery: boolean;
};

type Use = {
  /** Whether the other words say which property is meant, as in `is open`. */
  readonly namesProperty: (property: Pick<NamedProperty['property'], 'classes'>) => boolean;
  /** The form in a step, where the group is the object of a verb. */
  readonly isObject?: boolean;
};

/** Returns the subject of a part with `property` or `properties`, with paths into the definition. */
export function subjectOf(part: Given, path: string, wording: Wording, use: Use): Subject {
  const { property, properties } = part;
  return isGiven(properties) && property === undefined
    ? ofGroup(properties, `${path}.properties`, wording, use)
    : ofProperty(property, `${path}.property`, wording, use);
}

/** Returns the subject for one property, whose path is given. */
export function ofProperty(address: unknown, path: string, { names, speech }: Wording, use: Use): Subject {
  const known = isGiven(address) ? names.property(address as unknown as Address) : undefined;
  const alone = { gender: 'm', isGroup: false, isEvery: false } as const;
  if (known === undefined) {
    const device = isGiven(address) ? names.device(String(address['channel'])) : undefined;
    return {
      ...alone,
      property: undefined,
      pieces: [word(device ?? speech.words.gone.device, path, 'device')],
    };
  }
  const { device, property } = known;
  const isNamed = use.namesProperty(property) || containsWords(device, property.label);
  const text = isNamed ? device : textIn(speech.words.subject, { device, property: property.label });
  return { ...alone, property, pieces: [word(text, path, 'device')] };
}

export function ofGroup(group: Given, path: string, { names, speech }: Wording, use: Use): Subject {
  const { groups, inRoom, subject, gone } = speech.words;
  const { key, namesProperty } = groupKeyOf(group);
  const noun = groups[key];
  const isEvery = group['of'] === 'every';
  const name = use.isObject ? noun.all : isEvery ? noun.every : noun.any;
  const className = String(group['class']);
  const property = { ...(names.class(className) ?? NO_PROPERTY), classes: [className] };
  const isNamed = namesProperty || use.namesProperty(property);
  const label = property.label || readable(className);
  const text = isNamed ? name : textIn(subject, { device: name, property: label });
  const words: Piece[] = [word(text, path, 'group')];
  const room = group['room'];
  const pieces =
    typeof room === 'string'
      ? fill(inRoom, { group: words, room: word(names.room(room) ?? gone.room, `${path}.room`, 'room') })
      : words;
  return { pieces, property, gender: noun.gender, isGroup: true, isEvery };
}

const NO_PROPERTY: NamedProperty['property'] = {
  label: '',
  classes: [],
  controlInterfaces: [],
  triggers: [],
  states: [],
  actions: [],
};

const textIn = (message: string, holes: Readonly<Record<string, string>>): string =>
  fill(message, holes).join('');

/**
 * Returns whether the name contains the label: `Bedroom temperature` need not say that it is about the
 * temperature.
 */
const containsWords = (name: string, label: string): boolean =>
  label !== '' && ` ${name.toLowerCase()} `.includes(` ${label.toLowerCase()} `);

/** Turns `climate.local-temperature` into `local temperature`. */
const readable = (name: string): string => name.split('.').at(-1)?.replaceAll('-', ' ') ?? name;
