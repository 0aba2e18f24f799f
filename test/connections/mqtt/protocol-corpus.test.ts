import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packetNames } from './protocol-case.ts';
import { cases } from './protocol-cases.ts';
import { startHarness, until } from './protocol-harness.ts';
import { runCase } from './protocol-run-case.ts';

it('contains at least 200 cases with unique names, covering all packets', () => {
  assert.ok(cases.length >= 200, `${cases.length}`);
  const names = new Set(cases.map(({ packet, after, name }) => `${packet} ${after}: ${name}`));
  assert.equal(names.size, cases.length, 'two cases have one name');
  for (const name of packetNames)
    assert.ok(
      cases.some(({ packet }) => packet === name),
      name,
    );
});

it('answers or closes as the standard requires, in every case of the corpus', async () => {
  await using harness = await startHarness();
  const wrong: string[] = [];
  for (const one of cases) {
    const failure = await runCase(harness.port, one);
    if (failure) wrong.push(`${one.packet}, ${one.name} (${one.clause}): ${failure}`);
  }
  assert.deepEqual(wrong, []);
  await until(() => [...harness.broker.sessions()].length === 0);
});
