import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTestCode } from './rules.ts';
import { readSources, readTexts } from './sources.ts';

const CLIENT = 'server/src/platform/outbound/';

/** Shipped files of the server. The command line is left out: it calls the API of a server its user names. */
const isOfServer = (path: string) =>
  path.startsWith('server/src/') && !path.startsWith('server/src/cli/') && !isTestCode(path);

/** `node:http2` would bypass the rule, too. Imports of types make no calls. */
const HTTP_CLIENTS = ['undici', 'node:http', 'node:https', 'node:http2'];

describe('HTTP to other servers', () => {
  it('calls other servers through the outbound client alone', async () => {
    const sources = (await readSources()).filter(({ path }) => isOfServer(path));
    const importing = sources.filter(({ imports }) =>
      imports.some(({ specifier, isType }) => !isType && HTTP_CLIENTS.includes(specifier)),
    );
    // The operator names the store of pictures, and nobody else does.
    const store = 'server/src/platform/files/s3.ts';
    assert.deepEqual([...new Set(importing.map(({ path }) => path))], [`${CLIENT}exchange.ts`, store]);
  });

  it('uses neither fetch nor a web socket of Node', async () => {
    const texts = (await readTexts()).filter(({ path }) => isOfServer(path));
    assert.ok(texts.length > 300, 'too few sources were read');

    const calling = texts.filter(({ text }) => /\bfetch\(|new (WebSocket|EventSource)\(/.test(text));
    assert.deepEqual(
      calling.map(({ path }) => path),
      [],
    );
  });
});
