import type { Command } from 'commander';
import type { User } from '../../people/users/index.ts';
import { findUser } from '../find-user.ts';
import { type Answer, onPlatform } from '../run.ts';
import { list } from '../text.ts';
import { addCreate, addResetLink, addResetPassword, toUserAnswer } from './user-password.ts';

type Where = { application?: string };

const STATES = {
  enable: { state: 'active', description: 'Let a user sign in again.', done: 'may sign in' },
  disable: {
    state: 'inactive',
    description: 'Sign a user out everywhere, and refuse new sign-ins.',
    done: 'is signed out and may not sign in',
  },
} as const;

export function addUser(program: Command): void {
  const group = program
    .command('user')
    .description('People. USER is an id, or an e-mail (with --application where several have it).');
  addCreate(group);
  group
    .command('list')
    .description('List users.')
    .option('--application <application>', 'of this application only')
    .action(onPlatform(({ features }, { application }: Where) => listUsers(features, application)));
  for (const name of ['enable', 'disable'] as const) addState(group, name);
  addResetPassword(group);
  addResetLink(group);
}

async function listUsers(
  { users, applications }: Parameters<typeof findUser>[0],
  application: string | undefined,
): Promise<Answer> {
  const clients =
    application === undefined ? await applications.list() : [await applications.get(application)];
  const namespaceOf = new Map(clients.map(({ id, namespace }) => [id, namespace]));
  const found = await users.list(application === undefined ? undefined : clients[0]?.id);
  const row = ({ email, name, state, clientId, id }: User) => [
    email,
    name,
    state,
    namespaceOf.get(clientId) ?? clientId,
    id,
  ];
  return {
    data: found.map(toUserAnswer),
    text: list(['E-MAIL', 'NAME', 'STATE', 'APPLICATION', 'ID'], found.map(row), 'There are no users yet.'),
  };
}

function addState(group: Command, name: keyof typeof STATES): void {
  const { state, description, done } = STATES[name];
  group
    .command(`${name} <user>`)
    .description(description)
    .option('--application <application>', 'whose user, where an e-mail stands in several')
    .action(
      onPlatform(async ({ features }, idOrEmail: string, { application }: Where) => {
        const { id } = await findUser(features, idOrEmail, application);
        const user = await features.users.setState(id, state);
        return { data: toUserAnswer(user), text: `${user.name} (${user.email}) ${done}.` };
      }),
    );
}
