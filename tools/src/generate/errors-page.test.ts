import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, operations } from '@azulejo/contract';
import { renderErrorsPage } from './errors-page.ts';

const page = renderErrorsPage(operations);
const rowOf = (name: string) => page.split('\n').find((line) => line.includes(`| \`${name}\` |`)) ?? '';

test('the errors page has a row for every error with its code, status and text', () => {
  for (const [name, { code, status, text }] of Object.entries(errors)) {
    assert.ok(rowOf(name).startsWith(`| ${code} | ${status} |`), name);
    assert.ok(rowOf(name).includes(` ${text} `), name);
  }
});

test('each row names the operations that return the error, or a group of them', () => {
  assert.match(rowOf('user_exists'), /`accounts\.create` \|$/);
  assert.match(rowOf('revoked_token'), /every operation that needs a token \|$/);
  assert.match(rowOf('internal'), /every operation \|$/);
  assert.match(rowOf('unknown_path'), /no operation: other requests, or messages over MQTT \|$/);
});
