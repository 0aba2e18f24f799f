import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keptMailsIn } from '../../support/outbox.ts';
import { type Application, newApplication, newPerson } from '../../support/people.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';

const PEOPLE = 20;
const MAILS = 3;
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const KEY = createECDH('prime256v1').generateKeys('base64url');

/** Returns the bytes of all files in a folder. */
async function readAll(folder: string): Promise<Buffer> {
  const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const contents: Buffer[] = [];
  for (const path of paths) if ((await stat(path)).isFile()) contents.push(await readFile(path));
  return Buffer.concat(contents);
}

/** Creates a person with everything that people leave, and returns what must be gone once the person is erased. */
async function leaveTraces(platform: TestPlatform, application: Application, place: { dataDir: string }) {
  const person = await newPerson(platform, application, 'Canary of traces');
  const send = async (method: string, path: string, body: object | Buffer, type = 'application/json') => {
    const response = await platform.request(path, {
      method,
      token: person.token,
      headers: { 'content-type': type },
      body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    assert.ok(response.ok, `${path}: ${await response.clone().text()}`);
    return response;
  };
  const [latitude, longitude] = [48.858_370_1, 2.294_481_3];
  await send('PATCH', '/v3/legacy/users/me/places/home', { latitude, longitude });
  const when = [{ kind: 'time', time: { at: '07:00' } }];
  const text = 'canary-of-a-message';
  await send('POST', '/v3/users/me/automations', {
    label: 'canary-of-an-automation',
    when,
    then: [{ kind: 'notify', notify: { text } }],
  });
  const endpoint = 'https://push.example.org/canary-of-a-browser';
  const keys = { p256dh: KEY, auth: randomBytes(16).toString('base64url') };
  await send('POST', '/v3/notifications/browsers', { endpoint, keys, name: 'canary-of-a-name' });
  await send('POST', '/v3/uploads', Buffer.from(PNG, 'base64'), 'image/png');
  const untilMails = async (count: number) => {
    for (const arriving = keptMailsIn(place); ; await arriving.next())
      if ((await readdir(join(place.dataDir, 'outbox'))).length >= count) return;
  };
  const { email } = person;
  await send('POST', '/v3/legacy/sendreset', { email, appId: application.clientId });
  await send('POST', '/v3/account/proof', { password: person.password });
  const wanted = 'canary-of-a-new-address@example.org';
  await send('PUT', '/v3/account/email-request', { email: wanted });
  // A link for a new password, one to confirm the new address, and a notice to the old one.
  await untilMails(MAILS);
  const coordinates = [latitude, longitude].map((degrees) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(degrees);
    return bytes;
  });
  const texts = [
    'canary-of-an-automation',
    text,
    endpoint,
    'canary-of-a-name',
    wanted,
    email,
    'Canary of traces',
  ];
  return { person, canaries: [...texts, ...coordinates] };
}

describe('the data directory after people were erased', () => {
  let dataDir = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'azulejo-erased-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));

  it('holds nothing of them, not even pictures and mails, neither while the server runs nor after it stopped', async () => {
    await using platform = await startPlatform({ place: { dataDir } });
    const { features } = platform.server;
    const application = await newApplication(platform);
    const canaries: (string | Buffer)[] = [];
    const people = [];
    for (let count = 0; count < PEOPLE; count += 1) {
      const name = `Canary ${String.fromCharCode(65 + count).repeat(12)}`;
      const person = await newPerson(platform, application, name);
      people.push(person);
      canaries.push(name, person.email);
    }
    const rich = await leaveTraces(platform, application, { dataDir });
    people.push(rich.person);
    canaries.push(...rich.canaries);
    const hashes = await platform.server.db.read.selectFrom('users').select('password_hash').execute();
    canaries.push(...hashes.flatMap(({ password_hash }) => password_hash ?? []));
    const found = async () => {
      const bytes = await readAll(dataDir);
      return canaries.filter((canary) => bytes.includes(canary));
    };
    assert.deepEqual(await found(), canaries);
    assert.equal((await readdir(join(dataDir, 'uploads'))).length, 1);
    assert.equal((await readdir(join(dataDir, 'outbox'))).length, MAILS);
    for (const { id } of people) await features.removal.user(id);
    await features.removal.sweep();
    assert.deepEqual(await found(), []);
    for (const folder of ['uploads', 'outbox']) assert.deepEqual(await readdir(join(dataDir, folder)), []);
    await platform[Symbol.asyncDispose]();
    assert.deepEqual(await found(), []);
  });
});
