import { triggerKindOf } from '../triggers/index.ts';
import { type PhrasedTrigger, whenever } from '../triggers/trigger-kind.ts';
import { isGiven, unknownPart, type Wording } from './wording.ts';

export type { PhrasedTrigger };

export function phraseTrigger(given: unknown, path: string, wording: Wording): PhrasedTrigger {
  const kind = isGiven(given) ? triggerKindOf(given) : undefined;
  return isGiven(given) && kind
    ? kind.phrase(given, path, wording)
    : whenever(wording, unknownPart(wording, path));
}
