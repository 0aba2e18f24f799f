import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isFullRun } from '@azulejo/test/full-run';
import { root } from '../root.ts';
import { linkPackages } from './working-copy.ts';

const NEXT = '99.0.0';
/** It packs, checks and runs a server, on a busy machine. */
const RELEASED_MS = 600_000;
/** They check, pack and start everything once more, which takes two minutes. */
const onlyInFullRuns = !isFullRun && 'npm run test:all makes releases';
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ana',
  GIT_AUTHOR_EMAIL: 'ana@example.org',
  GIT_COMMITTER_NAME: 'Ana',
  GIT_COMMITTER_EMAIL: 'ana@example.org',
};
const env = {
  ...process.env,
  ...IDENTITY,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
};

/** Asserts that the folder holds both packages, of the version. */
function assertPacked(folder: string): void {
  assert.deepEqual(readdirSync(folder).toSorted(), [`azulejo-${NEXT}.tgz`, `azulejo-sdk-${NEXT}.tgz`]);
  for (const name of readdirSync(folder)) {
    const read = (path: string) =>
      execFileSync('tar', ['xzOf', join(folder, name), `package/${path}`], { encoding: 'utf8' });
    assert.equal((JSON.parse(read('package.json')) as { version: string }).version, NEXT);
    if (name.startsWith('azulejo-sdk')) continue;
    assert.match(read('CHANGELOG.md'), /## \[Unreleased\]\n\n## \[99\.0\.0\] - \d{4}-\d\d-\d\d\n\n#/);
  }
}

describe('npm run release, in a clone', () => {
  let folder = '';
  const clone = () => join(folder, 'clone');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: clone(), encoding: 'utf8', env }).trim();
  /** What a release may change: the commit, its files and tags, and files that are not committed. */
  const state = () => [git('rev-parse', 'HEAD', 'main'), git('status', '--porcelain'), git('tag', '--list')];
  const release = (...args: string[]) =>
    spawnSync(process.execPath, ['server/start.cjs', 'tools/src/release/main.ts', ...args], {
      cwd: clone(),
      encoding: 'utf8',
      env,
    });
  const refused = (...args: string[]): string => {
    const before = state();
    const { status, stderr } = release(...args);
    assert.equal(status, 1);
    assert.deepEqual(state(), before);
    return stderr;
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'azulejo-release-test-'));
    execFileSync('git', ['clone', '--quiet', root, clone()], { env });
    git('checkout', '--quiet', '-B', 'main');
    linkPackages(root, clone());
  });
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('refuses versions that are not later, and says how it is used', () => {
    for (const version of ['0.0.1', 'v99.0.0', '99'])
      assert.match(
        refused(version, '--dry-run'),
        /is not a version such as 1\.2\.3 after .*npm run release --/,
      );
    assert.match(refused(), /npm run release -- VERSION/);
  });

  it('refuses another branch, uncommitted changes and a version that is tagged', () => {
    git('checkout', '--quiet', '-b', 'other');
    assert.match(refused(NEXT), /Releases are made from main; this is other/);
    git('checkout', '--quiet', 'main');
    git('tag', `v${NEXT}`);
    assert.match(refused(NEXT), /v99\.0\.0 exists already/);
    git('tag', '--delete', `v${NEXT}`);
    writeFileSync(join(clone(), 'notes.txt'), 'not committed');
    assert.match(refused(NEXT), /Commit or remove all changes first/);
    rmSync(join(clone(), 'notes.txt'));
  });

  it('packs and checks both packages in a dry run, and leaves the checkout as it was', {
    timeout: RELEASED_MS,
    skip: onlyInFullRuns,
  }, (test) => {
    const reached = spawnSync('npm', ['view', 'publint', 'version'], { env, stdio: 'ignore' });
    if (reached.status !== 0) return test.skip('the package registry cannot be reached');
    const before = state();
    const to = join(folder, 'packed');
    const { status, stdout, stderr } = release(NEXT, '--dry-run', '--to', to);
    assert.equal(status, 0, stderr);
    assert.deepEqual(state(), before);
    assert.match(stdout, /accepted by npm publish --dry-run/);
    assert.match(stdout, /azulejo has no "repository": the project has no public address yet/);
    assert.match(stdout, /This was a dry run: there is no commit and no tag/);
    assertPacked(to);
  });

  it('commits and tags a release', { timeout: RELEASED_MS, skip: onlyInFullRuns }, (test) => {
    const reached = spawnSync('npm', ['view', 'publint', 'version'], { env, stdio: 'ignore' });
    if (reached.status !== 0) return test.skip('the package registry cannot be reached');
    const [earlier] = git('rev-parse', 'HEAD').split('\n');
    const to = join(folder, 'released');
    const { status, stdout, stderr } = release(NEXT, '--to', to);
    assert.equal(status, 0, stderr);
    assertPacked(to);
    assert.match(stdout, /git push --follow-tags\n {2}npm publish .*azulejo-99\.0\.0\.tgz/);
    assert.equal(git('log', '-1', '--format=%s', 'main'), `release: ${NEXT}`);
    assert.equal(git('rev-parse', 'main^'), earlier);
    assert.equal(git('rev-parse', `v${NEXT}^{commit}`), git('rev-parse', 'main'));
    assert.equal(git('status', '--porcelain'), '');
    const changed = git('diff', '--name-only', 'HEAD^').split('\n');
    for (const path of ['package-lock.json', 'server/package.json', 'sdk/package.json', 'CHANGELOG.md'])
      assert.ok(changed.includes(path), path);
    assert.ok(changed.includes(`test/fixtures/releases/${NEXT}/data.tgz`));
    const lock = readFileSync(join(clone(), 'package-lock.json'), 'utf8');
    assert.ok(!/"name": "@azulejo\/\w+",\s+"version": "(?!99\.0\.0)/.test(lock));
  });
});
