import { conditionKindOf } from '../conditions/index.ts';
import type { Piece } from './clauses.ts';
import { joined } from './message.ts';
import { asList, isGiven, unknownPart, type Wording } from './wording.ts';

/** Compiling refuses fewer levels than these; this only bounds the words. */
const MAX_DEPTH = 20;

/** Phrases a condition in the words that follow `only if`. */
export function phraseCondition(given: unknown, path: string, wording: Wording, depth = 0): Piece[] {
  const kind = isGiven(given) && depth <= MAX_DEPTH ? conditionKindOf(given) : undefined;
  if (!isGiven(given) || !kind) return unknownPart(wording, path);
  return kind.phrase(given, path, wording, (inner, at) => phraseInner(inner, at, wording, depth + 1));
}

/** Phrases a condition within another one: a group of several in brackets. */
function phraseInner(given: unknown, path: string, wording: Wording, depth: number): Piece[] {
  const pieces = phraseCondition(given, path, wording, depth);
  const members = isGiven(given) ? asList(given['all'] ?? given['any']) : [];
  return members.length > 1 ? joined(['(', ...pieces, ')']) : pieces;
}
