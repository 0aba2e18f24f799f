import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateProperty } from '@azulejo/contract';
import { allProperties } from './testing/catalog.ts';

const isEvent = (property: TemplateProperty): boolean => property.schema === 'event';

const OPPOSITES = /^(on|off|open|closed?|(un)?lock|enable|disable|true|false)$/i;

test('opposites are boolean, and their switch has a label for each', () => {
  for (const { property, where } of allProperties()) {
    const { enum: values } = property.schemaExtension;
    if (Array.isArray(values) && values.length === 2 && !isEvent(property))
      assert.ok(!values.every((value) => OPPOSITES.test(value)), where);
    if (!['boolean', 'on-off'].includes(property.schema)) continue;
    const [control] = property.controlInterfaces;
    assert.equal(control?.controlInterface, 'switch', where);
    assert.equal(typeof control.config['on'], 'string', where);
    assert.equal(typeof control.config['off'], 'string', where);
    assert.notEqual(control.config['on'], control.config['off'], where);
  }
});

test('flags are set exactly when the property has triggers, states or actions', () => {
  for (const { property, where } of allProperties()) {
    assert.equal(property.isTriggerable, property.triggers.length > 0, where);
    assert.equal(property.isStateful, property.states.length > 0, where);
    assert.equal(property.isActionable, property.actions.length > 0, where);
  }
});

test('only writable properties have actions, and only reported ones have triggers', () => {
  for (const { property, where } of allProperties()) {
    const io = String(property.io);
    assert.equal(property.isActionable, io.includes('w'), where);
    assert.equal(property.isTriggerable, io.includes('s'), where);
    if (property.isStateful) assert.ok(io.includes('r'), where);
  }
});

test('event properties have triggers, but neither states nor actions', () => {
  const events = allProperties().filter(({ property }) => isEvent(property));
  assert.ok(events.length > 0);
  for (const { property, where } of events) {
    assert.equal(property.io, 's', where);
    assert.ok(property.isTriggerable, where);
    assert.ok(!property.isStateful && !property.isActionable, where);
  }
});

test('every input of a rule uses a control of its property and appears in the label', () => {
  for (const { property, where } of allProperties()) {
    const controls = property.controlInterfaces.map(({ id }) => id);
    assert.equal(new Set(controls).size, controls.length, where);
    for (const rule of [...property.triggers, ...property.states, ...property.actions]) {
      assert.ok(rule.label !== '' && rule.predicateLabel !== '', where);
      for (const input of rule.inputs) {
        assert.ok(controls.includes(input.controlInterfaceId), where);
        assert.ok(rule.inputsLabel.includes(`{{${input.id}}}`), where);
      }
      if (rule.condition === 'changes') assert.deepEqual(rule.inputs, [], where);
      else assert.ok(rule.inputs.length > 0, where);
    }
  }
});

test('a text picker offers exactly the values that the schema allows', () => {
  const pickers = allProperties().filter(({ property }) => property.schema === 'choice');
  assert.ok(pickers.length > 0);
  for (const { property, where } of pickers) {
    const [control] = property.controlInterfaces;
    if (control?.controlInterface === 'button') {
      assert.deepEqual(property.schemaExtension['enum'], [control.config['value']], where);
      continue;
    }
    assert.equal(control?.controlInterface, 'text-picker', where);
    const options = control.config['options'] as { label: string; value: string }[];
    assert.deepEqual(
      options.map(({ value }) => value),
      property.schemaExtension['enum'],
      where,
    );
    assert.ok(
      options.every(({ label }) => label !== ''),
      where,
    );
  }
});

test('priorities are numbered from 1 within a component', () => {
  for (const key of ['mainInformationPriority', 'mainActionPriority'] as const) {
    const byComponent = Map.groupBy(
      allProperties(),
      ({ template, property }) => `${template.id} ${property.components}`,
    );
    for (const [component, places] of byComponent) {
      const numbers = places.map(({ property }) => property[key]).filter((number) => number > 0);
      assert.deepEqual(
        numbers.toSorted((a, b) => a - b),
        numbers.map((_, index) => index + 1),
        component,
      );
    }
  }
});
