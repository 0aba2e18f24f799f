import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedSettings, membersOfHome, withoutHome } from './home-members.ts';

const document = { units: 'metric', tariff: { currency: 'EUR', price: 0.2 }, home_timezone: 'Asia/Tokyo' };

test('divides a document into what is of the person and what is of the home', () => {
  assert.deepEqual(withoutHome(document), { units: 'metric' });
  const settings = {
    name: 'Seaside',
    timeZone: 'Asia/Tokyo',
    tariff: document.tariff,
    lampGroups: null,
    tileIcons: null,
  };
  assert.deepEqual({ ...withoutHome(document), ...membersOfHome(settings) }, document);
});

test('finds only settings that differ, and removed ones as null', () => {
  const { home_timezone: _, ...without } = document;
  assert.deepEqual(changedSettings(document, { ...document, units: 'imperial' }), {});
  assert.deepEqual(changedSettings(document, without), { timeZone: null });
  assert.deepEqual(changedSettings({}, { lamp_groups: [] }), { lampGroups: [] });
});
