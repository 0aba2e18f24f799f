import { chmod, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { testEngine } from '@azulejo/storage/testing';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { startPlatform } from '../support/platform.ts';
import { visitPortal } from '../support/portal.ts';
import { createOtherAccount } from './other-account.ts';
import { pack } from './pack.ts';

const WRITTEN = 'https://home.example';
const { newPlace, removeAfterSuite } = testEngine('sqlite');

await describePastedPage('the guide to the command line from another machine, pasted by another account', {
  file: 'docs/guides/command-line.md',
  expected: [
    { words: '--version', prints: /^(.*\n)*\d+\.\d+\.\d+\n$/ },
    { words: 'azulejo login', prints: /^Commands now use https:\S+(.*\n)+.*Azulejo Home +mobile/ },
    {
      words: 'azulejo logout',
      prints:
        /home\.example +https:\S+ +yes\nCommands now use https:\S+\nThe profile "home.example" was removed/,
    },
    { words: '--token-file', prints: /^\[\]\nVENDOR +MODEL .*\n$/ },
  ],
  async run(paste) {
    using account = createOtherAccount();
    const folder = account.makeFolder('desk');
    const tarball = await pack(account.folder);
    await rename(tarball, join(folder, basename(tarball)));
    const place = await newPlace();
    const { authority, certificate, key } = await newOperatorsCertificate(place.dataDir);
    await using platform = await startPlatform({
      place,
      environment: { TLS_CERT: certificate, TLS_KEY: key },
    });
    const { accountId } = await visitPortal(platform, 'developer');
    const scopes = ['applications:read', 'devices:read', 'templates:read'] as const;
    const { tokens } = platform.server.features.portalAccounts;
    const { token } = await tokens.create(accountId, { name: 'Desk', scopes: [...scopes] }, {});
    for (const [name, text] of Object.entries({ 'ca.pem': authority, 'token.txt': `${token}\n` })) {
      await writeFile(join(folder, name), text);
      await chmod(join(folder, name), 0o644);
    }
    const login = `azulejo login --url ${WRITTEN}`;
    await paste({
      cwd: folder,
      uid: account.uid,
      env: { ...account.environment, NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] },
      replaced: {
        // The reader has a terminal, and a certificate that his machine trusts.
        [login]: `${login} --ca ca.pem --profile-name home.example < token.txt`,
        '--token-file token.txt': '--token-file token.txt --ca ca.pem',
        'azulejo template list': 'azulejo template list --ca ca.pem',
        [WRITTEN]: platform.url,
      },
    });
  },
});
removeAfterSuite();
