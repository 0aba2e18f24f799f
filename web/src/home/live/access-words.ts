import type { AccessState } from '@azulejo/contract';

/** Words for a device's connection, as the device or its maker reports it. */
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

/** Returns why the device refused. The platform's message ends with the device's state, if it named one. */
export function refusalText(access: string | undefined): string {
  const state = /(\w+)\)?$/.exec(access ?? '')?.[1];
  const text = accessText(state);
  return text === undefined
    ? 'The device refused.'
    : `The device refused: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
}
