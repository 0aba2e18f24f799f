import type { ChannelTemplate, FieldError, TemplateProperty } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';

/** Finds what is valid in a template but probably a mistake. */
export function findTemplateWarnings(template: ChannelTemplate): FieldError[] {
  return [...findWarnings(template)];
}

function* findWarnings({ components, properties, tiles }: ChannelTemplate): Generator<FieldError> {
  if (tiles.length === 0)
    yield { field: 'tiles', reason: 'are missing: people can neither see nor remove the device' };
  for (const [index, { id }] of components.entries())
    if (tiles.length > 0 && !tiles.some((tile) => tile.components.includes(id)))
      yield { field: `components.${index}`, reason: 'is on no tile' };
  for (const [index, property] of properties.entries())
    yield* findPropertyWarnings(property, `properties.${index}`);
}

const RULES = [
  ['isTriggerable', 'triggers', 's', 'is not reported'],
  ['isStateful', 'states', 'r', 'cannot be read'],
  ['isActionable', 'actions', 'w', 'cannot be written'],
] as const;

function* findPropertyWarnings(property: TemplateProperty, path: string): Generator<FieldError> {
  for (const [flag, rules, letter, problem] of RULES) {
    const field = `${path}.${flag}`;
    if (!property[flag] && property[rules].length > 0)
      yield { field, reason: `is off, so that apps do not offer its ${rules}` };
    if (property[flag] && property[rules].length === 0)
      yield { field, reason: `is on, but there are no ${rules} to offer` };
    if (property[flag] && !property.io.includes(letter))
      yield { field, reason: `is on, but the property ${problem}` };
  }
  if (isWritable(property) && property.controlInterfaces.length === 0)
    yield { field: `${path}.controlInterfaces`, reason: 'are empty, so users cannot write this property' };
  if (property.rateLimit > 0 && !isWritable(property))
    yield { field: `${path}.rateLimit`, reason: 'limits writes, but the property is not writable' };
}
