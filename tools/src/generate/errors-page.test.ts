import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '@azulejo/contract';
import { renderErrorsPage } from './errors-page.ts';

const page = renderErrorsPage();

test('the errors page has one row for every error, which says what to do', () => {
  for (const [name, { code, status, text }] of Object.entries(errors)) {
    const rows = page.split('\n').filter((line) => line.startsWith(`| ${code} | ${status} | \`${name}\` |`));
    assert.equal(rows.length, 1, name);
    const [, help = ''] = rows[0]?.split(` ${text} | `) ?? [];
    assert.match(help, /^[A-Z`].{10,}\. \|$/, name);
  }
});
