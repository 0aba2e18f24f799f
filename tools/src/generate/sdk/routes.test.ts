import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations } from '@azulejo/contract';
import { renderSdk } from './files.ts';
import { renderSdkRoutes } from './routes.ts';

test('the generated files of the SDK are up to date with the contract', async () => {
  for (const { path, content } of renderSdk()) {
    const file = new URL(`../../../../${path}`, import.meta.url);
    assert.equal(await readFile(file, 'utf8'), content, `${path}: run \`npm run generate\``);
  }
});

test('renderSdkRoutes writes the first binding of an operation and whether it needs a token', () => {
  const named = (id: string) => operations.filter((operation) => operation.id === id);
  assert.match(
    renderSdkRoutes(named('auth.exchange')),
    /'auth.exchange': \{ method: 'POST', path: '\/v3\/auth\/exchange', input: 'json', origin: 'auth', token: false \}/,
  );
  assert.match(renderSdkRoutes(named('values.put')), /input: 'json', query: \['wait'\], origin: 'base'/);
  assert.match(renderSdkRoutes(named('uploads.create')), /input: 'image', origin: 'uploader', token: true/);
  assert.match(
    renderSdkRoutes(named('events.list')),
    /list: \{ items: 'elements', next: \{ send: 'after', reply: 'cursor' \} \}/,
  );
  assert.match(renderSdkRoutes(named('pairing.add')), /token: true, timeoutMs: 60000 \}/);
});
