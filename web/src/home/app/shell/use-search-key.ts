import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSearchKey } from '../../devices/tiles/search-key.ts';

/** Opens the search from every page by its keys, including what is typed meanwhile. */
export function useSearchKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // On the page with the search field, the field listens itself.
      if (!isSearchKey(event) || document.querySelector('input[type=search][aria-keyshortcuts]')) return;
      event.preventDefault();
      void navigate({ to: '/', search: { find: '' } });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
}
