import type { PortalManager, PortalWebhookCall } from '@azulejo/contract';
import { t } from '@lingui/core/macro';

export const kindWords = (): Readonly<Record<PortalManager['kind'], { label: string; text: string }>> => ({
  webhooks: {
    label: t`Asked by webhooks`,
    text: t`The platform asks it when people add devices.`,
  },
  bridge: {
    label: t`Bridge`,
    text: t`It connects another system. People choose among its devices in Home.`,
  },
  independent: {
    label: t`Adds devices itself`,
    text: t`It has set no webhooks, so the platform cannot ask it: it adds devices on its own.`,
  },
});

/** Says in a few words what the platform requests from a webhook. */
const purposes = (): Readonly<Record<string, string>> => ({
  authorize: t`Where people sign in`,
  receive_token: t`Hand over the token`,
  devices_list: t`List a person’s devices`,
  select_device: t`Add the chosen devices`,
  token: t`Get a token from the maker`,
});

export const purposeWords = (purpose: string): string => purposes()[purpose] ?? purpose;

const failures = (): Readonly<Record<string, string>> => ({
  address_refused: t`Not called: the platform may not connect to this address`,
  name_unresolved: t`The host name was not found`,
  unreachable: t`Could not connect`,
  tls: t`The certificate is not valid`,
  timeout: t`No answer in time`,
  too_large: t`The answer was too large`,
  malformed: t`The answer was not valid HTTP`,
  busy: t`Not called: too many calls were open`,
  circuit_open: t`Not called: the previous calls failed`,
  stopped: t`The server was stopped`,
});

/** Statuses that mean something particular for one purpose. */
const answers = (): Readonly<Record<string, string>> => ({
  'devices_list 404': t`This person has not signed in at the maker`,
  'token 400': t`The maker refused the code or token`,
  'token 401': t`The maker refused the client ID or secret`,
});

const statuses = (): Readonly<Record<number, string>> => ({
  403: t`The manager refused the confirmation hash, or failed`,
  404: t`Nothing is at this address`,
  405: t`The address does not accept this method`,
  422: t`The manager could not read the request`,
  429: t`Too many calls for the manager`,
});

/** Says in plain words how a call went. */
export function resultOf({ purpose, status, failure }: PortalWebhookCall): string {
  if (failure !== null || status === null)
    return failures()[failure ?? ''] ?? t`There was no complete answer`;
  if (status < 300) return t`Answered`;
  if (status < 400) return t`Redirected elsewhere, which is not followed`;
  const known = answers()[`${purpose} ${status}`] ?? statuses()[status];
  return known ?? (status < 500 ? t`The call was refused` : t`The other side had an error`);
}

/** Returns a short text such as `120 ms` or `8.0 s`. */
export const durationOf = ({ duration_ms: ms }: PortalWebhookCall): string =>
  ms < 1_000 ? t`${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
