import type { AccessState } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

/** Words for a device's connection, as the device or its maker reports it. */
const words: Readonly<Record<AccessState, MessageDescriptor>> = {
  ok: msg({ message: 'Connected', context: 'state' }),
  connected: msg({ message: 'Connected', context: 'state' }),
  nok: msg`Not connected`,
  disconnected: msg`Not connected`,
  no_power: msg`No power`,
  unreachable: msg`Cannot be reached`,
  remote_control_disabled: msg`Remote control is turned off on the device`,
  permission_revoked: msg`Its maker no longer lets this home use it`,
  service_error: msg`Its maker’s service has a problem`,
  unauthorized: msg`Its maker’s service needs you to sign in again`,
  api_unreachable: msg`Its maker’s service cannot be reached`,
};

export function accessText(data: unknown): string | undefined {
  const text = words[data as AccessState] as MessageDescriptor | undefined;
  return text && i18n._(text);
}

export const isReached = (data: unknown): boolean => data === 'ok' || data === 'connected';

/** Returns why the device refused. The platform's message ends with the device's state, if it named one. */
export function refusalText(access: string | undefined): string {
  const state = /(\w+)\)?$/.exec(access ?? '')?.[1];
  const text = accessText(state);
  if (text === undefined) return t`The device refused.`;
  const why = `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  return t`The device refused: ${why}.`;
}
