import { domainToASCII } from 'node:url';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';

/** The default picture of every user. */
export const USER_PICTURE = 'user.png';

export type User = {
  id: string;
  /** The application the user belongs to. */
  clientId: string;
  email: string;
  name: string;
  /** An absolute URL; undefined means the default picture. */
  photo: string | undefined;
  namespace: string;
  secret: string;
  confirmationHash: string;
  cdata: unknown;
  state: 'active' | 'inactive';
  /** When mail to the address was last shown to arrive; undefined when it never was. */
  emailConfirmedAt: number | undefined;
  /** Whether the account may not sign in before its address is confirmed. */
  mustConfirmEmail: boolean;
  activeAt: number;
  inactiveAt: number;
  created: number;
  updated: number;
  revision: number;
};

/** Converts a row of a user that was not removed; no statement here selects removed ones. */
export function toUser(row: Selectable<Database['users']>): User {
  return {
    id: row.id,
    clientId: row.client_id,
    email: row.email,
    name: row.name,
    photo: row.photo ?? undefined,
    namespace: row.namespace,
    secret: row.secret,
    confirmationHash: row.confirmation_hash,
    cdata: JSON.parse(row.cdata_json) as unknown,
    state: row.state === 'active' ? 'active' : 'inactive',
    emailConfirmedAt: row.email_confirmed_at ?? undefined,
    mustConfirmEmail: row.must_confirm_email === 1,
    activeAt: row.active_at,
    inactiveAt: row.inactive_at,
    created: row.created,
    updated: row.updated,
    revision: row.revision,
  };
}

/** Returns the key by which a name is found: width, case and accents do not matter. */
export const nameKey = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

/**
 * Returns the form in which an e-mail is unique: width, case and the domain's spelling do not matter. Returns
 * undefined when the text is not an e-mail. Whether mail arrives is not checked (spec 4.1: no mail
 * validation).
 */
export function emailKey(email: string): string | undefined {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = domainToASCII(text.slice(at + 1));
  const isLocal = at > 0 && local.length <= 64 && !/[\s@<>()[\]\\,;:"\p{Cc}]/u.test(local);
  return isLocal && /^[^.]+(\.[^.]+)*$/.test(domain) && text.length <= 254 ? `${local}@${domain}` : undefined;
}
