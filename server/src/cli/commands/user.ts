import type { Command } from 'commander';
import type { User } from '../../people/users/index.ts';
import { findUser } from '../find-user.ts';
import { wholeNumber } from '../options.ts';
import { type Answer, onPlatform } from '../run.ts';
import { list } from '../text.ts';
import { addCreate, addResetLink, addResetPassword, toUserAnswer } from './user-password.ts';

type Where = { application?: string };
type Listed = Where & { search?: string; limit: number };

const DEFAULT_LIMIT = 1_000;
/** The rows of a page: a few milliseconds of the database. */
const PAGE_SIZE = 500;

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
    .action(onPlatform(({ features }, listed: Listed) => listUsers(features, listed)));
  for (const name of ['enable', 'disable'] as const) addState(group, name);
  addResetPassword(group);
  addResetLink(group);
}

async function listUsers(
  { users, applications }: Parameters<typeof findUser>[0],
  { application, search, limit }: Listed,
): Promise<Answer> {
  const clients =
    application === undefined ? await applications.list() : [await applications.get(application)];
  const namespaceOf = new Map(clients.map(({ id, namespace }) => [id, namespace]));
  const found: User[] = [];
  const clientId = application === undefined ? undefined : clients[0]?.id;
  let after: string | undefined;
  do {
    const query = { clientId, search, after, limit: Math.min(PAGE_SIZE, limit - found.length) };
    const page = await users.search(query);
    found.push(...page.found.map(({ user }) => user));
    after = page.next;
  } while (after !== undefined && found.length < limit);
  const row = ({ email, name, state, clientId, id }: User) => [
    email,
    name,
    state,
    namespaceOf.get(clientId) ?? clientId,
    id,
  ];
  const none = search === undefined ? 'There are no users yet.' : 'No user matches.';
  const table = list(['E-MAIL', 'NAME', 'STATE', 'APPLICATION', 'ID'], found.map(row), none);
  const more = `There are more than ${limit}. Narrow the list with --search, or raise --limit.`;
  return { data: found.map(toUserAnswer), text: after === undefined ? table : `${table}\n\n${more}` };
}

function addState(group: Command, name: keyof typeof STATES): void {
  const { state, description, done } = STATES[name];
  group
    .command(`${name} <user>`)
    .description(description)
    .option('--application <application>', 'application of the user, if several have this e-mail')
    .action(
      onPlatform(async ({ features }, idOrEmail: string, { application }: Where) => {
        const { id } = await findUser(features, idOrEmail, application);
        const user = await features.users.setState(id, state);
        return { data: toUserAnswer(user), text: `${user.name} (${user.email}) ${done}.` };
      }),
    );
}
