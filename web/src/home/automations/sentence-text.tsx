import { describe, isWord } from '@azulejo/agents/words';
import type { Agent } from '@azulejo/contract';
import { Fragment } from 'react';
import type { Wording } from './editor/words/use-wording.ts';
import classes from './sentence-text.module.css';

/** The words of things of the home, which stand out. */
const THINGS: ReadonlySet<string> = new Set(['device', 'group', 'room', 'person', 'place', 'scene', 'agent']);

type Props = {
  agent: Agent;
  /** Without it, while names are loading, nothing stands out. */
  wording: Wording | undefined;
};

/** An automation in one sentence, in which the things of the home stand out. */
export function SentenceText({ agent, wording }: Props) {
  if (!wording) return agent.sentence;
  const { sentence } = describe(agent.definition, wording.names, wording.speech);
  return sentence.map((piece, index) => {
    // The same word may stand several times.
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
