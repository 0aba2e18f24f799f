import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { run } from './run.ts';
import { manifestProblems } from './texts.ts';

/** Packs both packages of a checkout and checks them. Returns the tarballs and warnings. */
export async function packAndCheck(
  checkout: string,
  to: string,
): Promise<{ tarballs: string[]; warnings: string[] }> {
  const pack = (...command: string[]) =>
    run(checkout, process.execPath, 'server/start.cjs', ...command, '--to', to)
      .split('\n')
      .at(-1) ?? '';
  const tarballs = [
    pack('tools/src/package/main.ts'),
    // It also runs publint and "Are the types wrong?" on the SDK.
    pack('tools/src/package/sdk.ts', '--check'),
  ];
  const found = [];
  for (const [index, tarball] of tarballs.entries())
    found.push(await check(tarball, join(checkout, 'dist', `package-${index}`)));
  return { tarballs, warnings: found.flat() };
}

/** Throws when a tarball cannot be published as it is. Returns warnings. */
async function check(tarball: string, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  run(folder, 'tar', 'xzf', tarball, '--strip-components', '1');
  const { errors, warnings } = manifestProblems(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const { messages, pkg } = await publint({ pkgDir: folder, level: 'warning', strict: true, pack: false });
  errors.push(...messages.map((each) => formatMessage(each, pkg) ?? each.code));
  if (errors.length > 0) throw new Error(errors.join('\n'));
  // Provenance is made by the service that publishes, so this script cannot make it.
  run(folder, 'npm', 'publish', '--dry-run', '--no-provenance', '--ignore-scripts', tarball);
  return warnings;
}
