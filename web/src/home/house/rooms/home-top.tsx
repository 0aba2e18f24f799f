import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { IconPlus, IconSearch } from '../../../design/icons.generated.ts';
import { useKnownScenes } from '../../automation/scenes/known-scenes.ts';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import line from '../../devices/summary/chips.module.css';
import { Chips } from '../../devices/summary/chips.tsx';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './home-top.module.css';
import { SearchField } from './search-field.tsx';

const SceneChips = lazy(async () => ({
  default: (await import('../../automation/scenes/scene-chips.tsx')).SceneChips,
}));

type Props = {
  /** The search text; undefined while nothing is searched. */
  find: string | undefined;
  canSearch: boolean;
  /** Called with the text, and with undefined when the search is closed. */
  onSearch: (text: string | undefined) => void;
};

/** Shows the row above the tiles: on a phone also whether the home is live, because there is no header above it. */
export function HomeTop({ find, canSearch, onSearch }: Props) {
  const isPhone = useIsPhone();
  const scenes = useKnownScenes();
  const isSearching = canSearch && find !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const [wasClosed, setWasClosed] = useState(false);
  // When the search is closed with a key, the focus returns to where it was opened.
  useEffect(() => {
    if (wasClosed && !isSearching) button.current?.focus();
  }, [wasClosed, isSearching]);
  const close = () => {
    setWasClosed(true);
    onSearch(undefined);
  };
  const searching = isSearching ? (
    <SearchField text={find} onChange={onSearch} onClose={close} />
  ) : (
    canSearch && (
      <button
        ref={button}
        type="button"
        className={classes.icon}
        aria-label={t`Search devices`}
        aria-keyshortcuts="/ Control+K"
        onClick={() => onSearch('')}
      >
        <IconSearch size={22} stroke={1.7} aria-hidden="true" />
      </button>
    )
  );
  const chips = canSearch && !isSearching && (
    <div className={line.line}>
      <Chips />
      <Suspense>{scenes.length > 0 && <SceneChips scenes={scenes} />}</Suspense>
    </div>
  );
  return (
    <header className={classes.top} data-searching={isSearching || undefined}>
      <h1>
        <Trans>Home</Trans>
      </h1>
      {isPhone && (
        <div className={classes.note}>
          <ConnectionNote />
        </div>
      )}
      {!isPhone && chips}
      {searching}
      {isPhone && !isSearching && !isWallTablet() && (
        <Link to="/add" className={classes.icon} aria-label={t`Add`}>
          <IconPlus size={22} stroke={1.7} aria-hidden="true" />
        </Link>
      )}
      {isPhone && chips}
    </header>
  );
}
