import { createHash } from 'node:crypto';
import type { AnyOperation } from '@azulejo/contract';

/** Members that explain an operation to people. They change nothing for a program. */
const EXPLANATIONS = new Set(['summary', 'description', 'title', 'example', 'examples']);

/**
 * Renders one line for each operation: its id, how it is called, who may call it, what it needs, and a hash of its
 * schemas and other properties. A review sees in these lines which operations a change adds, removes or alters.
 */
export function renderOperations(operations: readonly AnyOperation[]): string {
  return `${operations.map(lineOf).toSorted().join('\n')}\n`;
}

function lineOf(operation: AnyOperation): string {
  const calls = operation.bindings.map(({ method, path }) => `${method} ${path}`);
  return [
    operation.id,
    [...new Set(calls)].join(' or '),
    operation.access,
    ...needsOf(operation),
    hashOf(operation),
  ].join(' | ');
}

const needsOf = ({ needs, guests }: AnyOperation): string[] =>
  needs === undefined ? [] : [guests === undefined ? needs : `${needs}, guests`];

function hashOf(operation: AnyOperation): string {
  const text = JSON.stringify(operation, (key, value: unknown) =>
    // A property of a schema may have one of these names; its value is a schema, not a text.
    EXPLANATIONS.has(key) && (typeof value === 'string' || key.startsWith('example')) ? undefined : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
