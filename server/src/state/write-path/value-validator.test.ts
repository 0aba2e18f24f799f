import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { TemplateProperty } from '@azulejo/contract';
import { createValueValidator } from './value-validator.ts';

const find = () => ({ type: 'number' });
const narrowed = (schemaExtension: object) => ({ schema: 'number', schemaExtension }) as TemplateProperty;

it('accepts every multiple of a decimal step, and nothing in between', () => {
  const check = createValueValidator({ find })(narrowed({ multipleOf: 0.1 }));
  const tenths = Array.from({ length: 401 }, (_, index) => index / 10);
  assert.deepEqual(
    tenths.filter((value) => check(value) !== undefined),
    [],
  );
  for (const value of [0.05, 21.25, 0.1001]) assert.match(check(value) ?? '', /multiple of 0.1/);
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
      const check = validator(narrowed({ minimum: number }));
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
