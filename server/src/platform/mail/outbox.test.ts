import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openOutbox } from './outbox.ts';

const folder = await mkdtemp(join(tmpdir(), 'azulejo-outbox-'));
after(() => rm(folder, { recursive: true }));

const link = `https://casa.example/reset-password?token=azp_${'x'.repeat(60)}`;
const text = `Olá,\n\n${link}\n\nA line that is much longer than what a line of a mail may hold, with = and ünïcode in it.\n`;

describe('openOutbox', () => {
  it('stores a mail in a file that only its owner may read, and shows its original text', async () => {
    const outbox = await openOutbox(folder);
    await using mailer = outbox.mailer('Casa <casa@example.org>');
    const subject = `Uma nova senha para a Casa Azul de ${'João e Inês '.repeat(8).trim()}`;
    await mailer.send({ to: 'ana@example.org', subject, text });
    const [entry, ...others] = await outbox.list();
    assert.ok(entry);
    assert.equal(others.length, 0);
    assert.deepEqual([entry.to, entry.subject], ['ana@example.org', subject]);
    assert.equal((await stat(join(folder, entry.name))).mode & 0o777, 0o600);
    const shown = (await outbox.show(entry.name)) ?? '';
    assert.ok(shown.startsWith(`To: ana@example.org\nSubject: ${subject}\nDate: `));
    assert.equal(shown.slice(shown.indexOf('\n\n') + 2).trimEnd(), text.trimEnd());
    assert.match(await readFile(join(folder, entry.name), 'utf8'), /^From: "?Casa"? <casa@example.org>$/m);
  });

  it('returns undefined for a name that is not one of its files', async () => {
    const outbox = await openOutbox(folder);
    for (const name of ['', 'none.eml', '../outbox.eml', '/etc/passwd'])
      assert.equal(await outbox.show(name), undefined);
  });

  it('forgets the mails to an address and those that mention it, and no others', async () => {
    const outbox = await openOutbox(folder);
    await using mailer = outbox.mailer('casa@example.org');
    const others = (await outbox.list()).map(({ to }) => to);
    const addresses = ['ines@example.org', 'maria.ines@example.org', 'old@example.org'];
    for (const to of addresses)
      await mailer.send({ to, subject: 'x', text: to.startsWith('old') ? 'to ines@example.org.' : '' });
    await outbox.forget('ines@example.org');
    const left = (await outbox.list()).map(({ to }) => to);
    assert.deepEqual(left, ['maria.ines@example.org', ...others]);
  });

  it('reads no mails of others when it forgets an address, but those of earlier versions', async () => {
    const outbox = await openOutbox(folder);
    await using mailer = outbox.mailer('casa@example.org');
    await mailer.send({ to: 'rui@example.org', subject: 'Rui', text: 'Hello.\n' });
    const [entry] = await outbox.list();
    const path = join(folder, entry?.name ?? '');
    // A file that is read by mistake now mentions the other address.
    await writeFile(path, (await readFile(path, 'utf8')).replace('Hello', 'ana@other.example'));
    const earlier = join(folder, '20200101T000000Z-earlier.eml');
    await writeFile(earlier, 'To: ana@other.example\n\n');
    await outbox.forget('Ana@other.example');
    assert.ok((await stat(path)).isFile());
    await assert.rejects(stat(earlier), { code: 'ENOENT' });
    await outbox.forget('rui@example.org');
  });

  it('deletes the oldest mails beyond 500', async () => {
    for (let count = 0; count < 505; count += 1)
      await writeFile(join(folder, `20200101T00000${String(count).padStart(3, '0')}Z-old.eml`), 'To: x\n\n');
    const outbox = await openOutbox(folder);
    await using mailer = outbox.mailer('casa@example.org');
    await mailer.send({ to: 'rui@example.org', subject: 'New', text: 'Hello.\n' });
    const kept = await outbox.list();
    assert.deepEqual(
      [kept.length, kept[0]?.to, (await readdir(folder)).length],
      [500, 'rui@example.org', 500],
    );
    assert.ok(!kept.some(({ name }) => name.startsWith('20200101T00000000Z')), 'the oldest went');
  });
});
