import type { PortalMessage } from '@azulejo/contract';
import { toTime } from '../../../design/when.tsx';

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

export const timeOf = ({ at }: PortalMessage): string => time.format(toTime(at));

const kinds = {
  user: 'User',
  application: 'Application',
  manager: 'Manager',
  device: 'Device',
  virtual: 'Virtual device',
  unknown: 'Unknown client',
} as const;

export const partyKind = ({ party }: PortalMessage): string => kinds[party.kind];
export const partyName = ({ party }: PortalMessage): string => party.name ?? (party.id || 'Unknown client');

const results: Readonly<Record<PortalMessage['result'], string>> = {
  opened: 'Connected',
  closed: 'Disconnected',
  accepted: 'Accepted',
  stored: 'Stored',
  delivered: 'Delivered',
  unheard: 'Not connected',
  done: 'Done',
  answered: 'Other value',
  superseded: 'Superseded',
  unanswered: 'No answer',
  refused: 'Refused',
};

export const resultWord = ({ result }: PortalMessage): string => results[result];

const labels = { r: 'Read', w: 'Write', ir: 'Answer', iw: 'Report', e: 'Error' } as const;

/** Returns one word for what happened. */
export function kindWord({ kind, io, via }: PortalMessage): string {
  if (kind === 'message') return io ? labels[io] : 'Message';
  if (kind === 'command') return 'Write ended';
  if (kind === 'subscribe') return 'Subscribe';
  return kind === 'connect' ? (via === 'http' ? 'Sign-in' : 'Connect') : 'Connection';
}

const VALUE = /\/components\/([^/]+)\/properties\/([^/]+)\/value$/;

/**
 * Returns what the message is about: a property, with its channel unless the line names it elsewhere; or the
 * topic itself.
 */
export function aboutOf(message: PortalMessage): { channel?: string; what: string } {
  const { topic, channel, reason, kind, is_failure: isFailure } = message;
  const [, component, property] = VALUE.exec(topic ?? '') ?? [];
  if (channel && component) {
    const name = channel.name ?? 'unknown channel';
    const what = `${component}/${property}`;
    return name === partyName(message) ? { what } : { channel: name, what };
  }
  return { what: kind === 'disconnect' && !isFailure ? (reason?.text ?? '') : (topic ?? '') };
}

export const directionWord = ({ direction }: PortalMessage): string =>
  direction === 'in' ? 'To the platform' : 'From the platform';

const vias = { mqtt: 'MQTT', http: 'HTTP', virtual: 'simulated by the platform' } as const;
export const viaWord = ({ via }: PortalMessage): string => vias[via];

/** Formats the payload over several lines if it is JSON. */
export function prettyPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    return payload;
  }
}

type Help = { label: string; href: string };

/** Returns a link to the page where the problem can be fixed. */
export function helpFor({ reason, channel, party }: PortalMessage): Help | undefined {
  switch (reason?.code) {
    case 'invalid_value':
    case 'not_writable':
    case 'too_many_writes':
    case 'not_found':
      return channel?.template_id === undefined
        ? undefined
        : { label: 'Open the template', href: `/portal/templates/${channel.template_id}` };
    case 'unanswered':
    case 'refused_by_device':
      return channel && { label: 'Find the virtual device', href: '/portal/virtual-devices' };
    case 'disabled':
    case 'revoked_token':
    case 'expired_token':
      return party.kind === 'user'
        ? { label: 'Open the user', href: `/portal/users/${party.id}` }
        : { label: 'Open the application', href: `/portal/applications/${party.id}` };
    case 'other_client':
    case 'invalid_token':
    case 'no_credentials':
      return { label: 'See the applications', href: '/portal/applications' };
    case undefined:
      return undefined;
    default:
      return { label: 'Topics and messages', href: '/docs/live' };
  }
}
