import { describe, expect, it } from 'vitest';
import { hasRoom, insertValue, messageOf, withoutUnused } from './message-values.ts';

const temperature = { channel: 'bedroom', component: 'sensor', property: 'temperature' };
const other = { channel: 'kitchen', component: 'sensor', property: 'temperature' };

describe('the values of a message', () => {
  it('inserts a value of a message at a position, with a space before and a name from its property', () => {
    const { text, values } = insertValue({ text: 'It is inside', values: {} }, temperature, 5);
    expect(text).toBe('It is {{temperature}} inside');
    expect(values).toEqual({ temperature });
  });

  it('keeps the name of a value that is inserted again, and gives a unique name next to others', () => {
    const once = insertValue({ text: '', values: {} }, temperature, 0);
    const twice = insertValue(once, temperature, once.text.length);
    const three = insertValue(twice, other, twice.text.length);
    expect(three.text).toBe('{{temperature}} {{temperature}} {{temperature_2}}');
    expect(three.values).toEqual({ temperature, temperature_2: other });
  });

  it('gives values of a message names that the platform takes, whatever the id of the property', () => {
    for (const property of ['on-off', '2nd', 'Größe', 'x'.repeat(80), '…']) {
      const { values } = insertValue({ text: '', values: {} }, { ...temperature, property }, 0);
      expect(Object.keys(values)[0]).toMatch(/^[a-z][a-z0-9_]{0,30}$/);
    }
  });

  it('drops values of a message once the text names them no longer, and keeps ten at most', () => {
    const one = insertValue({ text: '', values: {} }, temperature, 0);
    expect(withoutUnused({ ...one, text: 'Nothing' }).values).toEqual({});
    let full = messageOf(undefined);
    for (let number = 0; number < 10; number += 1)
      full = insertValue(full, { ...temperature, channel: String(number) }, full.text.length);
    expect(hasRoom(full)).toBe(false);
  });
});
