import type { PortalRole } from '@azulejo/contract';
import { type Command, Option } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import type { Portal } from '../portal/client.ts';
import { findAccount } from '../portal/find.ts';
import { onMachine } from '../run.ts';
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
    .action(onMachine(async ({ portal }) => showAccounts(portal)));
  group
    .command('invite')
    .description('Create a link for creating an account.')
    .addOption(new Option('--owner', 'the same as --role owner').conflicts('role'))
    .addOption(new Option('--role <role>', 'role of the account').choices(ROLES))
    .option('--email <e-mail>', 'e-mail of the account; if omitted, anyone with the link can create it')
    .addHelpText('after', INVITE_HELP)
    .action(
      onMachine(async ({ portal }, options: InviteOptions) => invite(portal, options), { mayCreate: true }),
    );
  group
    .command('reset-link <e-mail>')
    .description('Create a password reset link for an account.')
    .option('--second-factor', 'the link also removes the second factor')
    .addHelpText('after', LINK_HELP)
    .action(
      onMachine(async ({ portal }, email: string, options: { secondFactor?: true }) =>
        resetLink(portal, email, options.secondFactor === true),
      ),
    );
}

async function showAccounts(portal: Portal) {
  const [{ accounts }, { invitations }] = await Promise.all([
    portal.accounts.list(),
    portal.invitations.list(),
  ]);
  const rows = accounts.map(({ email, name, role, state, second_factor }) => [
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
        `Invited: ${email ?? 'anyone with the link'}, as ${role}, until ${timeText(Date.parse(expires))}`,
    ),
  ].join('\n');
  return { data: { accounts, invitations }, text };
}

async function invite(portal: Portal, { owner, role = owner && 'owner', email }: InviteOptions) {
  if (role === undefined) throw new Refusal('--owner or --role is required');
  const { invitation, link } = await portal.invitations.create({ email, role });
  const { id, expires } = invitation;
  return { data: { id, email: invitation.email, role, expires, link }, text: link };
}

async function resetLink(portal: Portal, email: string, resets_second_factor: boolean) {
  const { id, name, state } = await findAccount(portal, email);
  if (state === 'disabled') throw new Refusal(`${name} is disabled; an owner enables accounts in the portal`);
  const { link, expires } = await portal.accounts.resetLink({ account_id: id, resets_second_factor });
  return { data: { id, email, link, expires }, text: link };
}
