import { it } from 'node:test';
import { forEachEngine } from '@azulejo/server/testing';
import { surviveKills } from './survive-kills.ts';

const kills = { sqlite: 10, postgres: 5 };

forEachEngine((engine, open, newPlace) => {
  it(`stands by its answers after ${kills[engine]} kills under load`, { timeout: 300_000 }, async () => {
    await surviveKills(open, await newPlace(), kills[engine], 'long');
  });
});
