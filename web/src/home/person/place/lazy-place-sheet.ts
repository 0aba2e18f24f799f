import { lazy } from 'react';

/** The sheet of the home's place, which is loaded when it is opened. */
export const PlaceSheet = lazy(async () => ({ default: (await import('./place-sheet.tsx')).PlaceSheet }));
