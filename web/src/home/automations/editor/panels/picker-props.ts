import type { ClauseName } from '../state/parts.ts';

/** What each picker of a clause gets. */
export type PickerProps = { clause: ClauseName; onChoose: (part: object) => void };
