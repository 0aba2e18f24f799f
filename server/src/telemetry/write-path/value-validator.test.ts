import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TemplateProperty } from '@azulejo/contract';
import { createValueValidator } from './value-validator.ts';

const find = () => ({ type: 'number' });
const narrowed = (schemaExtension: object) => ({ schema: 'number', schemaExtension }) as TemplateProperty;

it('accepts every multiple of a decimal step, and nothing in between', () => {
  const { ofWrites: check } = createValueValidator({ find })(narrowed({ multipleOf: 0.1 }));
  const tenths = Array.from({ length: 401 }, (_, index) => index / 10);
  assert.deepEqual(
    tenths.filter((value) => check(value) !== undefined),
    [],
  );
  for (const value of [0.05, 21.25, 0.1001]) assert.match(check(value) ?? '', /multiple of 0.1/);
});

it('checks reports against the schema and types, not against what can be set', () => {
  const checksOf = createValueValidator({ find });
  const number = checksOf(narrowed({ minimum: 5, maximum: 30, multipleOf: 0.5, anyOf: [{ minimum: 5 }] }));
  assert.match(number.ofWrites(0) ?? '', /must be >= 5/);
  assert.equal(number.ofReports(0), undefined);
  assert.match(number.ofReports('warm') ?? '', /must be number/);
  const choice = createValueValidator({ find: () => ({ type: 'string' }) })(narrowed({ enum: ['single'] }));
  assert.match(choice.ofWrites('shake') ?? '', /must be equal to one of/);
  assert.equal(choice.ofReports('shake'), undefined);
});

it('checks the types of members and items of reports', () => {
  const object = createValueValidator({ find: () => ({ type: 'object' }) });
  const members = {
    level: { type: 'number', maximum: 3 },
    names: { type: 'array', items: { type: 'string' } },
  };
  const check = object(narrowed({ properties: members, additionalProperties: false, required: ['level'] }));
  assert.equal(check.ofReports({ level: 9, other: 1 }), undefined);
  assert.match(check.ofReports({ level: 'high' }) ?? '', /level must be number/);
  assert.match(check.ofReports({ names: [1] }) ?? '', /names\/0 must be string/);
  assert.match(check.ofWrites({ level: 1, other: 1 }) ?? '', /additional properties/);
});

it('keeps a bounded number of compiled schemas in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const validator = createValueValidator({ find }, 50);
  let number = 0;
  const checks: unknown[] = [];
  const useMany = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      number += 1;
      const { ofWrites: check } = validator(narrowed({ minimum: number }));
      assert.equal(check(number), undefined);
      // A template holds the checks of its properties for as long as the template itself is used.
      checks.push(check);
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = useMany(100);
  const grown = useMany(400) - before;
  assert.ok(grown < 800_000, `${grown} bytes stay of 400 schemas`);
});
