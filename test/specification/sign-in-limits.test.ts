import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok, refused, send } from '../support/auth-calls.ts';
import { type Application, newApplication, newPerson, type Person } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../support/scene.ts';

/** Failures per minute: per network, per account and network, and per account from unknown addresses. */
const LIMITS = { perAddress: 12, perPair: 4, perAccount: 7 } as const;

const environment = {
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: String(LIMITS.perAddress),
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: String(LIMITS.perPair),
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: String(LIMITS.perAccount),
};

let lastAddress = 0;
/** Returns an address in an unused network. The people of the scene are created from 127.0.0.1. */
const newAddress = () => {
  lastAddress += 1;
  return `10.${lastAddress}.100.7`;
};

async function limitedScene({ start }: Stage) {
  const platform = await start({ environment });
  return { platform, application: await newApplication(platform) };
}

type Limited = Awaited<ReturnType<typeof limitedScene>>;
type Attempt = { username: string; password: string; from: string; application?: Application };

function attempt({ platform, application }: Limited, { username, password, from, ...other }: Attempt) {
  return send(
    platform,
    'POST JSON',
    '/v3/auth/authorize',
    {
      response_type: 'password',
      scope: 'user',
      client_id: (other.application ?? application).clientId,
      username,
      password,
    },
    { 'x-forwarded-for': from },
  );
}

async function fail(scene: Limited, times: number, username: string, from: () => string): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await refused(attempt(scene, { username, password: `wrong ${time}`, from: from() }), 'bad_credentials');
}

/** Asserts a 429 with the seconds to wait. */
async function limited(response: Promise<Response>): Promise<void> {
  const wait = Number((await response).headers.get('retry-after'));
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After: ${wait}`);
  await refused(response, 'too_many_requests');
}

onEachEngineInFull('decision 0017: sign-in limits', limitedScene, (scene) => {
  const right = (person: Person, from: string): Attempt => ({
    username: person.email,
    password: person.password,
    from,
  });
  const person = () => newPerson(scene().platform, scene().application);

  it('blocks guesses at one account from one address, including the right password', async () => {
    const [owner, from] = [await person(), newAddress()];
    await fail(scene(), LIMITS.perPair, owner.email, () => from);
    await limited(attempt(scene(), { ...right(owner, from), password: 'wrong' }));
    await limited(attempt(scene(), right(owner, from)));
    await ok(attempt(scene(), right(owner, newAddress())));
  });

  it('computes no password hash for blocked attempts', async () => {
    const [owner, from] = [await person(), newAddress()];
    await fail(scene(), LIMITS.perPair, owner.email, () => from);
    const { passwords } = scene().platform.server.features;
    const before = passwords.operations();
    await limited(attempt(scene(), right(owner, from)));
    assert.equal(passwords.operations(), before);
  });

  it('counts spellings of one e-mail together', async () => {
    const [owner, from] = [await person(), newAddress()];
    const spellings = [
      owner.email,
      owner.email.toUpperCase(),
      ` ${owner.email} `,
      owner.email.replace('p', 'P'),
    ];
    for (const username of spellings) await fail(scene(), 1, username, () => from);
    await limited(attempt(scene(), right(owner, from)));
  });

  it('blocks a network that tries many accounts, existing or not', async () => {
    const from = newAddress();
    const owner = await person();
    for (let time = 0; time < LIMITS.perAddress; time += 1)
      await fail(scene(), 1, `nobody-${time}@example.org`, () => from);
    await limited(attempt(scene(), { username: 'nobody@example.org', password: 'x', from }));
    await limited(attempt(scene(), right(owner, from)));
  });

  it('treats accounts that do not exist like existing ones', async () => {
    const from = newAddress();
    await fail(scene(), LIMITS.perPair, 'absent@example.org', () => from);
    await limited(attempt(scene(), { username: 'absent@example.org', password: 'x', from }));
    await fail(scene(), LIMITS.perAccount, 'missing@example.org', newAddress);
    await limited(attempt(scene(), { username: 'missing@example.org', password: 'x', from: newAddress() }));
  });

  it('does not count successful sign-ins', async () => {
    const [owner, from] = [await person(), newAddress()];
    for (let time = 0; time < LIMITS.perAddress + 2; time += 1)
      await ok(attempt(scene(), right(owner, from)));
  });

  it('does not block a user at a known address because of failures elsewhere', async () => {
    const [owner, home] = [await person(), newAddress()];
    await ok(attempt(scene(), right(owner, home)));
    await fail(scene(), LIMITS.perAccount, owner.email, newAddress);
    await limited(attempt(scene(), { ...right(owner, newAddress()), password: 'wrong' }));
    await limited(attempt(scene(), right(owner, newAddress())));
    await ok(attempt(scene(), right(owner, home)));
    // The address from which the account was created is known, too.
    await ok(attempt(scene(), right(owner, '127.0.0.1')));
  });

  it('does not block a user at a known address because of others at the same address', async () => {
    const [owner, shared] = [await person(), newAddress()];
    await ok(attempt(scene(), right(owner, shared)));
    for (let time = 0; time < LIMITS.perAddress; time += 1)
      await fail(scene(), 1, `neighbour-${time}@example.org`, () => shared);
    await limited(attempt(scene(), { username: 'neighbour@example.org', password: 'x', from: shared }));
    await ok(attempt(scene(), right(owner, shared)));
  });

  it('limits failures from a known address separately', async () => {
    const [owner, home] = [await person(), newAddress()];
    await ok(attempt(scene(), right(owner, home)));
    await fail(scene(), LIMITS.perPair, owner.email, () => home);
    await limited(attempt(scene(), right(owner, home)));
  });

  it('counts accounts of different applications separately', async () => {
    const [owner, from] = [await person(), newAddress()];
    const application = await newApplication(scene().platform);
    const theirs = await newPerson(scene().platform, application);
    await fail(scene(), LIMITS.perPair, owner.email, () => from);
    await ok(attempt(scene(), { ...right(theirs, from), application }));
  });

  it('limits many parallel guesses', async () => {
    const [owner, from] = [await person(), newAddress()];
    const guesses = Array.from({ length: 40 }, (_, index) =>
      attempt(scene(), { username: owner.email, password: `guess ${index}`, from }),
    );
    const statuses = (await Promise.all(guesses)).map((response) => response.status);
    const tried = statuses.filter((status) => status === 401).length;
    // Guesses that were already being hashed when the limit was reached are let through.
    assert.ok(tried >= LIMITS.perPair && tried <= LIMITS.perPair + 8, `${tried} guesses were tried`);
    assert.equal(statuses.filter((status) => status === 429).length, 40 - tried);
  });
});

onSqlite('decision 0017: the address that failed sign-ins count for', limitedScene, (scene) => {
  /** Two values of X-Forwarded-For behind a trusted proxy, and whether they count as one address. */
  const cases: readonly (readonly [string, string, string, boolean])[] = [
    ['two addresses of one /24', '203.0.113.1', '203.0.113.2', true],
    ['two /24 of IPv4', '198.51.100.1', '198.51.101.1', false],
    ['one /64 of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:ffff:eeee:dddd:cccc', true],
    ['two /64 of IPv6', '2001:db8:1:3::1', '2001:db8:1:4::1', false],
    ['two spellings of one IPv6 address', '2001:db8::5:0:0:1', '2001:0DB8:0:0:0:5::1', true],
    ['an IPv4 address and its IPv6 form', '192.0.2.3', '::ffff:192.0.2.3', true],
    ['what a client claims in front', '198.18.1.4', '10.9.8.7, 198.18.1.4', true],
    ['the same claim by two clients', '10.9.8.6, 198.18.2.5', '10.9.8.6, 198.18.3.6', false],
  ];
  for (const [what, one, other, isSame] of cases) {
    it(`counts failed sign-ins of ${what} ${isSame ? 'together' : 'separately'}`, async () => {
      const { email } = await newPerson(scene().platform, scene().application);
      await fail(scene(), LIMITS.perPair, email, () => one);
      const response = attempt(scene(), { username: email, password: 'wrong', from: other });
      await (isSame ? limited(response) : refused(response, 'bad_credentials'));
    });
  }
});

onSqlite(
  'decision 0017: without TRUSTED_PROXIES',
  async ({ start }) => {
    const platform: TestPlatform = await start({ environment: { ...environment, TRUSTED_PROXIES: '' } });
    return { platform, application: await newApplication(platform) };
  },
  (scene) => {
    it('ignores X-Forwarded-For for the limits', async () => {
      await fail(scene(), LIMITS.perPair, 'somebody@example.org', newAddress);
      const next = { username: 'somebody@example.org', password: 'x', from: newAddress() };
      await limited(attempt(scene(), next));
    });
  },
);
