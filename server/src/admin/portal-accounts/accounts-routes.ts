import { type PortalAccount, type portalResources, toTimestamp } from '@azulejo/contract';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';
import { type PortalContext, type PortalHandlers, sessionOf } from './authorize.ts';
import type { PasswordLinks } from './password-links.ts';
import type { SecondFactor } from './second-factor.ts';

type Dependencies = { accounts: Accounts; secondFactor: SecondFactor; passwordLinks: PasswordLinks };

const by = (context: PortalContext) => ({
  actorId: sessionOf(context).account.id,
  address: context.address,
});

export function accountHandlers({
  accounts,
  secondFactor,
  passwordLinks,
}: Dependencies): PortalHandlers<typeof portalResources.accounts> {
  return {
    list: async () => ({ body: { accounts: (await accounts.list()).map(toWire) } }),
    update: async ({ input: { account_id, name, role, state }, context }) => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(state === undefined ? {} : { state }),
      };
      return { body: toWire(await accounts.update(account_id, change, by(context))) };
    },
    remove: async ({ input, context }) => {
      await accounts.remove(input.account_id, by(context));
      return { body: {} };
    },
    resetSecondFactor: async ({ input, context }) => ({
      body: toWire(await secondFactor.reset(input.account_id, by(context))),
    }),
    resetLink: async ({ input, context }) => {
      const options = { resetsSecondFactor: false };
      const { link, expires } = await passwordLinks.make(input.account_id, by(context), options);
      return { body: { link, expires: toTimestamp(expires) } };
    },
  };
}

const toWire = (account: Account & { lastUsed?: number | undefined }): PortalAccount => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  state: account.state,
  second_factor: account.secondFactorSince !== undefined,
  created: toTimestamp(account.created),
  last_used: account.lastUsed === undefined ? null : toTimestamp(account.lastUsed),
});
