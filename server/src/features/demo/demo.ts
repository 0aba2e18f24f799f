import { type DemoHome, loadDemoHome } from '@azulejo/catalog';
import type { Db } from '../../database/index.ts';
import { randomText } from '../../platform/random-token.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Applications } from '../applications/index.ts';
import type { Homes } from '../homes/index.ts';
import type { Values } from '../values/index.ts';

/** Shown once: passwords and secrets are not stored. */
export type DemoCredentials = { clientId: string; clientSecret: string; email: string; password: string };

type Dependencies = { db: Db; applications: Applications; accounts: Accounts; homes: Homes; values: Values };

const OWN_ADDRESS = '127.0.0.1';
/** The setting that names the demo's application once its home is furnished. */
const WHOLE = 'demo';

export type Demo = ReturnType<typeof createDemo>;

/** One application, one user and a home of real device definitions, to try things with; removable whole. */
export function createDemo({ db, applications, accounts, homes, values }: Dependencies) {
  const find = async () => (await applications.list()).find((client) => client.isDemo);

  async function furnish(userId: string, clientId: string, home: DemoHome): Promise<void> {
    for (const device of home.devices) {
      const { channel, template } = await homes.addDevice({
        userId,
        templateId: device.template,
        name: device.name,
      });
      const stamp = { sender: clientId, onBehalfOf: userId, cause: 'demo' };
      await db.unit(
        device.values.map(({ component, property, value }) =>
          values.statement(
            template,
            { channelId: channel.id, componentId: component, propertyId: property },
            value,
            stamp,
          ),
        ),
      );
    }
  }

  /** The application, its users, their homes and channels. Answers whether there was one. */
  async function remove(): Promise<boolean> {
    const client = await find();
    if (!client) return false;
    await db.write(async (tx) => {
      const channels = tx.selectFrom('grants').select('channel_id').where('grantee_id', '=', client.id);
      const users = tx.selectFrom('users').select('id').where('client_id', '=', client.id);
      // An owner may be a user or a client, so no foreign key takes these along.
      await tx
        .deleteFrom('uploads')
        .where((eb) => eb.or([eb('owner_id', 'in', users), eb('owner_id', '=', client.id)]))
        .execute();
      await tx.deleteFrom('channels').where('id', 'in', channels).execute();
      await tx.deleteFrom('settings').where('name', '=', WHOLE).execute();
      await tx.deleteFrom('clients').where('id', '=', client.id).execute();
    });
    return true;
  }

  return {
    /** Whole: what a kill left half-made does not count. */
    async exists(): Promise<boolean> {
      const client = await find();
      const row = await db.read
        .selectFrom('settings')
        .select('value')
        .where('name', '=', WHOLE)
        .executeTakeFirst();
      return client !== undefined && row?.value === client.id;
    },

    /** In place of what an earlier start left half-made. */
    async create(): Promise<DemoCredentials> {
      await remove();
      const { client, secret } = await applications.create({
        type: 'mobile',
        name: 'Azulejo demo',
        namespace: 'demo',
        isDemo: true,
      });
      const email = 'ana@demo.example';
      const password = randomText(16);
      const { user } = await accounts.create({
        appId: client.id,
        email,
        name: 'Ana Marques',
        password,
        address: OWN_ADDRESS,
      });
      await furnish(user.id, client.id, await loadDemoHome());
      await db.write((tx) => tx.insertInto('settings').values({ name: WHOLE, value: client.id }).execute());
      return { clientId: client.id, clientSecret: secret, email, password };
    },

    remove,
  };
}
