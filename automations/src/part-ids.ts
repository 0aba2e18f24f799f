import type { AutomationDefinition } from '@azulejo/contract';

/** Compiling refuses fewer levels than these; this only bounds the search. */
const MAX_DEPTH = 60;

type Node = { [name: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all parts of a kind with their path, outer ones first. */
function partsOf(
  part: unknown,
  path: string,
  inner: readonly string[],
  depth = 0,
): { part: Node; path: string }[] {
  if (Array.isArray(part))
    return part.flatMap((each, index) => partsOf(each, `${path}[${index}]`, inner, depth));
  if (!isNode(part) || depth > MAX_DEPTH) return [];
  return [
    { part, path },
    ...inner.flatMap((name) => partsOf(part[name], `${path}.${name}`, inner, depth + 1)),
  ];
}

/** Returns the parts of a definition by the letter of their ids. */
export function partsByLetter(
  definition: Pick<AutomationDefinition, 'when' | 'onlyIf' | 'then'>,
): Record<'t' | 'c' | 's', { part: Node; path: string }[]> {
  const steps = partsOf(definition.then, 'then', ['then', 'else']);
  const conditions = ['all', 'any', 'not'];
  return {
    t: partsOf(definition.when, 'when', []),
    c: [
      ...partsOf(definition.onlyIf, 'onlyIf', conditions),
      ...steps.flatMap(({ part, path }) => [
        ...partsOf(part['if'], `${path}.if`, conditions),
        ...partsOf(part['waitUntil'], `${path}.waitUntil`, conditions),
      ]),
    ],
    s: steps,
  };
}

/** Returns the definition with an id for each part that has none: the next number that is free. */
export function withPartIds(definition: AutomationDefinition): AutomationDefinition {
  // The copy is made through JSON, so that no two parts are the same object.
  const copy: AutomationDefinition = JSON.parse(JSON.stringify(definition));
  for (const [letter, parts] of Object.entries(partsByLetter(copy))) {
    const taken = new Set(parts.map(({ part }) => part['id']));
    let next = 1;
    for (const { part } of parts) {
      if (typeof part['id'] === 'string') continue;
      while (taken.has(`${letter}${next}`)) next += 1;
      part['id'] = `${letter}${next}`;
      next += 1;
    }
  }
  return copy;
}
