import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from './passwords.ts';

describe('createPasswords', () => {
  it('hashes at the cost that OWASP recommends, which a server that is started as a process has', async () => {
    const stored = await createPasswords().hash('correct horse', { address: '127.0.0.1' });
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('verifies a hash that was made at another cost', async () => {
    const origin = { address: '127.0.0.1' };
    const stored = await createPasswords({ memoryCost: 8, timeCost: 1 }).hash('correct horse', origin);
    const permit = () => undefined;
    assert.equal(await createPasswords().verify('correct horse', stored, origin, permit), true);
    assert.equal(await createPasswords().verify('wrong horse', stored, origin, permit), false);
  });

  it('verifies a password while guesses at the account from other hosts wait', async () => {
    const passwords = createPasswords({ memoryCost: 8, timeCost: 1 });
    const account = 'ana@example.org';
    const stored = await passwords.hash('correct horse', { address: '192.0.2.1' });
    const verify = (password: string, address: string) =>
      passwords.verify(password, stored, { address, account }, () => undefined);
    const guesses = Array.from({ length: 45 }, (_, index) => verify('a guess', `198.51.${index % 3}.7`));
    const [matches] = await Promise.all([verify('correct horse', '192.0.2.1'), Promise.all(guesses)]);
    assert.equal(matches, true);
  });
});
