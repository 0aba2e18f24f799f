import { type Clause, isWord, type Part, type Piece } from '@azulejo/automations/words';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconPlus } from '../../../../design/icons.generated.ts';
import { Opening } from './panels/opening.tsx';
import classes from './sentence.module.css';
import { useEditor } from './shared/editor-context.ts';
import { type ClauseName, isBlank, isBlankAt } from './state/parts.ts';
import { partPathOf, valueAt } from './state/path.ts';
import { StepList } from './step-list.tsx';
import type { Editing } from './use-editing.ts';
import { WordButton } from './word-button.tsx';
import { linePieces } from './words/line-pieces.ts';

/** If there are more parts than this, each gets its own line. */
const MAX_IN_LINE = 3;

/** Shows the automation as one sentence, whose words are buttons. */
export function Sentence({ focus }: { focus: Editing['focus'] }) {
  const { clauses, definition } = useEditor();
  const root = useRef<HTMLDivElement>(null);
  useFocus(root, focus);
  return (
    <div ref={root} className={classes.sentence}>
      <ClauseLine name="when" clause={clauses.when} />
      {clauses.onlyIf && <ClauseLine name="onlyIf" clause={clauses.onlyIf} />}
      {!clauses.onlyIf && !isBlankAt(definition, 'when[0]') && <FirstCondition />}
      <ClauseLine name="then" clause={clauses.then} />
      <AgainLine pieces={clauses.again ?? []} />
    </div>
  );
}

/** Moves the focus to a word that was asked for, or to the first one of its part or clause. */
function useFocus(root: React.RefObject<HTMLDivElement | null>, focus: Editing['focus']) {
  useEffect(() => {
    if (!focus) return;
    const words = [...(root.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const at = (path: string) =>
      words.find(({ dataset }) => dataset['path'] === path) ??
      words.find(({ dataset }) => dataset['path']?.startsWith(path));
    const clause = /^\w+/.exec(focus.path)?.[0] ?? '';
    (at(focus.path) ?? at(clause) ?? words[0])?.focus();
  }, [root, focus]);
}

function ClauseLine({ name, clause }: { name: ClauseName; clause: Clause }) {
  const { definition } = useEditor();
  const { lead, parts } = clause;
  const given = name === 'onlyIf' ? [] : definition[name];
  const hasBlank = given.some(isBlank);
  const isListed = parts.length > MAX_IN_LINE;
  const shown = (part: Part, index: number) => {
    const next = parts[index + 1];
    return (
      <PartText key={part.path} part={part} end={next ? punctuationOf(next) : ''}>
        {!next && !hasBlank && <AddButton name={name} />}
      </PartText>
    );
  };
  return (
    <div className={classes.clause} data-listed={isListed || undefined}>
      <span className={classes.lead}>{lead} </span>
      {isListed && name === 'then' ? (
        <StepList parts={parts}>{shown}</StepList>
      ) : (
        <span className={classes.parts}>{parts.map(shown)}</span>
      )}
    </div>
  );
}

/** Returns the punctuation that precedes a part, which must not begin a line. */
const punctuationOf = ({ joint }: Part): string => /^[^\p{L}\s]*/u.exec(joint)?.[0] ?? '';

type PartProps = {
  part: Part;
  /** Punctuation that follows the part. */
  end: string;
  children: ReactNode;
};

function PartText({ part, end, children }: PartProps) {
  return (
    <span className={classes.part}>
      {part.joint.slice(punctuationOf(part).length)}
      <Pieces pieces={part.pieces} end={end} />
      {children}
    </span>
  );
}

/**
 * Shows texts and words in their order. The current state is shown under one word of each trigger, condition
 * or step.
 */
function Pieces({ pieces, end }: { pieces: readonly Piece[]; end: string }) {
  const { definition } = useEditor();
  const withState = new Set(
    Object.values(Object.groupBy(pieces.filter(isWord), (word) => partPathOf(word.path))).map(
      (words = []) => words.find(({ role }) => role === 'device' || role === 'group') ?? words[0],
    ),
  );
  return linePieces(pieces, end).map((piece, index) => {
    // The same word may occur several times, such as both parts of a separable verb.
    const key = `${index}-${'text' in piece ? piece.text : piece.word.path}`;
    if ('text' in piece) return <span key={key}>{piece.text}</span>;
    const { word, quotes, opening, closing } = piece;
    const isFixed =
      word.role === 'part' &&
      !isBlankAt(definition, word.path) &&
      valueAt(definition, word.path) !== undefined;
    return (
      <span key={key} className={classes.unbroken}>
        {opening}
        <WordButton word={word} hasNow={withState.has(word)} isFixed={isFixed} quotes={quotes} />
        {closing}
      </span>
    );
  });
}

/**
 * Shows the last line in small type: what happens if it starts again, how often it may run, and what happens
 * after an outage.
 */
function AgainLine({ pieces }: { pieces: readonly Piece[] }) {
  const hasLate = pieces.some((piece) => isWord(piece) && piece.path === 'late');
  // “More” and the text that replaces it are one word, because a panel may be open under it.
  const shown = hasLate ? pieces : [...pieces, ' ', { path: 'late', role: 'mode', text: t`More` } as const];
  return (
    <div className={classes.again}>
      {shown.map((piece) =>
        isWord(piece) ? (
          <WordButton key={piece.path} word={piece} isQuiet />
        ) : (
          <span key={piece}>{piece}</span>
        ),
      )}
    </div>
  );
}

function AddButton({ name }: { name: ClauseName }) {
  const { opened, open } = useEditor();
  const isOpen = opened !== undefined && 'add' in opened && opened.add === name;
  const label = { when: t`Add a trigger`, onlyIf: t`Add a condition`, then: t`Add a step` }[name];
  return (
    <Opening isOpen={isOpen} what={{ add: name }}>
      <button
        type="button"
        className={classes.add}
        data-add={name}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => open({ add: name })}
      >
        <IconPlus size={18} aria-hidden="true" />
      </button>
    </Opening>
  );
}

/** Shows the button that adds the first condition. */
function FirstCondition() {
  const { opened, open } = useEditor();
  const isOpen = opened !== undefined && 'add' in opened && opened.add === 'onlyIf';
  return (
    <div className={classes.clause}>
      <span className={classes.lead} aria-hidden="true" />
      <span className={classes.parts}>
        <Opening isOpen={isOpen} what={{ add: 'onlyIf' }}>
          <button
            type="button"
            className={`${classes.add} ${classes.wide}`}
            data-add="onlyIf"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => open({ add: 'onlyIf' })}
          >
            <IconPlus size={18} aria-hidden="true" />
            <Trans>only if …</Trans>
          </button>
        </Opening>
      </span>
    </div>
  );
}
