import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { IconPlus, IconSearch, IconX } from '../../../design/icons.generated.ts';
import { useKnownScenes } from '../../automation/scenes/known-scenes.ts';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import line from '../../devices/summary/chips.module.css';
import { Chips } from '../../devices/summary/chips.tsx';
import { isSearchKey } from '../../devices/tiles/search-key.ts';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import classes from './home-top.module.css';

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

type SearchFieldProps = { text: string; onChange: (text: string) => void; onClose: () => void };

/** Filters while typing. It gets the focus when it is opened, and by `/` and Ctrl+K; Escape closes it. */
function SearchField({ text, onChange, onClose }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className={classes.search}>
      <IconSearch size={18} stroke={1.8} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label={t`Search devices`}
        aria-keyshortcuts="/ Control+K"
        placeholder={t`Search`}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <button type="button" aria-label={t`Close search`} onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
      </button>
    </search>
  );
}
