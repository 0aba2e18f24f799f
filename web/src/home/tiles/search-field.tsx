import { useEffect, useRef } from 'react';
import { IconSearch, IconX } from '../../design/icons.generated.ts';
import classes from './search-field.module.css';
import { isSearchKey } from './search-key.ts';

type Props = {
  text: string;
  /** Whether the page was opened in order to search. */
  isWanted: boolean;
  onChange: (text: string) => void;
};

/** Filters while typing. `/` and Ctrl+K focus it, Escape clears it. */
export function SearchField({ text, isWanted, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const empty = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <search className={classes.search}>
      <IconSearch size={18} stroke={1.8} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label="Search devices"
        aria-keyshortcuts="/ Control+K"
        placeholder="Search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && empty()}
      />
      {text === '' ? (
        <span className={classes.key} aria-hidden="true">
          /
        </span>
      ) : (
        <button type="button" aria-label="Clear search" onClick={empty}>
          <IconX size={16} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
