import type { KnownAddresses } from '../../database/known-addresses.ts';
import { emailKey, type Users } from '../../identity/users/index.ts';
import { addressKey } from '../../platform/network.ts';

type Dependencies = { users: Users; knownAddresses: KnownAddresses };

/** A request about an account by someone who is not signed in. */
type Request = { clientId: string; email: string; address: string };

/**
 * Returns a function that returns the key under which such requests are limited: the account for all addresses from
 * which it never signed in, so that its mailbox is not flooded, and each other address for itself, so that strangers
 * cannot keep the owner from a mail. It does the same work whether or not the account exists.
 */
export const createRequesterOf =
  ({ users, knownAddresses }: Dependencies) =>
  async ({ clientId, email, address }: Request): Promise<string> => {
    const found = await users.findByEmail(clientId, email);
    const isKnown = await knownAddresses.has(found?.user.id ?? '', address);
    const account = `${clientId}|${emailKey(email)}`;
    return isKnown ? `${account}|${addressKey(address)}` : account;
  };
