import type { Features } from '../app/features.ts';
import type { User } from '../identity/users/index.ts';
import { Refusal } from '../platform/refusal.ts';

/**
 * Finds a user by id, or by e-mail, which several applications may have. Throws unless exactly one user
 * matches.
 */
export async function findUser(
  { users, applications }: Features,
  idOrEmail: string,
  application: string | undefined,
): Promise<User> {
  if (!idOrEmail.includes('@')) return users.get(idOrEmail);
  const among = application === undefined ? await applications.list() : [await applications.get(application)];
  const found = await Promise.all(among.map(({ id }) => users.findByEmail(id, idOrEmail)));
  const [first, second] = found.flatMap((each) => each?.user ?? []);
  if (!first) throw new Refusal(`there is no user "${idOrEmail}"`);
  if (second)
    throw new Refusal(`several applications have a user "${idOrEmail}": add --application, or use the id`);
  return first;
}
