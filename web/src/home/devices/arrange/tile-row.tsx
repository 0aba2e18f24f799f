import type { Tile } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { IconArrowsMove } from '../../../design/icons.generated.ts';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { FavouriteToggle } from '../favourites/favourite-buttons.tsx';
import classes from './arrange.module.css';
import { SortableRow } from './sortable-row.tsx';

type Props = { rowKey: string; tile: Tile; onMove: (tile: Tile) => void };

/** Shows a device in the list, which is moved by its handle or by the dialog of its button. */
export const TileRow = memo(function TileRow({ rowKey, tile, onMove }: Props) {
  return (
    <SortableRow id={rowKey} label={t`Drag ${tile.label}`}>
      <TileName tile={tile} />
      <FavouriteToggle tile={tile} className={classes.handle} />
      <button
        type="button"
        className={classes.handle}
        aria-label={t`Move ${tile.label} to …`}
        aria-haspopup="dialog"
        onClick={() => onMove(tile)}
      >
        <IconArrowsMove size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </SortableRow>
  );
});

export function TileName({ tile }: { tile: Tile }) {
  const isVirtual = useHome().channels.get(tile.channel)?.virtual;
  return (
    <span className={classes.tileName}>
      <KindIcon kind={tile.components[0]?.type} />
      <span>
        {tile.label}
        {isVirtual && (
          <span className={classes.virtual}>
            {' · '}
            <Trans>Virtual</Trans>
          </span>
        )}
      </span>
    </span>
  );
}
