import { newId, newToken, randomText } from '../../platform/random-token.ts';
import type { Client } from '../applications/index.ts';
import { nameKey } from './user.ts';

export type NewUser = {
  client: Pick<Client, 'id' | 'namespace'>;
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string;
  /** Whether the account may not sign in before its address is confirmed. */
  mustConfirmEmail: boolean;
};

export function newRow(
  { client, email, emailKey: key, name, passwordHash, mustConfirmEmail }: NewUser,
  now: number,
) {
  const id = newId();
  return {
    id,
    client_id: client.id,
    // A person's own home has the person's id from the start.
    home_id: id,
    email: email.trim(),
    email_key: key,
    name: name.trim(),
    name_key: nameKey(name),
    password_hash: passwordHash,
    namespace: `${client.namespace}.users.${randomText(12).toLowerCase()}`,
    secret: newToken('azu'),
    confirmation_hash: randomText(40),
    state: 'active' as const,
    must_confirm_email: mustConfirmEmail ? 1 : 0,
    active_at: now,
    created: now,
    updated: now,
  };
}
