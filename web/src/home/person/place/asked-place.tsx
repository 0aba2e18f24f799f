import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import { PlaceSheet } from './lazy-place-sheet.ts';

/** Asks where the home is, on any page at `#place`: signing up and the preferences lead there. */
export function AskedPlace() {
  const navigate = useNavigate();
  const isAsked = useRouterState({ select: ({ location }) => location.hash === 'place' });
  if (!isAsked || isWallTablet()) return null;
  return (
    <Suspense>
      <PlaceSheet onClose={() => void navigate({ to: '.', search: true, hash: '', replace: true })} />
    </Suspense>
  );
}
