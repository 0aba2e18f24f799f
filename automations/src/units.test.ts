import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '@azulejo/model';
import { convert, unitsTableV2 } from '@azulejo/units';
import { compile } from './compile.ts';
import { compiled, definitionOf, facts, follow, SECOND, temperature } from './testing/home.ts';

/** Every pair of units of the superset of which one is converted into the other. */
const pairs = Object.entries(unitsTableV2.unitCalc).flatMap(([from, targets]) =>
  from === 'from' ? [] : Object.keys(targets).map((to) => [from, to] as const),
);

const at = (unit: string) => ({
  ...facts,
  properties: new Map(
    [...facts.properties].map(([key, each]) => [key, { ...each, unit, minimum: -1e9, maximum: 1e9 }]),
  ),
});

/** When a trigger on a property that is stored in `unit` begins runs, for values one second apart. */
function runs(trigger: object, unit: string, values: readonly number[]): number[] {
  const automation = compiled(
    {
      when: [{ kind: 'property', property: temperature, ...trigger } as never],
      mode: 'parallel',
      then: [{ kind: 'scene', scene: 'S' }],
    },
    { known: at(unit) },
  );
  const home = follow([automation], { values: [[temperature, values[0]]] });
  for (const [index, value] of values.entries()) home.value(index * 1000, temperature, value);
  return home.began();
}

test('refuses a value that is not a number in the stored unit, and an infinite leeway', () => {
  const endless = {
    kind: 'property',
    property: temperature,
    is: 'rises-above',
    value: 4,
    leeway: 4,
    unit: 'kelvin',
  } as const;
  assert.ok(compiled({ when: [endless] }, { known: at('mired') }));
  const kelvin = {
    kind: 'property',
    property: temperature,
    is: 'rises-above',
    value: 0,
    unit: 'kelvin',
  } as const;
  const definition = definitionOf({ when: [kelvin] });
  const { automation, problems } = compile({ id: 'A', version: 1, isEnabled: true, definition }, at('mired'));
  assert.equal(automation, undefined);
  assert.deepEqual(
    problems.map(({ path, code }) => [path, code]),
    [['when[0].unit', 'invalid_unit']],
  );
});

test('a threshold and its leeway compare alike in every unit in which they can be typed', () => {
  assert.ok(pairs.length > 400, `${pairs.length} pairs`);
  // Beyond the threshold, back within the leeway, past it, and beyond the threshold again.
  const typed = [20, 30, 28, 30, 21, 30];
  for (const [from, to] of pairs) {
    const stored = typed.map((value) => convert(value, from, to));
    for (const is of ['rises-above', 'falls-below']) {
      const trigger = { is, value: 25.3, leeway: 3.1 };
      const expected = runs(trigger, from, typed);
      assert.ok(expected.length > 0);
      assert.deepEqual(runs({ ...trigger, unit: from }, to, stored), expected, `${is} ${from} for ${to}`);
    }
  }
});

/** Returns how many runs values of a thermometer in degrees Celsius begin. */
function runsOf(when: object, values: readonly number[], known = facts): number {
  const home = follow(
    [compiled({ when: [{ kind: 'property', property: temperature, ...when }] } as never, { known })],
    {
      values: [[temperature, 15]],
    },
  );
  for (const [index, value] of values.entries()) home.value((index + 1) * SECOND, temperature, value);
  return home.began().length;
}

test('compares numbers as they are shown, which a sensor with steps reaches', () => {
  const inFahrenheit = { is: 'becomes', value: 70, unit: 'fahrenheit' };
  assert.equal(runsOf(inFahrenheit, [21, 21.1, 21.2]), 1);
  assert.equal(runsOf({ ...inFahrenheit, is: 'stops-being' }, [21.1, 21.2]), 1);
  assert.equal(runsOf({ is: 'becomes', value: 21.1 }, [21, 21.1049, 21.2]), 1);
  // More decimals than are shown are meant as they are typed.
  assert.equal(runsOf({ is: 'becomes', value: 21.14 }, [21.1, 21.2]), 0);
  assert.equal(runsOf({ is: 'becomes', value: 21.14 }, [21.1, 21.141]), 1);
});

test('compares with the precision that the steps of a thermostat have in another unit', () => {
  const key = addressKey(temperature);
  const own = facts.properties.get(key);
  assert.ok(own);
  const accepts = (value: unknown) => typeof value === 'number' && (value * 2) % 1 === 0;
  const known = { ...facts, properties: new Map(facts.properties).set(key, { ...own, step: 0.5, accepts }) };
  assert.equal(runsOf({ is: 'becomes', value: 70, unit: 'fahrenheit' }, [20, 21, 22], known), 1);
});
