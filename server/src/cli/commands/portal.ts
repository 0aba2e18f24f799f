import type { PortalRole } from '@azulejo/contract';
import { type Command, Option } from 'commander';
import type { Features } from '../../app/features.ts';
import { Refusal } from '../../platform/refusal.ts';
import { onPlatform } from '../run.ts';
import { list, timeText } from '../text.ts';

const ROLES: readonly PortalRole[] = ['owner', 'developer', 'viewer'];

const INVITE_HELP = `
Owners can do everything, developers everything except manage accounts, and viewers can only read. The link works
once and for seven days. It is shown only once.

Examples:
  $ azulejo portal invite --owner
  $ azulejo portal invite --role developer --email rui@example.org`;

const LINK_HELP = `
For people who lost their password. The link works once and for one day, and replaces an earlier one. With
--second-factor it also removes the authenticator, for people who lost that.

Example:
  $ azulejo portal reset-link rui@example.org`;

type InviteOptions = { owner?: true; role?: PortalRole; email?: string };

export function addPortal(program: Command): void {
  const group = program.command('portal').description('Accounts and invitations of the portal (/portal).');
  group
    .command('list')
    .description('List accounts and open invitations.')
    .action(onPlatform(async ({ features }) => showAccounts(features)));
  group
    .command('invite')
    .description('Create a link for creating an account.')
    .addOption(new Option('--owner', 'the same as --role owner').conflicts('role'))
    .addOption(new Option('--role <role>', 'role of the account').choices(ROLES))
    .option('--email <e-mail>', 'e-mail of the account; if omitted, anyone with the link can create it')
    .addHelpText('after', INVITE_HELP)
    .action(
      onPlatform(async ({ features }, options: InviteOptions) => invite(features, options), {
        mayCreate: true,
      }),
    );
  group
    .command('reset-link <e-mail>')
    .description('Create a password reset link for an account.')
    .option('--second-factor', 'the link also removes the second factor')
    .addHelpText('after', LINK_HELP)
    .action(
      onPlatform(async ({ features }, email: string, options: { secondFactor?: true }) =>
        resetLink(features, email, options.secondFactor === true),
      ),
    );
}

async function showAccounts({ portalAccounts }: Features) {
  const [accounts, invitations] = await Promise.all([
    portalAccounts.accounts.list(),
    portalAccounts.invitations.list(),
  ]);
  const data = {
    accounts: accounts.map(({ id, email, name, role, state, secondFactorSince, created }) => ({
      id,
      email,
      name,
      role,
      state,
      second_factor: secondFactorSince !== undefined,
      created: new Date(created).toISOString(),
    })),
    invitations: invitations.map(({ id, email, role, expires }) => ({
      id,
      email: email ?? null,
      role,
      expires: new Date(expires).toISOString(),
    })),
  };
  const rows = data.accounts.map(({ email, name, role, state, second_factor }) => [
    email,
    name,
    role,
    state,
    second_factor ? 'yes' : 'no',
  ]);
  const text = [
    list(['E-MAIL', 'NAME', 'ROLE', 'STATE', 'SECOND FACTOR'], rows, 'The portal has no accounts yet.'),
    ...invitations.map(
      ({ email, role, expires }) =>
        `Invited: ${email ?? 'anyone with the link'}, as ${role}, until ${timeText(expires)}`,
    ),
  ].join('\n');
  return { data, text };
}

async function invite(
  { portalAccounts }: Features,
  { owner, role = owner && 'owner', email }: InviteOptions,
) {
  if (role === undefined) throw new Refusal('--owner or --role is required');
  const { invitation, link } = await portalAccounts.invitations.create({ email, role }, {});
  const expires = new Date(invitation.expires).toISOString();
  return { data: { id: invitation.id, email: email ?? null, role, expires, link }, text: link };
}

async function resetLink({ portalAccounts }: Features, email: string, resetsSecondFactor: boolean) {
  const found = await portalAccounts.accounts.findByEmail(email);
  if (!found) throw new Refusal(`there is no account "${email}"`);
  const { id, name, state } = found.account;
  if (state === 'disabled') throw new Refusal(`${name} is disabled; an owner enables accounts in the portal`);
  const { link, expires } = await portalAccounts.passwordLinks.make(id, {}, { resetsSecondFactor });
  return { data: { id, email, link, expires: new Date(expires).toISOString() }, text: link };
}
