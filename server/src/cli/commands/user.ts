import type { Command } from 'commander';
import { wholeNumber } from '../options.ts';
import { findUser, listUsers } from '../portal/find.ts';
import { type Answer, type AtPortal, onPortal } from '../run.ts';
import { list } from '../text.ts';
import {
  addCreate,
  addResetLink,
  addResetPassword,
  addResetSecondFactor,
  toUserAnswer,
} from './user-password.ts';

type Where = { application?: string };
type Listed = Where & { search?: string; limit: number };

const DEFAULT_LIMIT = 1_000;

const STATES = {
  enable: { state: 'active', description: 'Let a user sign in again.', done: 'may sign in' },
  disable: {
    state: 'inactive',
    description: 'Sign a user out everywhere and refuse new sign-ins.',
    done: 'is signed out and may not sign in',
  },
} as const;

export function addUser(program: Command): void {
  const group = program
    .command('user')
    .description('Users. USER is an id or an e-mail (add --application if several have it).');
  addCreate(group);
  group
    .command('list')
    .description('List users by e-mail.')
    .option('--application <application>', 'only users of this application')
    .option('--search <text>', 'only users whose e-mail or name begins with the text')
    .option('--limit <n>', 'maximum number of users', wholeNumber, DEFAULT_LIMIT)
    .action(onPortal(showUsers));
  for (const name of ['enable', 'disable'] as const) addState(group, name);
  addResetSecondFactor(group);
  addResetPassword(group);
  addResetLink(group);
}

async function showUsers({ portal }: AtPortal, listed: Listed): Promise<Answer> {
  const { users, isMore } = await listUsers(portal, listed);
  const rows = users.map(({ email, name, state, application, id }) => [
    email,
    name,
    state,
    application.namespace,
    id,
  ]);
  const none = listed.search === undefined ? 'There are no users yet.' : 'No user matches.';
  const table = list(['E-MAIL', 'NAME', 'STATE', 'APPLICATION', 'ID'], rows, none);
  const more = `There are more than ${listed.limit}. Narrow the list with --search, or raise --limit.`;
  return { data: users.map(toUserAnswer), text: isMore ? `${table}\n\n${more}` : table };
}

function addState(group: Command, name: keyof typeof STATES): void {
  const { state, description, done } = STATES[name];
  group
    .command(`${name} <user>`)
    .description(description)
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .action(
      onPortal(async ({ portal }, idOrEmail: string, { application }: Where) => {
        const { id } = await findUser(portal, idOrEmail, application);
        const user = await portal.users.setState({ user_id: id, state });
        return { data: toUserAnswer(user), text: `${user.name} (${user.email}) ${done}.` };
      }),
    );
}
