import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLater, manifestProblems, releaseNotes, withVersion } from './texts.ts';

describe('isLater', () => {
  it('compares versions by their numbers', () => {
    for (const version of ['0.10.0', '1.0.0', '0.9.10'])
      assert.equal(isLater(version, '0.9.9'), true, version);
  });

  it('is false for the same, earlier and malformed versions', () => {
    for (const version of ['0.9.9', '0.9.8', '0.8.10', '0.10', 'v1.0.0', '1.0.0-beta', ''])
      assert.equal(isLater(version, '0.9.9'), false, version);
  });
});

describe('withVersion', () => {
  it('changes workspaces and dependencies on them in a package.json, and nothing else', () => {
    const manifest = (version: string) => `{
  "name": "@azulejo/server",
  "version": "${version}",
  "files": ["a", "b"],
  "dependencies": { "@azulejo/units": "${version}", "@fastify/cors": "0.1.0", "x": "0.1.0" }
}
`;
    assert.equal(withVersion(manifest('0.1.0'), '0.1.0', '0.2.0'), manifest('0.2.0'));
  });

  it('changes workspaces and no other package in a lock file', () => {
    const lock = (version: string) => `{
  "units": {
    "name": "@azulejo/units",
    "version": "${version}",
  },
  "node_modules/x": {
    "version": "0.1.0"
  },
  "node_modules/@azulejo/units": { "resolved": "units", "link": true }
}`;
    assert.equal(withVersion(lock('0.1.0'), '0.1.0', '0.2.0'), lock('0.2.0'));
  });

  it('leaves versions that only look like the present one', () => {
    const text = '"@azulejo/units": "0.1.01", "@azulejo/model": "0x1.0"';
    assert.equal(withVersion(text, '0.1.0', '0.2.0'), text);
  });
});

describe('releaseNotes', () => {
  const intro = '# Changelog\n\nA form.';
  const release = (changelog: string, version: string, subjects: string[] = []) =>
    releaseNotes(changelog, { version, day: '2026-01-02', subjects });

  it('moves what is unreleased under the version', () => {
    const first = `${intro} There is no release yet.\n\n## [Unreleased]\n\n### Added\n- A thing.\n`;
    const { changelog, notes } = release(first, '0.2.0');
    assert.equal(notes, '### Added\n- A thing.');
    assert.equal(
      changelog,
      `${intro}\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-02\n\n### Added\n- A thing.\n`,
    );
  });

  it('lists the commits when nothing was written, and keeps earlier versions', () => {
    const earlier = '## [0.2.0] - 2026-01-01\n\n### Added\n- A thing.\n';
    const { changelog } = release(`${intro}\n\n## [Unreleased]\n\n${earlier}`, '0.3.0', [
      'web: show tiles',
      'release: 0.2.0',
    ]);
    assert.equal(
      changelog,
      `${intro}\n\n## [Unreleased]\n\n## [0.3.0] - 2026-01-02\n\n### Changed\n- web: show tiles\n\n${earlier}`,
    );
  });

  it('limits the list of commits', () => {
    const subjects = Array.from({ length: 250 }, (_, index) => `web: change ${index}`);
    const { notes } = release('## [Unreleased]\n', '0.2.0', subjects);
    assert.match(notes, /- and 50 more commits$/);
  });

  it('refuses a release without notes and commits, and a changelog without the section', () => {
    assert.throws(() => release('## [Unreleased]\n', '0.2.0', ['release: 0.1.0']), /nothing to release/);
    assert.throws(() => release('# Changelog\n', '0.2.0', ['web: x']), /no section \[Unreleased\]/);
  });
});

describe('manifestProblems', () => {
  const whole = {
    name: 'x',
    version: '1.0.0',
    description: 'X',
    keywords: ['x'],
    license: 'MIT',
    author: 'X',
    engines: { node: '>=20' },
    homepage: 'https://x.example',
    bugs: 'https://x.example/bugs',
    repository: 'https://x.example/x.git',
    publishConfig: { access: 'public', provenance: true },
  };

  it('finds nothing in a whole package.json', () => {
    assert.deepEqual(manifestProblems(whole), { errors: [], warnings: [] });
  });

  it('names missing fields, and warns of those that need a public address', () => {
    const { license: _license, repository: _repository, publishConfig: _config, ...lacking } = whole;
    const { errors, warnings } = manifestProblems(lacking);
    assert.deepEqual(errors, [
      'x has no "license".',
      'x has no "publishConfig.access": "public".',
      'x has no "publishConfig.provenance": true.',
    ]);
    assert.match(warnings.join('\n'), /^x has no "repository": the project has no public address yet/);
  });
});
