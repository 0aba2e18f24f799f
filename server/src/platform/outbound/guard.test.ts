import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { issueAuthority, issueLeaf } from '../certificates/issue.ts';
import type { Resolve } from './system-resolver.ts';
import { get, listen, newOutbound } from './testing/local-server.ts';

const refusal = { failure: 'address_refused' };

/** Returns a resolver that gives these answers one after the other, and counts. */
function resolver(...answers: readonly string[][]): Resolve & { count: () => number } {
  let count = 0;
  const resolve: Resolve = async () => {
    const answer = answers[Math.min(count, answers.length - 1)] ?? [];
    count += 1;
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { count: () => count });
}

describe('addresses of outbound calls', () => {
  it('connects to the address that was checked, when the name server changes its answer', async () => {
    let wrong = 0;
    await using right = await listen((_request, response) => response.end('right'));
    await using _wrong = await listen(
      (_request, response) => {
        wrong += 1;
        response.end();
      },
      '127.0.0.2',
      right.port,
    );
    const resolve = resolver(['127.0.0.1'], ['127.0.0.2']);
    const { outbound } = newOutbound({ resolve });
    const url = `http://maker.example:${right.port}/`;
    assert.equal((await outbound.send(get(url))).text, 'right');
    assert.equal(resolve.count(), 1);
    await assert.rejects(outbound.send(get(url)), refusal);
    assert.equal(wrong, 0);
  });

  it('refuses an outbound call when one of several addresses is not public', async () => {
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254', '64:ff9b::7f00:1', '::1']) {
      const { outbound } = newOutbound({ networks: [], resolve: resolver(['93.184.215.14', address]) });
      await assert.rejects(outbound.send(get('https://maker.example/')), refusal, address);
    }
  });

  it('refuses plain HTTP outside the networks of the operator', async () => {
    const { outbound } = newOutbound({ resolve: resolver(['93.184.215.14']) });
    await assert.rejects(outbound.send(get('http://maker.example/')), refusal);
  });

  it('never calls addresses of the platform itself, whatever the operator allows', async () => {
    let requested = 0;
    await using server = await listen((_request, response) => {
      requested += 1;
      response.end();
    });
    const { outbound } = newOutbound({ ownPorts: [server.port], resolve: resolver(['127.0.0.1']) });
    for (const url of [server.url, `http://maker.example:${server.port}`])
      await assert.rejects(outbound.send(get(url)), refusal, url);
    assert.equal(requested, 0);
  });

  it('fails as unresolved when a name has no address', async () => {
    const { outbound } = newOutbound({ networks: [], resolve: resolver([]) });
    await assert.rejects(outbound.send(get('https://maker.example/')), { failure: 'name_unresolved' });
  });
});

describe('URLs of outbound calls', () => {
  const strict = newOutbound({ networks: [] }).outbound;
  const open = newOutbound({ networks: ['127.0.0.1', 'fd00::/8'] }).outbound;

  for (const url of [
    'https://acme.example/v3/authorize',
    'https://1.1.1.1/',
    'https://acme.example:8443/a?b',
  ])
    it(`accepts the URL ${url}`, () => assert.equal(strict.refuseUrl(url), undefined));

  for (const url of ['http://127.0.0.1:22070/v3', 'http://manager:22070/', 'http://[fd00::1]:8000/'])
    it(`accepts the URL ${url} when the operator allows networks`, () =>
      assert.equal(open.refuseUrl(url), undefined));

  const refused: Record<string, RegExp> = {
    'not a url': /must be a URL/,
    '/v3/authorize': /must be a URL/,
    [`https://acme.example/${'x'.repeat(2000)}`]: /2000 characters/,
    'ftp://acme.example/': /http/,
    'file:///etc/passwd': /http/,
    'https://ana:secret@acme.example/': /user name/,
    'https://acme.example/#a': /fragment/,
    'https://acme.example:22/': /port 22/,
    'https://acme.example:6667/': /port 6667/,
    'http://acme.example/': /https/,
    'https://redis/': /domain/,
    'https://localhost./': /domain/,
    'https://azulejo.example/v3': /platform itself/,
    'https://127.0.0.1/': /not public/,
    'https://127.1/': /not public/,
    'https://0x7f000001/': /not public/,
    'https://2130706433/': /not public/,
    'https://[::1]/': /not public/,
    'https://[::ffff:7f00:1]/': /not public/,
    'https://[::ffff:169.254.169.254]/': /not public/,
    'https://[2002:a9fe:a9fe::1]/': /not public/,
    'https://１２７.０.０.１/': /not public/,
  };
  for (const [url, reason] of Object.entries(refused))
    it(`refuses the URL ${url.slice(0, 40)}`, () => assert.match(strict.refuseUrl(url) ?? '', reason));

  it('refuses plain HTTP to a public address although the operator allows networks', () => {
    assert.match(open.refuseUrl('http://1.1.1.1/') ?? '', /https/);
    assert.match(open.refuseUrl('http://127.0.0.2/') ?? '', /not public/);
  });
});

describe('certificates of outbound calls', () => {
  const trusted = getCACertificates();
  const authority = issueAuthority(['maker.example', '127.0.0.0/8'], Date.now());
  const leaf = issueLeaf(authority, ['maker.example'], Date.now());
  const chain = { cert: `${leaf.certificate}${authority.certificate}`, key: leaf.key };
  const server = createServer(chain, (_request, response) => response.end('over TLS'));

  before(async () => {
    setDefaultCACertificates([...trusted, authority.certificate]);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    setDefaultCACertificates(trusted);
    server.close();
  });

  it('verifies certificates against the name, not the address', async () => {
    const { port } = server.address() as AddressInfo;
    const { outbound } = newOutbound({ resolve: resolver(['127.0.0.1']) });
    assert.equal((await outbound.send(get(`https://maker.example:${port}/`))).text, 'over TLS');
    await assert.rejects(outbound.send(get(`https://other.example:${port}/`)), { failure: 'tls' });
    await assert.rejects(outbound.send(get(`https://127.0.0.1:${port}/`)), { failure: 'tls' });
  });
});
