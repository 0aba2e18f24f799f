import type { PortalMessage } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { toTime } from '../../../design/when.tsx';

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

export const timeOf = ({ at }: PortalMessage): string => time.format(toTime(at));

const kinds = () =>
  ({
    user: t`User`,
    application: t`Application`,
    manager: t`Manager`,
    device: t`Device`,
    virtual: t`Virtual device`,
    unknown: t`Unknown client`,
  }) as const;

export const partyKind = ({ party }: PortalMessage): string => kinds()[party.kind];
export const partyName = ({ party }: PortalMessage): string => party.name ?? (party.id || t`Unknown client`);

const results = (): Readonly<Record<PortalMessage['result'], string>> => ({
  opened: t({ message: 'Connected', context: 'event' }),
  closed: t`Disconnected`,
  accepted: t`Accepted`,
  stored: t`Stored`,
  delivered: t`Delivered`,
  unheard: t`Not connected`,
  done: t({ message: 'Done', context: 'command' }),
  answered: t`Other value`,
  superseded: t`Superseded`,
  unanswered: t`No answer`,
  refused: t`Refused`,
});

export const resultWord = ({ result }: PortalMessage): string => results()[result];

const labels = () => ({ r: t`Read`, w: t`Write`, ir: t`Answer`, iw: t`Report`, e: t`Error` }) as const;

/** Returns one word for what happened. */
export function kindWord({ kind, io, via }: PortalMessage): string {
  if (kind === 'message') return io ? labels()[io] : t`Message`;
  if (kind === 'command') return t`Write ended`;
  if (kind === 'subscribe') return t`Subscribe`;
  return kind === 'connect' ? (via === 'http' ? t`Sign-in` : t`Connect`) : t`Connection`;
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
    const name = channel.name ?? t`unknown channel`;
    const what = `${component}/${property}`;
    return name === partyName(message) ? { what } : { channel: name, what };
  }
  return { what: kind === 'disconnect' && !isFailure ? (reason?.text ?? '') : (topic ?? '') };
}

export const directionWord = ({ direction }: PortalMessage): string =>
  direction === 'in' ? t`To the platform` : t`From the platform`;

const vias = () => ({ mqtt: t`MQTT`, http: t`HTTP`, virtual: t`simulated by the platform` }) as const;
export const viaWord = ({ via }: PortalMessage): string => vias()[via];

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
        : { label: t`Open the template`, href: `/portal/templates/${channel.template_id}` };
    case 'unanswered':
    case 'refused_by_device':
      return channel && { label: t`Find the virtual device`, href: '/portal/virtual-devices' };
    case 'disabled':
    case 'revoked_token':
    case 'expired_token':
      return party.kind === 'user'
        ? { label: t`Open the user`, href: `/portal/users/${party.id}` }
        : { label: t`Open the application`, href: `/portal/applications/${party.id}` };
    case 'other_client':
    case 'invalid_token':
    case 'no_credentials':
      return { label: t`See the applications`, href: '/portal/applications' };
    case undefined:
      return undefined;
    default:
      return { label: t`Topics and messages`, href: '/docs/live' };
  }
}
