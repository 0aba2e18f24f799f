import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextTemplate, locationPropertyIds } from './index.ts';
import { allProperties, propertyOf, templates, validatorOf } from './testing/catalog.ts';

const properties = allProperties([contextTemplate]).map(({ property }) => property);

test('the context template has the classes that known apps look for (ios-app 2.2, android-app 2.9)', () => {
  const [component] = contextTemplate.components.filter(({ classes }) =>
    classes.includes('com.muzzley.components.user.geo'),
  );
  assert.equal(component?.id, 'location');
  const [property, ...more] = properties.filter(({ classes }) =>
    classes.includes('com.muzzley.properties.location'),
  );
  assert.equal(property?.id, 'location');
  assert.deepEqual(more, []);
  assert.ok(property.classes.includes('com.muzzley.properties.location.context'));
  assert.deepEqual(property.components, [component.type]);
  const ofDevices = templates.flatMap(({ components }) => components.flatMap(({ classes }) => classes));
  assert.ok(!ofDevices.includes('com.muzzley.components.user.geo'));
});

test('the context template has the components that known apps use (ios-app 3)', () => {
  const ids = contextTemplate.components.map(({ id }) => id);
  assert.deepEqual(ids, ['location', 'phone', 'time', 'push', 'movement', 'network', 'scene']);
  for (const { id, type } of contextTemplate.components) assert.equal(type, id);
});

test('the context template has a tile for each component', () => {
  assert.deepEqual(
    contextTemplate.tiles.map(({ components }) => components),
    contextTemplate.components.map(({ id }) => [id]),
  );
});

test('schemas accept what phones report and reject invalid values (android-app 2.9, ios-app 2.3)', () => {
  const stamp = { timestamp: '2026-11-21T10:00:00.000+0000', unknown_start: false, device_id: 'phone-1' };
  const position = { latitude: 41.15, longitude: -8.61, horizontal_accuracy: 12 };
  const still = { status: true, confidence: 0.5 };
  const cases: readonly [component: string, property: string, good: unknown[], bad: unknown[]][] = [
    ['location', 'location', [{}, { ...position, ...stamp }], [{ latitude: 91 }, 'home', null]],
    ['location', 'latlon', [{}, { ...position, ...stamp, floor: 2 }], [{ longitude: -181 }]],
    [
      'location',
      'visit',
      [{ ...position, ...stamp, arrival_date: stamp.timestamp, departure_date: stamp.timestamp }],
      [[]],
    ],
    ['movement', 'activity', [{ stationary: still, walking: still, ...stamp }], [{ walking: true }]],
    [
      'movement',
      'activity_history',
      [
        {
          history: [{ walking: true, confidence: 1, start_date: stamp.timestamp, end_date: stamp.timestamp }],
        },
      ],
      [{ history: {} }],
    ],
    ['network', 'current_wifi', [{ ssid: '', bssid: '', ...stamp }], [{ ssid: 1 }]],
    ['phone', 'incoming-call', [{ caller: '+351 910 000 000' }], ['+351']],
    ['phone', 'incoming-sms', [{ sender: '+351 910 000 000' }], [[]]],
    ['push', 'notification', ['The door is open.'], [{}]],
  ];
  for (const [component, id, good, bad] of cases) {
    const validate = validatorOf(propertyOf(contextTemplate, id, component));
    for (const value of good) assert.ok(validate(value), `${id} takes ${JSON.stringify(value)}`);
    for (const value of bad) assert.ok(!validate(value), `${id} refuses ${JSON.stringify(value)}`);
  }
});

test('every location property exists in the context template', () => {
  const known = properties.map(({ id }) => id);
  assert.deepEqual(
    locationPropertyIds.filter((id) => !known.includes(id)),
    [],
  );
});

test('flags of context properties match their triggers, states, actions and access', () => {
  for (const property of properties) {
    assert.equal(property.isTriggerable, property.triggers.length > 0, property.id);
    assert.equal(property.isStateful, property.states.length > 0, property.id);
    assert.equal(property.isActionable, property.actions.length > 0, property.id);
    assert.equal(property.isActionable, String(property.io).includes('w'), property.id);
  }
});
