import type { PortalUser } from '@azulejo/contract';
import type { Command } from 'commander';
import { Refusal } from '../../platform/refusal.ts';
import { type ChosenPassword, choosePassword, type PasswordOptions } from '../password.ts';
import { findApplication, findUser } from '../portal/find.ts';
import { onMachine, onPortal } from '../run.ts';
import { isoTime, record } from '../text.ts';

const OWN_ADDRESS = '127.0.0.1';

const LINK_HELP = `
Use this to send the link by other means than mail. It works once and for one hour, and replaces an earlier one.`;

const HELP = `
In a terminal, the command asks for the password. Without a terminal or input, it generates one and shows it once.

Examples:
  $ azulejo user create --application azulejo-home --email rui@example.org --name "Rui Costa"
  $ azulejo user reset-password rui@example.org --password-stdin < password.txt`;

type CreateOptions = PasswordOptions & { application: string; email: string; name: string };

/** Returns the record for `--json`. It contains no secrets of the user. */
export function toUserAnswer(user: PortalUser) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    state: user.state,
    application: user.application.id,
    namespace: user.namespace,
    created: isoTime(user.created),
    updated: isoTime(user.updated),
  };
}

function showPassword(heading: string, user: PortalUser, { password, isGenerated }: ChosenPassword) {
  const members = { id: user.id, 'e-mail': user.email, password: isGenerated ? password : undefined };
  return {
    data: { ...toUserAnswer(user), ...(isGenerated ? { password } : {}) },
    text: `${record(heading, members)}${isGenerated ? '\n\nThe password is shown only once.' : ''}`,
  };
}

const takesPassword = (command: Command): Command =>
  command
    .option('--password-stdin', 'read the password from stdin')
    .option('--password <password>', 'the password; it remains in the shell history')
    .addHelpText('after', HELP);

export function addCreate(group: Command): void {
  const command = group
    .command('create')
    .description('Create a user of an application.')
    .requiredOption('--application <application>', 'client_id or namespace')
    .requiredOption('--email <e-mail>', 'unique within the application')
    .requiredOption('--name <name>', 'display name');
  takesPassword(command).action(
    // The catalogue is needed because every new user gets a context channel, which has a template.
    onMachine(
      async ({ portal, here, isJson }, options: CreateOptions) => {
        const application = await findApplication(portal, options.application);
        const minimum = application.minimum_password_length;
        const chosen = await choosePassword(options, { minimum, isJson });
        const { email, name } = options;
        const entered = { appId: application.client_id, email, name, password: chosen.password };
        const { id } = await here.features.accounts.create(entered);
        const user = await portal.users.get({ user_id: id });
        return showPassword(`${user.name} may sign in.`, user, chosen);
      },
      { mayCreate: true, needsCatalogue: true },
    ),
  );
}

export function addResetPassword(group: Command): void {
  const command = group
    .command('reset-password <user>')
    .description('Set a new password. Ends all sign-ins of the user.')
    .option('--application <application>', 'application of the user, if several have this e-mail');
  takesPassword(command).action(
    onMachine(
      async (
        { portal, here: { features }, isJson },
        idOrEmail: string,
        options: PasswordOptions & { application?: string },
      ) => {
        const user = await findUser(portal, idOrEmail, options.application);
        const application = await portal.applications.get({ application_id: user.application.id });
        const minimum = application.minimum_password_length;
        const chosen = await choosePassword(options, { minimum, isJson });
        const { checkPassword } = await import('../../sign-in/accounts/index.ts');
        await checkPassword(chosen.password, minimum, user);
        const passwordHash = await features.passwords.hash(chosen.password, { address: OWN_ADDRESS });
        await features.users.setPassword(user.id, passwordHash);
        return showPassword(`${user.name} has a new password, and is signed out everywhere.`, user, chosen);
      },
    ),
  );
}

export function addResetSecondFactor(group: Command): void {
  group
    .command('reset-second-factor <user>')
    .description('Turn off the second factor of someone who lost authenticator and recovery codes.')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .action(
      onMachine(async ({ portal, here }, idOrEmail: string, { application }: { application?: string }) => {
        const user = await findUser(portal, idOrEmail, application);
        await here.db.write((tx) => here.features.secondFactor.removeIn(tx, user.id, {}));
        return { data: toUserAnswer(user), text: `${user.name} can sign in without a code.` };
      }),
    );
}

export function addResetLink(group: Command): void {
  group
    .command('reset-link <user>')
    .description('Create a password reset link for a user.')
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .addHelpText('after', LINK_HELP)
    .action(
      onPortal(async ({ portal }, idOrEmail: string, { application }: { application?: string }) => {
        const user = await findUser(portal, idOrEmail, application);
        if (user.state !== 'active') throw new Refusal(`${user.name} is disabled; enable the user first`);
        const { link } = await portal.users.resetLink({ user_id: user.id });
        return { data: { ...toUserAnswer(user), link }, text: link };
      }),
    );
}
