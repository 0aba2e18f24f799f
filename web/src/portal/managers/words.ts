import type { PortalManager, PortalWebhookCall } from '@azulejo/contract';

export const kindWords: Readonly<Record<PortalManager['kind'], { label: string; text: string }>> = {
  webhooks: {
    label: 'Asked by webhooks',
    text: 'The platform asks it when people add devices.',
  },
  bridge: {
    label: 'Bridge',
    text: 'It connects another system. People choose among its devices in Home.',
  },
  independent: {
    label: 'Adds devices itself',
    text: 'It has set no webhooks, so the platform cannot ask it: it adds devices on its own.',
  },
};

/** What the platform wants from a webhook, in a few words. */
const purposes: Readonly<Record<string, string>> = {
  authorize: 'Where people sign in',
  receive_token: 'Hand over the token',
  devices_list: 'List a person’s devices',
  select_device: 'Add the chosen devices',
  token: 'Get a token from the maker',
};

export const purposeWords = (purpose: string): string => purposes[purpose] ?? purpose;

const failures: Readonly<Record<string, string>> = {
  address_refused: 'Not called: the platform may not connect to this address',
  name_unresolved: 'The host name was not found',
  unreachable: 'Could not connect',
  tls: 'The certificate is not valid',
  timeout: 'No answer in time',
  too_large: 'The answer was too large',
  malformed: 'The answer was not valid HTTP',
  busy: 'Not called: too many calls were open',
  circuit_open: 'Not called: the calls before had failed',
  stopped: 'The server was stopped',
};

/** Statuses that mean something particular for one purpose. */
const answers: Readonly<Record<string, string>> = {
  'devices_list 404': 'This person has not signed in at the maker',
  'token 400': 'The maker refused the code or token',
  'token 401': 'The maker refused the client ID or secret',
};

const statuses: Readonly<Record<number, string>> = {
  403: 'The manager refused the confirmation hash, or failed',
  404: 'Nothing is at this address',
  405: 'The address does not accept this method',
  422: 'The manager could not read the request',
  429: 'Too many calls for the manager',
};

/** Says in plain words how a call went. */
export function resultOf({ purpose, status, failure }: PortalWebhookCall): string {
  if (failure !== null || status === null) return failures[failure ?? ''] ?? 'There was no complete answer';
  if (status < 300) return 'Answered';
  if (status < 400) return 'Redirected elsewhere, which is not followed';
  const known = answers[`${purpose} ${status}`] ?? statuses[status];
  return known ?? (status < 500 ? 'The call was refused' : 'The other side had an error');
}

/** Returns a short text such as `120 ms` or `8.0 s`. */
export const durationOf = ({ duration_ms: ms }: PortalWebhookCall): string =>
  ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
