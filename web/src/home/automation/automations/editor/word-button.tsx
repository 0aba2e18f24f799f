import type { Word } from '@azulejo/automations/words';
import { t } from '@lingui/core/macro';
import { type KeyboardEvent, useId } from 'react';
import { Opening } from './panels/opening.tsx';
import classes from './sentence.module.css';
import { useEditor } from './shared/editor-context.ts';
import { NowText } from './shared/now-text.tsx';
import { isMissing } from './state/missing.ts';
import { isBlankAt } from './state/parts.ts';
import { clauseOf, partPathOf } from './state/path.ts';

type Props = {
  word: Word;
  /** Whether the current state is shown under it. */
  hasNow?: boolean;
  /** Whether it belongs to the quiet last line. */
  isQuiet?: boolean;
  /** Whether the editor has no way to change it, so that it stays as it is. */
  isFixed?: boolean;
  /** The quotation marks around the word. */
  quotes?: readonly [opening: string, closing: string];
};

/** Shows a word of the sentence. Pressing it opens the panel that changes it. */
export function WordButton({ word, hasNow = false, isQuiet = false, isFixed = false, quotes }: Props) {
  const { definition, opened, open, problems, remove, move } = useEditor();
  const nowId = useId();
  const { path, role, text, spoken } = word;
  const isOpen = opened !== undefined && 'path' in opened && opened.path === path && opened.role === role;
  const problem = problems.get(path);
  const isEmpty = isMissing(definition, word);
  const isBad = problem?.severity === 'error';
  const onKeyDown = (event: KeyboardEvent) => {
    const part = partPathOf(path);
    if (part === '') return;
    const { key, altKey } = event;
    const by =
      altKey && /^Arrow(Left|Up)$/.test(key) ? -1 : altKey && /^Arrow(Right|Down)$/.test(key) ? 1 : 0;
    if (key !== 'Delete' && by === 0) return;
    event.preventDefault();
    if (by === 0) remove(part);
    else move(part, by as -1 | 1);
  };
  return (
    <span
      className={isQuiet ? classes.quiet : classes.word}
      data-bad={isBad || undefined}
      data-empty={isEmpty || undefined}
    >
      <Opening isOpen={isOpen} what={{ path, role }}>
        <button
          type="button"
          data-path={path}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-describedby={hasNow || problem ? nowId : undefined}
          aria-invalid={isBad || undefined}
          aria-keyshortcuts={isQuiet ? undefined : 'Delete Alt+ArrowLeft Alt+ArrowRight'}
          data-fixed={isFixed || undefined}
          onClick={() => open({ path, role })}
          onContextMenu={(event) => {
            event.preventDefault();
            open({ path, role });
          }}
          onKeyDown={onKeyDown}
        >
          {quotes?.[0] && <span aria-hidden="true">{quotes[0]}</span>}
          {isBlankAt(definition, path) ? blankText(path) : isEmpty ? t`choose` : text}
          {quotes?.[1] && <span aria-hidden="true">{quotes[1]}</span>}
          {spoken && <span className="visually-hidden">{` (${spoken})`}</span>}
        </button>
      </Opening>
      {(hasNow || problem) && (
        <span className={classes.now} data-tone={isBad ? 'bad' : problem ? 'warn' : undefined}>
          {/* The text may be long: it is shown once, among the checks. */}
          {problem && <span aria-hidden="true">{isBad ? t`Not like this` : t`Look at this`}</span>}
          <span id={nowId} className={problem ? 'visually-hidden' : classes.state}>
            {problem ? problem.text : <NowText path={partPathOf(path)} />}
          </span>
        </span>
      )}
    </span>
  );
}

function blankText(path: string): string {
  const clause = clauseOf(path);
  if (clause === 'when') return t`something happens`;
  return clause === 'onlyIf' ? t`something is true` : t`do something`;
}
