import { readdir, readFile, writeFile } from 'node:fs/promises';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { collectTexts, type Texts } from './collect.ts';
import { type Dictionary, faultsOf } from './faults.ts';

answerHelp(`
Usage: npm run words [-- --check]

Writes the English dictionary of labels, and lists what the other languages lack.
`);

const FOLDER = `${root}/model/words`;
const MAX_LISTED = 20;

type Named = { readonly id: string; readonly label: string };
// The pages are a project of their own, which that of the tools does not include.
const { propertyLabel } = (await import(
  new URL('../../../web/src/home/kit/formats/property-label.ts', import.meta.url).href
)) as { propertyLabel: (named: Named) => string };

const texts = await collectTexts();
const isCheck = process.argv.includes('--check');
const faults = [...(await updateEnglish(texts)), ...(await faultsOfOthers(texts))];
for (const fault of faults.slice(0, MAX_LISTED)) process.stderr.write(`${fault}\n`);
if (faults.length > MAX_LISTED) process.stderr.write(`and ${faults.length - MAX_LISTED} more\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Returns English texts as people read them: the names of a protocol are explained. */
function english({ names, states, commands, phrases }: Texts): string {
  const same = (list: readonly string[]) => Object.fromEntries(list.map((text) => [text, text]));
  const explained = Object.fromEntries(names.map((name) => [name, propertyLabel({ id: '', label: name })]));
  const dictionary = {
    names: explained,
    // Buttons of Zigbee say “recall” where they use a scene.
    states: Object.fromEntries(states.map((text) => [text, text.replace(/^Recall?\b/, 'Scene')])),
    commands: same(commands),
    phrases: same(phrases),
  };
  return `${JSON.stringify(dictionary, undefined, 2)}\n`;
}

async function updateEnglish(found: Texts): Promise<string[]> {
  const path = `${FOLDER}/en.json`;
  const content = english(found);
  if (!isCheck) await writeFile(path, content);
  const isCurrent = (await readFile(path, 'utf8').catch(() => '')) === content;
  return isCurrent ? [] : ['en.json is stale: run npm run words'];
}

async function faultsOfOthers(found: Texts): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.json') && name !== 'en.json');
  const lists = await Promise.all(
    files.toSorted().map(async (name) => {
      const dictionary = JSON.parse(await readFile(`${FOLDER}/${name}`, 'utf8')) as Dictionary;
      return faultsOf(dictionary, found).map((fault) => `${name}: ${fault}`);
    }),
  );
  return lists.flat();
}
