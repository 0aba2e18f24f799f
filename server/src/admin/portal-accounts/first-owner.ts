import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { emailKey } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Account, checkNewPortalAccount } from './account.ts';
import { hasOwnerIn } from './account-reads.ts';
import type { Accounts } from './accounts.ts';
import { withdrawFirstOwnerIn } from './invitation-store.ts';

const OWN_ADDRESS = '127.0.0.1';

type Dependencies = { db: Db; audit: Audit; passwords: Passwords; accounts: Accounts };

type FirstOwner = { account: Account; isNew: boolean };
type Wanted = { email: string; name: string; choosePassword: () => Promise<string> };

/**
 * Returns a function that creates the first owner without a browser. An owner with this e-mail is left as it is, and
 * no password is asked for. It refuses once there is another owner, who invites others in the portal.
 */
export function createFirstOwner({ db, audit, passwords, accounts }: Dependencies) {
  /** Returns the owner with this e-mail; undefined while there is no owner. */
  async function findExisting(email: string): Promise<FirstOwner | undefined> {
    const existing = await accounts.findByEmail(email);
    if (existing) return { account: requireEnabledOwner(existing.account), isNew: false };
    if (await accounts.hasOwner())
      throw new Refusal('the portal has another owner: create a link for more accounts with `portal invite`');
    return undefined;
  }

  return async function create({ email, name, choosePassword }: Wanted): Promise<FirstOwner> {
    if (emailKey(email) === undefined) throw invalidField('owner', 'is not an e-mail address');
    const existing = await findExisting(email);
    if (existing) return existing;
    const password = await choosePassword();
    const key = await checkNewPortalAccount({ email, name, password });
    const passwordHash = await passwords.hash(password, { address: OWN_ADDRESS });
    const id = await db.write(async (tx) => {
      // Another setup, or the link for the first owner, may have created one in the meantime.
      if (await hasOwnerIn(tx)) return undefined;
      const created = await accounts.createIn(tx, {
        email,
        emailKey: key,
        name,
        role: 'owner',
        passwordHash,
      });
      await withdrawFirstOwnerIn(tx);
      await audit.record(tx, { action: 'portal.account.setup', targetId: created });
      return created;
    });
    if (id === undefined) return (await findExisting(email)) ?? create({ email, name, choosePassword });
    return { account: await accounts.get(id), isNew: true };
  };
}

function requireEnabledOwner(account: Account): Account {
  const { email, role, state } = account;
  if (role !== 'owner') throw new Refusal(`${email} is a ${role}; an owner changes roles in the portal`);
  if (state === 'disabled')
    throw new Refusal(`${email} is disabled; another owner enables accounts in the portal`);
  return account;
}
