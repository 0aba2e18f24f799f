import { join } from 'node:path';
import { installation } from '../../config/installation.ts';
import { countLostSecrets } from '../../connections/bridges/index.ts';
import { readLostSecrets } from '../../connections/linked-accounts/index.ts';
import { openKeyring } from '../../platform/keyring.ts';
import { broken, type Finding, ok, type Stored } from './check.ts';
import { explain } from './failure.ts';

const CHECK = 'Sealing keys';

/** Checks whether the keys exist that open the secrets in the database. A copy of the database has none. */
export async function checkSealingKeys({ config, db }: Stored): Promise<Finding> {
  const folder = config.keysDir;
  let lost: Awaited<ReturnType<typeof readLostSecrets>> & { bridges: number };
  try {
    const keyring = openKeyring(folder);
    lost = { ...(await readLostSecrets(db, keyring)), bridges: await countLostSecrets(db, keyring) };
  } catch (error) {
    return broken(CHECK, explain(error).message, `restore ${folder} from a backup`);
  }
  const { accounts, credentials, bridges } = lost;
  if (accounts + credentials + bridges === 0) return ok(CHECK, 'open what is sealed');
  return broken(
    CHECK,
    `the keys in ${folder} that sealed the secrets of ${accounts} accounts at makers, the tokens of ` +
      `${credentials} sign-ins at makers and the passwords of ${bridges} bridges are missing`,
    `copy sealing-*.key there from ${join('data', 'keys')} of a backup; if there is none, set the secrets again ` +
      `with ${installation.commandLine} manager account set, people sign in at the makers again, and bridges are ` +
      'removed and added again',
  );
}
