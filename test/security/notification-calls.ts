import { createECDH, hash, randomBytes } from 'node:crypto';
import type { Caller } from './callers.ts';
import type { Maker, Scene } from './calls.ts';

const CODE = '482913';

/** Returns a subscription of a browser, at a push service that does not exist. */
function newSubscription() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    endpoint: `https://push.invalid/send/${crypto.randomUUID()}`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}

const userOf = ({ parties }: Scene, caller: Caller | undefined): string =>
  caller?.principal?.kind === 'user' ? caller.principal.id : parties.target.id;

/** Valid calls about the caller's notifications. */
export const notificationCalls: Readonly<Record<string, Maker>> = {
  'notifications.get': () => ({}),
  'notifications.update': () => ({ input: { open_minutes: 5 } }),
  'notifications.addBrowser': async (scene, _named, caller) => {
    const user_id = userOf(scene, caller);
    await scene.db.write((tx) =>
      tx.deleteFrom('notification_browsers').where('user_id', '=', user_id).execute(),
    );
    return { input: { ...newSubscription(), name: 'Chrome' } };
  },
  'notifications.removeBrowser': async (scene, _named, caller) => {
    const { endpoint, keys } = newSubscription();
    const row = {
      user_id: userOf(scene, caller),
      id: crypto.randomUUID(),
      name: 'Chrome',
      endpoint,
      endpoint_hash: crypto.randomUUID(),
      public_key: keys.p256dh,
      auth_secret: keys.auth,
      created: scene.platform.clock.now(),
    };
    await scene.db.write((tx) => tx.insertInto('notification_browsers').values(row).execute());
    return { params: { browser_id: row.id } };
  },
  'notifications.sendCode': () => ({ input: {} }),
  'notifications.confirmMail': async (scene, _named, caller) => {
    const user_id = userOf(scene, caller);
    const now = scene.platform.clock.now();
    const { features } = scene.platform.server;
    const code = {
      code_hash: hash('sha256', `${user_id}\n${CODE}`, 'base64url'),
      code_address: (await features.users.find(user_id))?.email ?? '',
      code_expires: now + 60_000,
      code_failures: 0,
    };
    const row = { user_id, settings_json: '{}', devices_since: now, created: now, updated: now, ...code };
    await scene.db.write((tx) =>
      tx
        .insertInto('notification_recipients')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
        .execute(),
    );
    return { input: { code: CODE } };
  },
  'notifications.test': () => ({ input: {} }),
};
