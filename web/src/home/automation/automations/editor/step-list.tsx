import { isWord, type Part, type Piece } from '@azulejo/automations/words';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { SortableList, type Words } from '../../../devices/arrange/sortable-list.tsx';
import { SortableRow } from '../../../devices/arrange/sortable-row.tsx';
import { useEditor } from './shared/editor-context.ts';
import { partPathOf } from './state/path.ts';
import classes from './step-list.module.css';

const words: Words = {
  instructions: () =>
    t`To move this step, press Space. Use the arrow keys to move it, Space to drop it, or Escape to cancel.`,
  placeText: (place) => t`Steps, place ${{ place }}.`,
  nowhere: () => t`Not over a step.`,
  pickedUp: (step, place) => t`Step picked up: ${{ step }}. ${{ place }}`,
  dropped: (step, place) => t`Step dropped: ${{ step }}. ${{ place }}`,
  back: (step) => t`Step back in its place: ${{ step }}.`,
};

type Props = {
  parts: readonly Part[];
  children: (part: Part, index: number) => ReactNode;
};

/** Lists steps one per line, each with a handle to drag it to another place. */
export function StepList({ parts, children }: Props) {
  const { definition, wording, move } = useEditor();
  const items = parts.map((part, index) => ({
    id: definition.then[index]?.id ?? part.path,
    label: wording.speech.capital(spokenText(part)),
    part,
    index,
  }));
  const placeOf = (id: string) => items.findIndex((item) => item.id === id);
  return (
    <div className={classes.steps}>
      <SortableList
        items={items}
        words={words}
        className={classes.list}
        onMove={(id, overId) => move(`then[${placeOf(id)}]`, placeOf(overId) - placeOf(id), true)}
      >
        {({ id, label, part, index }) => (
          <SortableRow
            key={id}
            id={id}
            label={t`Drag step: ${{ step: label }}`}
            className={classes.step}
            handleClassName={classes.handle}
          >
            {children(part, index)}
          </SortableRow>
        )}
      </SortableList>
    </div>
  );
}

/** Returns the words of a step with the name of its device, where the sentence has `it`. */
function spokenText({ pieces }: Part): string {
  // The part whose `spoken` text replaces its pieces, until its brackets begin.
  let spokenPart: string | undefined;
  const texts = pieces.map((piece, index) => {
    if (isWord(piece)) {
      if (isWordOf(spokenPart, piece)) return '';
      spokenPart = piece.spoken === undefined ? undefined : partPathOf(piece.path);
      return piece.spoken ?? piece.text;
    }
    const bracket = spokenPart === undefined ? -1 : piece.indexOf(' (');
    if (bracket < 0) return isWordOf(spokenPart, pieces[index + 1]) ? '' : piece;
    spokenPart = undefined;
    return piece.slice(bracket);
  });
  return texts.join('');
}

const isWordOf = (part: string | undefined, piece: Piece | undefined): boolean =>
  part !== undefined && piece !== undefined && isWord(piece) && partPathOf(piece.path) === part;
