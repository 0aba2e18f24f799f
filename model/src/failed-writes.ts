import type { CommandState, ErrorName, errors } from '@azulejo/contract';

/** How a command ends that was not carried out. */
export type FailedState = Exclude<CommandState, 'open' | 'done' | 'answered'>;

/** The error that the requester of a write receives for each way in which it fails. */
export const writeErrorNames = {
  unanswered: 'unanswered',
  refused: 'refused_by_device',
  superseded: 'superseded',
} as const satisfies Record<FailedState, ErrorName>;

/** The codes and texts of these errors, for clients; the compiler compares them with the contract's. */
export const writeErrors = {
  unanswered: { code: 5040, text: 'The device did not answer in time.' },
  refused: { code: 4090, text: 'The device refused the write.' },
  superseded: { code: 4091, text: 'Superseded by a newer write to the same property.' },
} as const satisfies {
  [State in FailedState]: Pick<(typeof errors)[(typeof writeErrorNames)[State]], 'code' | 'text'>;
};

/** Returns how the write with this error failed, or undefined for any other error. */
export const failedStateOf = (code: number | undefined): FailedState | undefined =>
  (Object.keys(writeErrors) as FailedState[]).find((state) => writeErrors[state].code === code);
