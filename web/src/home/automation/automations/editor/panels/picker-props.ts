import type { ClauseName } from '../state/parts.ts';

/** The properties of every picker of a clause. */
export type PickerProps = { clause: ClauseName; onChoose: (part: object) => void };
