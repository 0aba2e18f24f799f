import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { describe, it } from 'node:test';
import { hostsOf, isPermitted, permittedFor } from './hosts.ts';

const at = (cidr: string, netmask: string, internal = false): NetworkInterfaceInfo => {
  const address = cidr.split('/')[0] ?? '';
  const rest = { address, cidr, netmask, internal, mac: '00:00:00:00:00:00' };
  return address.includes(':') ? { ...rest, family: 'IPv6', scopeid: 0 } : { ...rest, family: 'IPv4' };
};

const interfaces = [
  at('127.0.0.1/8', '255.0.0.0', true),
  at('192.168.7.20/22', '255.255.252.0'),
  at('203.0.113.9/24', '255.255.255.0'),
  at('169.254.3.4/16', '255.255.0.0'),
  at('fd12:3456:789a:1:2::3/64', 'ffff:ffff:ffff:ffff::'),
  at('2001:db8::9/64', 'ffff:ffff:ffff:ffff::'),
  at('fe80::1/64', 'ffff:ffff:ffff:ffff::'),
];

const itself = ['localhost', '127.0.0.1', '::1'];

describe('hostsOf and permittedFor', () => {
  it('returns the names of this machine and of the settings, and the listening address', () => {
    const hosts = hostsOf('::1', ['Home.Example', '[0:0::1]', '10.0.0.7', '127.0.0.1'], interfaces);
    assert.deepEqual(hosts, {
      configured: [...itself, 'home.example', '10.0.0.7'],
      found: [],
      networks: [],
    });
  });

  it('returns the reachable addresses of this machine for a server that listens on all', () => {
    const four = hostsOf('0.0.0.0', ['home.example'], interfaces);
    assert.deepEqual(four.configured, [...itself, 'home.example']);
    assert.deepEqual(four.found, ['192.168.7.20', '203.0.113.9']);
    const six = hostsOf('::', [], interfaces);
    assert.deepEqual(six.found, ['192.168.7.20', '203.0.113.9', 'fd12:3456:789a:1:2::3', '2001:db8::9']);
  });

  it('permits other addresses only within private networks', () => {
    const permitted = permittedFor(hostsOf('::', ['home.example', '198.51.100.1'], interfaces));
    const allowed = [
      'home.example',
      'mqtt.home.example',
      'localhost',
      '127.0.0.53',
      '::1',
      '198.51.100.1',
      '192.168.4.1',
      '192.168.7.255',
      '203.0.113.9',
      'fd12:3456:789a:1:ffff::1',
      '2001:db8::9',
    ];
    const refused = [
      'example',
      'nothome.example',
      'home.example.org',
      '198.51.100.2',
      '192.168.3.255',
      '192.168.8.0',
      '203.0.113.10',
      'fd12:3456:789a:2::1',
      '2001:db8::a',
      '::2',
    ];
    assert.deepEqual(
      allowed.filter((host) => !isPermitted(permitted, host)),
      [],
    );
    assert.deepEqual(
      refused.filter((host) => isPermitted(permitted, host)),
      [],
    );
  });
});
