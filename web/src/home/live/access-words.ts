import type { AccessState } from '@azulejo/contract';

/** Whether the device can be reached, in words; by what its maker or itself says. */
const words: Readonly<Record<AccessState, string>> = {
  ok: 'Connected',
  connected: 'Connected',
  nok: 'Not connected',
  disconnected: 'Not connected',
  no_power: 'No power',
  unreachable: 'Cannot be reached',
  remote_control_disabled: 'Remote control is turned off on the device',
  permission_revoked: 'Its maker no longer lets this home use it',
  service_error: 'Its maker’s service has a problem',
  unauthorized: 'Its maker’s service needs you to sign in again',
  api_unreachable: 'Its maker’s service cannot be reached',
};

export const accessText = (data: unknown): string | undefined => words[data as AccessState];
export const isReached = (data: unknown): boolean => data === 'ok' || data === 'connected';

/** Why the device refused, in words where it named its state: at the end of what the platform says of it. */
export function refusalText(said: string | undefined): string {
  const state = /(\w+)\)?$/.exec(said ?? '')?.[1];
  const text = accessText(state);
  return text === undefined
    ? 'The device refused.'
    : `The device refused: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
}
