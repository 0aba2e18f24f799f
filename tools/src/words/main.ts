import { readdir, readFile } from 'node:fs/promises';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { collectTexts } from './collect.ts';
import { type Dictionary, faultsOf } from './faults.ts';

answerHelp(`
Usage: npm run words

Lists what the dictionaries of labels lack, and what nothing uses.
`);

const FOLDER = `${root}/model/words`;
const MAX_LISTED = 20;

const texts = await collectTexts();
const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).toSorted();
const lists = await Promise.all(
  files.map(async (name) => {
    const dictionary = JSON.parse(await readFile(`${FOLDER}/${name}`, 'utf8')) as Dictionary;
    return faultsOf(dictionary, texts).map((fault) => `${name}: ${fault}`);
  }),
);
const faults = lists.flat();
for (const fault of faults.slice(0, MAX_LISTED)) process.stderr.write(`${fault}\n`);
if (faults.length > MAX_LISTED) process.stderr.write(`and ${faults.length - MAX_LISTED} more\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
