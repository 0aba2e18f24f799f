import type { Command } from 'commander';
import { wholeNumber } from '../options.ts';
import type { Ports } from '../platform/ports.ts';
import { type Answer, onPorts } from '../run.ts';
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
    .action(onPorts((ports, listed: Listed) => listUsers(ports, listed)));
  for (const name of ['enable', 'disable'] as const) addState(group, name);
  addResetSecondFactor(group);
  addResetPassword(group);
  addResetLink(group);
}

async function listUsers({ users }: Ports, { application, search, limit }: Listed): Promise<Answer> {
  const { users: found, isMore } = await users.list({ application, search, limit });
  const rows = found.map(({ email, name, state, applicationNamespace, id }) => [
    email,
    name,
    state,
    applicationNamespace,
    id,
  ]);
  const none = search === undefined ? 'There are no users yet.' : 'No user matches.';
  const table = list(['E-MAIL', 'NAME', 'STATE', 'APPLICATION', 'ID'], rows, none);
  const more = `There are more than ${limit}. Narrow the list with --search, or raise --limit.`;
  return { data: found.map(toUserAnswer), text: isMore ? `${table}\n\n${more}` : table };
}

function addState(group: Command, name: keyof typeof STATES): void {
  const { state, description, done } = STATES[name];
  group
    .command(`${name} <user>`)
    .description(description)
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .action(
      onPorts(async ({ users }, idOrEmail: string, { application }: Where) => {
        const { id } = await users.find(idOrEmail, application);
        const user = await users.setState(id, state);
        return { data: toUserAnswer(user), text: `${user.name} (${user.email}) ${done}.` };
      }),
    );
}
