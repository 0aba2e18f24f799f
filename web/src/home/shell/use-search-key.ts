import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSearchKey } from '../tiles/search-key.ts';

/** From every page the keys of the search lead to it, and what was on its way there goes on. */
export function useSearchKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Where the field stands it listens itself.
      if (!isSearchKey(event) || document.querySelector('input[type=search][aria-keyshortcuts]')) return;
      event.preventDefault();
      void navigate({ to: '/', search: { find: '' } });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}
