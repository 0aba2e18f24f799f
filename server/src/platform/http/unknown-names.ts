import type { FieldError } from '@azulejo/contract';
import { didYouMean } from '../nearest-name.ts';

const MAX_NAMED = 10;
/** A name that looks different could be a secret at the wrong place. */
const NAMEABLE = /^[a-z][a-z0-9_.-]{0,39}$/i;

/**
 * Returns a warning for each member that an operation does not know, with the nearest that it knows, and for at
 * most ten. They are ignored, because known clients send more than is documented (README.md).
 */
export function unknownNames(
  members: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): FieldError[] {
  const warnings: FieldError[] = [];
  for (const field in members) {
    if (known.has(field) || !NAMEABLE.test(field)) continue;
    warnings.push({ field, reason: `is not known${didYouMean(field, known)}` });
    if (warnings.length === MAX_NAMED) break;
  }
  return warnings;
}
