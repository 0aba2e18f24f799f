import { describe, expect, it } from 'vitest';
import { patternsOf } from './rooms.ts';

describe('the patterns of rooms', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `room-${index}`);

  it('gives each of eight consecutive rooms another pattern', () => {
    const patterns = patternsOf(ids);
    const alike = patterns.filter((pattern, index) => patterns.slice(index + 1, index + 8).includes(pattern));
    expect(alike).toEqual([]);
  });

  it('uses all eight patterns', () => {
    expect(new Set(patternsOf(ids))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });

  it('keeps the pattern of a room when others are added after it', () => {
    expect(patternsOf(ids.slice(0, 50))).toEqual(patternsOf(ids).slice(0, 50));
  });

  it('gives the same pattern for the same id unless a room near it has it', () => {
    const [alone] = patternsOf(['kitchen']);
    expect(patternsOf(['kitchen', 'kitchen'])).toEqual([alone, ((alone ?? 0) + 1) % 8]);
  });
});
