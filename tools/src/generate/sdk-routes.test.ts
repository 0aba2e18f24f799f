import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operations, portalOperations } from '@azulejo/contract';
import { renderSdkRoutes } from './sdk-routes.ts';

test('the SDK’s routes are up to date with the contract', async () => {
  const file = new URL('../../../sdk/src/routes.generated.ts', import.meta.url);
  assert.equal(await readFile(file, 'utf8'), renderSdkRoutes('routes', operations), 'run `npm run generate`');
});

test('the SDK’s portal routes are up to date with the contract', async () => {
  const file = new URL('../../../sdk/src/portal-routes.generated.ts', import.meta.url);
  const source = renderSdkRoutes('portalRoutes', portalOperations);
  assert.equal(await readFile(file, 'utf8'), source, 'run `npm run generate`');
});

test('renderSdkRoutes writes the first binding of an operation and whether it needs a token', () => {
  const named = (id: string) => operations.filter((operation) => operation.id === id);
  assert.match(
    renderSdkRoutes('routes', named('auth.exchange')),
    /'auth.exchange': \{ method: 'POST', path: '\/v3\/auth\/exchange', input: 'json', origin: 'auth', token: false \}/,
  );
  assert.match(
    renderSdkRoutes('routes', named('values.put')),
    /input: 'json', query: \['wait'\], origin: 'base'/,
  );
  assert.match(
    renderSdkRoutes('routes', named('uploads.create')),
    /input: 'image', origin: 'uploader', token: true/,
  );
});
