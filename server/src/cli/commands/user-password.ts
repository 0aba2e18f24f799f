import type { Command } from 'commander';
import type { User } from '../../identity/users/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findUser } from '../find-user.ts';
import { type ChosenPassword, choosePassword, type PasswordOptions } from '../password.ts';
import type { ShownUser } from '../platform/ports.ts';
import { onCatalogue, onPlatform, onPorts } from '../run.ts';
import { record } from '../text.ts';

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
export function toUserAnswer(user: ShownUser) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    state: user.state,
    application: user.clientId,
    namespace: user.namespace,
    created: new Date(user.created).toISOString(),
    updated: new Date(user.updated).toISOString(),
  };
}

function showPassword(heading: string, user: User, { password, isGenerated }: ChosenPassword) {
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
    onCatalogue(async ({ features: { applications, accounts }, isJson }, options: CreateOptions) => {
      const { id, minimumPasswordLength } = await applications.get(options.application);
      const chosen = await choosePassword(options, { minimum: minimumPasswordLength, isJson });
      const user = await accounts.create({
        appId: id,
        email: options.email,
        name: options.name,
        password: chosen.password,
      });
      return showPassword(`${user.name} may sign in.`, user, chosen);
    }),
  );
}

export function addResetPassword(group: Command): void {
  const command = group
    .command('reset-password <user>')
    .description('Set a new password. Ends all sign-ins of the user.')
    .option('--application <application>', 'application of the user, if several have this e-mail');
  takesPassword(command).action(
    onPlatform(
      async (
        { features, isJson },
        idOrEmail: string,
        options: PasswordOptions & { application?: string },
      ) => {
        const user = await findUser(features, idOrEmail, options.application);
        const { minimumPasswordLength } = await features.applications.get(user.clientId);
        const chosen = await choosePassword(options, { minimum: minimumPasswordLength, isJson });
        const { checkPassword } = await import('../../sign-in/accounts/index.ts');
        await checkPassword(chosen.password, minimumPasswordLength, user);
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
      onPlatform(async ({ features }, idOrEmail: string, { application }: { application?: string }) => {
        const user = await findUser(features, idOrEmail, application);
        await features.secondFactor.remove(user.id, {});
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
      onPorts(async ({ users }, idOrEmail: string, { application }: { application?: string }) => {
        const user = await users.find(idOrEmail, application);
        if (user.state !== 'active') throw new Refusal(`${user.name} is disabled; enable the user first`);
        const link = await users.makeResetLink(user.id);
        return { data: { ...toUserAnswer(user), link }, text: link };
      }),
    );
}
