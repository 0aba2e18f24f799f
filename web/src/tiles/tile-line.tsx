import type { RenderedTile } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import type { TileNote } from './tile-note.ts';
import classes from './tile-view.module.css';

type Props = {
  tile: RenderedTile;
  note: TileNote | undefined;
  /** Replaces the tile's own second line, but not a note. */
  state?: string | undefined;
};

/** Draws the second line of a tile: its state, or the most important note. It never wraps. */
export function drawLine({ tile, note, state = tile.state.join(' · ') }: Props) {
  const isEmpty = state === '' && !note;
  return (
    <p className={classes.line} data-line="" data-tone={note?.isAfterValue ? undefined : note?.tone}>
      {note ? drawNote(note, tile.state[0]) : state}
      {isEmpty && tile.slots.length > 0 && <span className={classes.empty}>{t`No value yet`}</span>}
    </p>
  );
}

function drawNote(note: TileNote, first: string | undefined) {
  const text = (
    <span data-tone={note.tone} title={note.title}>
      {note.spoken !== undefined && <span className="visually-hidden">{note.spoken} </span>}
      {note.text}
    </span>
  );
  if (!note.isAfterValue || first === undefined) return text;
  return (
    <>
      {first} · {text}
    </>
  );
}
