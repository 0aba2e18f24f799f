import { AutomationCondition, type AutomationDefinition, AutomationStep } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import { Type } from 'typebox';
import { ApiError } from '../../../platform/api-error.ts';
import { inputValidator } from '../../../platform/http/validation.ts';

/** The schemas of the parts of a definition, whose schema leaves the form of inner ones open. */
export const schemas = { condition: AutomationCondition, step: AutomationStep };

const validators = {
  condition: inputValidator(Type.Object({ part: schemas.condition })),
  step: inputValidator(Type.Object({ part: schemas.step })),
};

type Kind = keyof typeof validators;
type Found = { readonly part: unknown; readonly path: string; readonly kind: Kind };

/** A limit above the depth of any definition of 32 KB that compiles. */
const MAX_DEPTH = 60;

/** Returns a part and all parts inside of it. */
function partsOf(found: Found, depth = 0): Found[] {
  const { part, path, kind } = found;
  if (!isJsonObject(part) || depth > MAX_DEPTH) return [found];
  const inner = (names: readonly string[], of: Kind): Found[] =>
    names.flatMap((name) => {
      const value = part[name];
      if (value === undefined) return [];
      return Array.isArray(value)
        ? value.map((each, index) => ({ part: each, path: `${path}.${name}[${index}]`, kind: of }))
        : [{ part: value, path: `${path}.${name}`, kind: of }];
    });
  const parts =
    kind === 'condition'
      ? inner(['all', 'any', 'not'], 'condition')
      : [
          ...inner(['if', 'waitUntil'], 'condition'),
          ...(part['kind'] === 'if' ? inner(['then', 'else'], 'step') : []),
        ];
  return [found, ...parts.flatMap((each) => partsOf(each, depth + 1))];
}

/** Returns all conditions and steps of a definition with their paths, inner ones too. */
export function innerParts({ onlyIf, then }: AutomationDefinition): Found[] {
  const parts: Found[] = [
    ...(onlyIf === undefined ? [] : [{ part: onlyIf, path: 'onlyIf', kind: 'condition' } as const]),
    ...then.map((part, index) => ({ part, path: `then[${index}]`, kind: 'step' }) as const),
  ];
  return parts.flatMap((part) => partsOf(part));
}

/** Returns the paths of the parts that have no valid form. */
export const invalidParts = (definition: AutomationDefinition): { path: string; kind: Kind }[] =>
  innerParts(definition).filter(({ part, kind }) => !isValid(part, kind));

/** Returns all steps of a definition with their paths, inner ones too. */
export const stepsOf = (
  definition: AutomationDefinition,
): { step: Record<string, unknown>; path: string }[] =>
  innerParts(definition).flatMap(({ part, path, kind }) =>
    kind === 'step' && isJsonObject(part) ? [{ step: part, path }] : [],
  );

function isValid(part: unknown, kind: Kind): boolean {
  try {
    validators[kind]({ part }, 'json');
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
