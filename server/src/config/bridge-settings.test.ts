import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from './config.ts';

const mayConnect = (publicUrl: string) => readConfig({ PUBLIC_URL: publicUrl }).bridges.mayBeConnectedInHome;

it('lets users connect bridges by default where the address is private', () => {
  const urls = ['http://192.168.1.20:8480', 'https://azulejo.local', 'http://box', 'http://[fd00::2]:8480'];
  for (const url of urls) assert.equal(mayConnect(url), true, url);
});

it('does not let users connect bridges by default where strangers may sign up', () => {
  for (const url of ['https://home.example', 'http://203.0.113.7', 'http://[2001:db8::1]'])
    assert.equal(mayConnect(url), false, url);
  const config = readConfig({ PUBLIC_URL: 'https://home.example', HOME_BRIDGES: '1' });
  assert.equal(config.bridges.mayBeConnectedInHome, true);
});
