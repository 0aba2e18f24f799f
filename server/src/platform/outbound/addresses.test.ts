import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isIn, isOwn, isPublic, type Network, parseNetwork } from './addresses.ts';

const networksOf = (...texts: string[]): Network[] =>
  texts.map((text) => parseNetwork(text) ?? assert.fail(text));

describe('isPublic', () => {
  const publicOnes = ['1.1.1.1', '93.184.215.14', '172.15.0.1', '172.32.0.1', '100.63.255.255', '192.1.0.1'];
  for (const address of [...publicOnes, '2606:4700:4700::1111', '2a00:1450:4003::1'])
    it(`isPublic accepts ${address}`, () => assert.equal(isPublic(address), true));

  for (const address of publicOnes.slice(0, 2)) {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const hex = (high: number, low: number) => (high * 256 + low).toString(16);
    const groups = `${hex(a, b)}:${hex(c, d)}`;
    for (const form of [`::ffff:${address}`, `64:ff9b::${groups}`, `2002:${groups}::1`])
      it(`isPublic accepts ${form}, a form of ${address}`, () => assert.equal(isPublic(form), true));
  }

  const others = {
    'this network': ['0.0.0.0', '0.1.2.3'],
    'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    'shared address space': ['100.64.0.1', '100.127.255.255'],
    'this machine': ['127.0.0.1', '127.255.255.254', '::1', '::'],
    'the metadata of a cloud': ['169.254.169.254', 'fd00:ec2::254'],
    'reserved networks': ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
    'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    'local IPv6': ['fc00::1', 'fdff::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    'IPv4-mapped forms': ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:10.0.0.1', '::ffff:0:7f00:1'],
    '6to4 forms': ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:a00:1::1'],
    'NAT64 forms': ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::808:808'],
    'IPv4-compatible addresses': ['::127.0.0.1', '::808:808'],
    'Teredo, documentation and discard': ['2001:0:1::1', '2001:db8::1', '100::1'],
    'what is no address': ['', 'localhost', '127.1', '1.2.3.4.5', '0x7f000001x'],
  };
  for (const [what, addresses] of Object.entries(others))
    for (const address of addresses)
      it(`isPublic refuses ${address} (${what})`, () => assert.equal(isPublic(address), false));
});

describe('isIn', () => {
  const networks = networksOf('127.0.0.1', '10.0.0.0/8', 'fd00::/8');

  for (const address of ['127.0.0.1', '10.255.0.1', '::ffff:10.0.0.1', 'fd12::1'])
    it(`isIn finds ${address} in a network`, () => assert.equal(isIn(networks, address), true));

  for (const address of ['127.0.0.2', '11.0.0.1', 'fe80::1', '2606:4700::1', 'name'])
    it(`isIn finds ${address} in no network`, () => assert.equal(isIn(networks, address), false));
});

describe('isOwn', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '0.0.0.0', '::', '::ffff:127.0.0.1'])
    it(`isOwn recognizes ${address}`, () => assert.equal(isOwn(address), true));

  it('isOwn does not recognize an address elsewhere', () => assert.equal(isOwn('93.184.215.14'), false));
});
