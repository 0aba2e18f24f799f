import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unitOf } from './units.ts';

/** Units as devices write them, and texts that are no unit of the table, which people read as they are. */
type Spellings = {
  readonly units: Readonly<Record<string, readonly string[]>>;
  readonly unknown: readonly string[];
};

const { units, unknown } = JSON.parse(
  readFileSync(new URL('../../fixtures/units.json', import.meta.url), 'utf8'),
) as Spellings;

test('each unit that devices send is found by any of its spellings', () => {
  const found = Object.entries(units).flatMap(([key, spellings]) =>
    spellings.map((each) => {
      const { options, shown } = unitOf(each, false);
      // People read the colour of light in kelvins, and what is only a number without a unit.
      const isSpecial =
        (key === 'mired' && shown.suffix === ' K') || (key === 'number' && shown.suffix === '');
      return [each, isSpecial ? key : options?.vendorUnit];
    }),
  );
  const wanted = Object.entries(units).flatMap(([key, spellings]) => spellings.map((each) => [each, key]));
  assert.ok(wanted.length >= 149);
  assert.deepEqual(found, wanted);
});

test('a unit that is unknown is shown as the device names it', () => {
  for (const each of unknown) {
    const { options, shown } = unitOf(each, false);
    assert.deepEqual([options, shown.suffix], [undefined, ` ${each}`]);
  }
});
