import { renderBuiltFiles } from './generate/built-files.ts';
import { findStale, writeFiles } from './generate/files.ts';
import { answerHelp } from './help.ts';
import { root } from './root.ts';

answerHelp(`
Usage: node server/start.cjs tools/src/generate.ts [--check | --built]

Writes the files that are generated from the contract and the settings.

  --check   only say which of those that are in git are stale
  --built   only write those that are not in git
`);

const isCheck = process.argv.includes('--check');
const onlyBuilt = process.argv.includes('--built');
// Imported when needed, because these files take the server's code to make.
const committed = onlyBuilt
  ? []
  : await (await import('./generate/committed-files.ts')).renderCommittedFiles();
const files = [...committed, ...(isCheck ? [] : await renderBuiltFiles())];

const stale = await findStale(files, root);
if (isCheck) {
  for (const path of stale) process.stderr.write(`${path} is stale: run npm run generate\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  await writeFiles(
    files.filter(({ path }) => stale.includes(path)),
    root,
  );
  for (const { path } of files)
    process.stdout.write(`${path} ${stale.includes(path) ? 'written' : 'was current'}\n`);
}
