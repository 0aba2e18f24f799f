import { describe, isWord } from '@azulejo/automations/words';
import type { Automation } from '@azulejo/contract';
import { Fragment } from 'react';
import type { Wording } from './editor/words/use-wording.ts';
import classes from './sentence-text.module.css';

/** Words with these roles name things of the home and are highlighted. */
const THINGS: ReadonlySet<string> = new Set([
  'device',
  'group',
  'room',
  'person',
  'place',
  'scene',
  'automation',
]);

type Props = {
  automation: Automation;
  /** While names are loading it is undefined, and no word is highlighted. */
  wording: Wording | undefined;
};

/** Shows an automation in one sentence, with the things of the home highlighted. */
export function SentenceText({ automation, wording }: Props) {
  if (!wording) return automation.sentence;
  const { sentence } = describe(automation.definition, wording.names, wording.speech);
  return sentence.map((piece, index) => {
    // The same word may occur several times.
    const key = `${index}-${isWord(piece) ? piece.path : piece}`;
    const text = isWord(piece) ? piece.text : piece;
    return isWord(piece) && THINGS.has(piece.role) ? (
      <span key={key} className={classes.thing}>
        {text}
      </span>
    ) : (
      <Fragment key={key}>{text}</Fragment>
    );
  });
}
