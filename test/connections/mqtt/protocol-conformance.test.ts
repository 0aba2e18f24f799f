import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { packetNames } from './protocol-case.ts';
import { cases } from './protocol-cases.ts';

const page = await readFile(new URL('../../../docs/mqtt-conformance.md', import.meta.url), 'utf8');

/** Returns the rows of the first table after these words. */
function rowsAfter(words: string): string[] {
  const lines = page.slice(page.indexOf(words)).split('\n');
  const start = lines.findIndex((line) => line.startsWith('|---'));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 1, end);
}

it('documents the number of conformance cases of each packet', () => {
  assert.ok(page.includes(`A corpus of ${cases.length} packets`));
  assert.deepEqual(
    rowsAfter('A test checks the tables'),
    packetNames.map((name) => {
      const { length } = cases.filter(({ packet }) => packet === name);
      return `| ${name === 'none' ? 'none of them' : name} | ${length} |`;
    }),
  );
});

it('documents every deviation from the standard', () => {
  assert.deepEqual(
    rowsAfter('## Deviations'),
    cases
      .filter(({ left }) => left !== undefined)
      .map(({ packet, name, clause, left }) => `| ${packet} | ${name} | ${clause} | ${left} |`),
  );
});
