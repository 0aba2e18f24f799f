import { loadDemoHome } from '@azulejo/catalog';
import { createLogger, readConfig, type Server, startServer } from '@azulejo/server';
import { freePort } from './free-port.ts';
import type { Place } from './place.ts';

/** Number of users who read during a bench, so that it does not measure the cached list of a single user. */
export const FEW_USERS = 10;
/** Devices per home. Their tiles are a list of about 10 KB. */
const DEVICES = 6;

export type Reader = { id: string; email: string; token: string };

/** The credentials that a bench uses. */
export type Homes = { clientId: string; clientSecret: string; password: string; readers: readonly Reader[] };

/** Fills a data directory with one application and ten users, each with a home of six devices. */
export async function makeHomes(place: Place): Promise<Homes> {
  await using server = await openServer(place);
  const { applications, accounts, homes } = server.features;
  const { client, secret } = await applications.create({ type: 'mobile', name: 'Bench' });
  const devices = (await loadDemoHome()).devices.slice(0, DEVICES);
  const password = 'correct horse battery staple';
  const readers: Reader[] = [];
  for (let index = 0; index < FEW_USERS; index += 1) {
    const email = `reader-${index}@bench.example`;
    const account = { appId: client.id, email, name: 'Rosa Reis', password };
    const { user, accessToken } = await accounts.signUp(account, {
      address: '127.0.0.1',
      userAgent: undefined,
    });
    for (const { template, name } of devices) {
      await homes.addDevice({ userId: user.id, templateId: template, name });
    }
    readers.push({ id: user.id, email, token: accessToken });
  }
  return { clientId: client.id, clientSecret: secret, password, readers };
}

/** Starts a platform in this process, to create things in its data directory. */
export async function openServer(place: Place): Promise<Server> {
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    DEMO: '0',
    HTTP_PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    MQTTS_PORT: String(await freePort()),
  });
  return startServer(config, { logger: await createLogger('silent', { readable: false }) });
}
