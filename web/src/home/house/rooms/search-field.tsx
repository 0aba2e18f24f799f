import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { IconSearch, IconX } from '../../../design/icons.generated.ts';
import { isSearchKey } from '../../devices/tiles/search-key.ts';
import classes from './search-field.module.css';

type Props = { text: string; onChange: (text: string) => void; onClose: () => void };

/** Filters while typing. It gets the focus when it is opened, and by `/` and Ctrl+K; Escape closes it. */
export function SearchField({ text, onChange, onClose }: Props) {
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
