import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressKey, networkOf, wideNetworkOf } from './network.ts';

/** For each address: the keys of its host, of its network, and of the wide network around it. */
const cases: Record<string, readonly [host: string, network: string, wide: string]> = {
  '203.0.113.7': ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  '::ffff:203.0.113.7': ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  '::FFFF:203.0.113.7': ['203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  '2001:db8:1:2:3:4:5:6': ['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  '2001:db8:1:2::1': ['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  '2001:0DB8:0001:0002::': ['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  '2001:db8::1': ['2001:db8:0:0::/64', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  '2001:db8:1:3::1': ['2001:db8:1:3::/64', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  '::1': ['0:0:0:0::/64', '0:0:0:0::/64', '0:0:0::/48'],
  'fe80::1%eth0': ['fe80:0:0:0::/64', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  '1:2:3::': ['1:2:3:0::/64', '1:2:3:0::/64', '1:2:3::/48'],
};

describe('addressKey, networkOf and wideNetworkOf', () => {
  for (const [address, [host, network, wide]] of Object.entries(cases)) {
    it(`returns ${host}, ${network} and ${wide} for ${address}`, () => {
      assert.deepEqual(
        [addressKey(address), networkOf(address), wideNetworkOf(address)],
        [host, network, wide],
      );
    });
  }
});
