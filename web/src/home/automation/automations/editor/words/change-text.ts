import { type Clauses, describe, isWord, type Part, type Piece, textOf } from '@azulejo/automations/words';
import type { AutomationDefinition } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import type { Wording } from './use-wording.ts';

export const clausesOf = (definition: AutomationDefinition, { names, speech }: Wording): Clauses =>
  describe(definition, names, speech);

const partsOf = ({ when, onlyIf, then }: Clauses): readonly Part[] =>
  [when, ...(onlyIf ? [onlyIf] : []), then].flatMap(({ parts }) => parts);

/** Returns the pieces of the part to which a path belongs: one of a clause, or the last line. */
function piecesAt(clauses: Clauses, path: string): readonly Piece[] {
  const part = partsOf(clauses).find((each) => path.startsWith(each.path));
  return part?.pieces ?? clauses.again ?? [];
}

/** Says what a part is now: `wait 3 minutes, not 2 minutes`. */
export function changedText(
  before: AutomationDefinition,
  after: AutomationDefinition,
  path: string,
  wording: Wording,
) {
  const { speech } = wording;
  const [was, is] = [clausesOf(before, wording), clausesOf(after, wording)];
  const [old, next] = [was, is].map((clauses) =>
    piecesAt(clauses, path)
      .filter(isWord)
      .find((word) => word.path === path),
  );
  const isLine = !partsOf(is).some((each) => path.startsWith(each.path));
  // The only optional word of the last line is what is done after an outage.
  const inLine = next?.text ?? (path === 'late' ? t`After an outage as usual` : '');
  const part = speech.capital(isLine ? inLine : textOf(piecesAt(is, path)));
  return old && next && old.text !== next.text && old.text !== speech.words.part
    ? t`${part}, not ${{ before: old.text }}`
    : part;
}

/** Returns a part in words, with a capital. */
export const partTextAt = (definition: AutomationDefinition, path: string, wording: Wording): string =>
  wording.speech.capital(textOf(piecesAt(clausesOf(definition, wording), path)));
