import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

/** Wordings that were replaced by plain ones, in texts that people read. */
const REPLACED = [
  'when you outgrow it.',
  'to the last field',
  'Warnings of npm about engines',
  'furnishes a demo home',
  'what was never arranged stands in',
  'Devices that live:',
  'A wrong or contradictory one stops the start',
  'whoever is on the way reads its tokens',
  'so that the others have their turn',
  'of which people sign in at',
  'an hour for one account',
  'by an authority of its own, which may name',
  'says that the process lives',
  'speaks Prometheus',
  'for once and seven days',
  'Clients over TLS trust',
  'This is not yours to use',
  'There is no such thing, or it is not visible',
  'names no application',
  'This is there already',
  'There is no room left for this',
  'must not stand more than once',
  'The feed cannot go on after this cursor',
  'The client said good-bye',
  'is no JSON in UTF-8',
  'Wants attention',
  'Clearing up',
  'Not due yet since the start',
  'answers in 0.0 ms',
  'how many were refused or failed',
  'Least password length',
  'Empty the search',
  'Counting what hangs on it',
  'Everything of the portal',
  'the account is of whoever has the link',
  'Device for all that is one',
  'Off where every measurement is',
  'Stands in topics',
  'Apps show nothing of it by themselves',
  'How the input reads',
  'What is it that you want in your home',
  'A page opens where you say which of these',
  'The platform plays this device',
  'The address is wrong, or of an earlier version',
  'Narrower than the schema',
  'Read in, metric',
  'What one may do with it',
  'Properties and tiles go by it',
  'No application fits',
  'Nothing that fits has passed',
  'Nobody makes devices of this kind here',
  'A new password for who has forgotten it',
  'no template yet, so that there is no form',
  'Whoever knows the address',
  'Whoever holds it signs in',
  'No device here tells anything',
  'You go on with your draft',
  'could not be brought',
  'brought the template',
  'tried again by itself',
];

const SHIPPED = [
  'README.md',
  'docs',
  'contract',
  'model',
  'sdk',
  'server',
  'web/src',
  'bridges',
  'catalog/src',
];
const root = new URL('../../', import.meta.url);

it('shipped texts contain none of the replaced wordings', async () => {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...SHIPPED], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\0').filter((name) => /\.(ts|tsx|md|po|json|html|js)$/.test(name));
  assert.ok(files.length > 500, `${files.length} files`);
  const found: string[] = [];
  for (const name of files) {
    const text = await readFile(new URL(name, root), 'utf8');
    for (const phrase of REPLACED) if (text.includes(phrase)) found.push(`${name}: ${phrase}`);
  }
  assert.deepEqual(found, []);
});
