import { describe, expect, it } from 'vitest';
import { nameInRoom } from './name-in-room.ts';

describe('nameInRoom', () => {
  it.each([
    ['Living room radiator', 'Living room', 'Radiator'],
    ['Kitchen · Lamp', 'Kitchen', 'Lamp'],
    ['Ceiling light kitchen', 'Kitchen', 'Ceiling light'],
  ])('shortens %s in %s to %s', (name, room, short) => {
    expect(nameInRoom(name, room)).toBe(short);
  });

  it.each([
    ['Kitchen 1', 'Kitchen'],
    ['Kitchen', 'Kitchen'],
    ['Lampe im Flur', 'Flur'],
    ['Hallway lamp', 'Hall'],
    ['Sofa lamp', 'Kitchen'],
    ['Sofa lamp', undefined],
  ])('leaves %s in %s', (name, room) => {
    expect(nameInRoom(name, room)).toBe(name);
  });
});
