import type { Tile, TileGroup } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Ref, useCallback, useId, useRef, useState } from 'react';
import { errorText } from '../../../design/error-text.ts';
import { IconPlus } from '../../../design/icons.generated.ts';
import { IconPencil } from '../../../design/page-icons.generated.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { FavouriteToggle } from '../favourites/favourite-buttons.tsx';
import { useChangeFavourites } from '../favourites/use-change-favourites.ts';
import { type GroupTile, useGroupTiles } from '../tiles/lamp-groups.ts';
import classes from './arrange.module.css';
import { Dialogs, type Requested } from './dialogs.tsx';
import { type Place, siblingsOf } from './home-order.ts';
import { SortableList, type Words } from './sortable-list.tsx';
import { SortableRow } from './sortable-row.tsx';
import { SortableRows } from './sortable-rows.tsx';
import { instructions, moved, placeText } from './spoken.ts';
import { TileName } from './tile-row.tsx';
import { useArrangement } from './use-arrangement.ts';

export function ArrangePage() {
  usePageTitle(t`Arrange`);
  const { order, rows, placeTile, placeGroup, placeInto, problem, refresh, isLoading, error } =
    useArrangement();
  const [requested, setRequested] = useState<Requested>();
  const [announcement, setAnnouncement] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const requestChange = useCallback((group: TileGroup) => setRequested({ about: 'change', group }), []);
  const requestMove = useCallback((tile: Tile) => setRequested({ about: 'move', tile }), []);
  const moveByDialog = (tile: Tile, place: Place) => {
    placeTile(tile, place);
    setAnnouncement(t`${tile.label} is in ${placeText(place)}.`);
  };
  const shift = (group: TileGroup, by: 1 | -1) => {
    const place = siblingsOf(order.groups, group).findIndex(({ id }) => id === group.id) + by;
    placeGroup(group, place);
    setAnnouncement(t`${group.label} is in place ${place + 1}.`);
  };
  const into = (group: TileGroup, area: TileGroup) => {
    placeInto(group, area);
    setAnnouncement(t`${group.label} is in ${area.label}.`);
  };
  if (error !== undefined && rows.length === 0)
    return <ErrorState error={error} onRetry={() => void refresh()} />;
  if (isLoading && rows.length === 0) return <LoadingState />;
  return (
    <div className={classes.page}>
      <ArrangeHeader heading={heading} onNew={() => setRequested({ about: 'new' })} />
      {problem !== undefined && (
        <div className={classes.problem} role="alert">
          <Trans>Not moved. {errorText(problem)}</Trans>
        </div>
      )}
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      <FavouriteRows />
      <LampGroupRows onChange={(lamps) => setRequested({ about: 'lamps', lamps })} />
      <SortableRows rows={rows} onChange={requestChange} onMove={requestMove} onPlace={placeTile} />
      <Dialogs
        requested={requested}
        order={order}
        onRequest={setRequested}
        onChanged={refresh}
        onPlace={moveByDialog}
        onShift={shift}
        onInto={into}
        onDeleted={() => heading.current?.focus()}
      />
    </div>
  );
}

function ArrangeHeader({ heading, onNew }: { heading: Ref<HTMLHeadingElement>; onNew: () => void }) {
  return (
    <div className={classes.head}>
      <div>
        <Title order={1} ref={heading} tabIndex={-1}>
          <Trans>Arrange</Trans>
        </Title>
        <p className={classes.hint}>
          <Trans>Drag devices to where they belong. Changes are saved right away.</Trans>
        </p>
      </div>
      <Group gap="sm">
        <Button variant="default" size="md" leftSection={<IconPlus size={18} />} onClick={onNew}>
          <Trans>New area</Trans>
        </Button>
        <Button size="md" renderRoot={(props) => <Link to="/" {...props} />}>
          <Trans context="button">Done</Trans>
        </Button>
      </Group>
    </div>
  );
}

const words: Words = {
  ...moved,
  instructions,
  placeText: (place) => t`Favourites, place ${{ place }}.`,
  nowhere: () => t`Not over a favourite.`,
};

/** Lists the favourites, which are sorted like rooms; shows nothing while there are none. */
function FavouriteRows() {
  const { favourites, move } = useChangeFavourites();
  const headed = useId();
  if (favourites.length === 0) return null;
  return (
    <section aria-labelledby={headed}>
      <h2 className={classes.heading} id={headed}>
        <Trans>Favourites</Trans>
      </h2>
      <SortableList items={favourites} words={words} onMove={move}>
        {(tile) => (
          <SortableRow key={tile.id} id={tile.id} label={t`Drag favourite ${{ device: tile.label }}`}>
            <TileName tile={tile} />
            <FavouriteToggle tile={tile} className={classes.handle} />
          </SortableRow>
        )}
      </SortableList>
    </section>
  );
}

/** Lists the groups of lamps; shows nothing while there are none. */
function LampGroupRows({ onChange }: { onChange: (lamps: GroupTile) => void }) {
  const groups = useGroupTiles();
  const headed = useId();
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby={headed}>
      <h2 className={classes.heading} id={headed}>
        <Trans>Groups of lamps</Trans>
      </h2>
      <ul className={classes.favourites}>
        {groups.map((group) => (
          <li key={group.id} className={classes.tile}>
            <span className={classes.tileName}>
              <KindIcon kind="light-group" />
              <span>
                {group.label}
                <span className={classes.virtual}>
                  {' · '}
                  <Plural value={group.lamps.length} one="# lamp" other="# lamps" />
                </span>
              </span>
            </span>
            <FavouriteToggle tile={group} className={classes.handle} />
            <button
              type="button"
              className={classes.handle}
              aria-label={t`Change ${{ group: group.label }}`}
              aria-haspopup="dialog"
              onClick={() => onChange(group)}
            >
              <IconPencil size={20} stroke={1.6} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
