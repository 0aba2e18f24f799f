import { it } from 'node:test';
import { forEachEngine } from '@azulejo/server/testing';
import { surviveKills } from './survive-kills.ts';

forEachEngine((engine, open, newPlace) => {
  if (engine !== 'sqlite') return;
  it('stands by its answers after two kills under load', async () => {
    await surviveKills(open, await newPlace(), 2, 'short');
  });
});
