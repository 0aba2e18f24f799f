import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorName, errors } from '@azulejo/contract';
import * as errorCodes from './error-codes.ts';
import { failedStateOf, writeErrorNames, writeErrors } from './failed-writes.ts';

test('every code is that of the contract', () => {
  const codes = Object.entries(errorCodes).map(([name, code]) => {
    const named = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ErrorName;
    return [named, code, errors[named].code];
  });
  assert.ok(codes.length > 0);
  assert.deepEqual(
    codes.filter(([, code, ofContract]) => code !== ofContract),
    [],
  );
});

test('the error of a failed write is that of the contract, and its code says how the write failed', () => {
  for (const state of ['unanswered', 'refused', 'superseded'] as const) {
    const { code, text } = errors[writeErrorNames[state]];
    assert.deepEqual(writeErrors[state], { code, text });
    assert.equal(failedStateOf(code), state);
  }
  assert.equal(failedStateOf(errors.invalid_value.code), undefined);
  assert.equal(failedStateOf(undefined), undefined);
});
