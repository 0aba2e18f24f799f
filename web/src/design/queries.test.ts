import { AzulejoError } from '@azulejo/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueries } from './queries.ts';

/** Asks a server that always fails, and returns after how many ms each retry came. */
async function retriesAfter(error: Error, draws: readonly number[]): Promise<number[]> {
  vi.useFakeTimers();
  const random = vi.spyOn(Math, 'random');
  for (const draw of draws) random.mockReturnValueOnce(draw);
  const began = Date.now();
  const requested: number[] = [];
  const queryFn = () => {
    requested.push(Date.now() - began);
    return Promise.reject(error);
  };
  const failed = expect(createQueries().fetchQuery({ queryKey: ['anything'], queryFn })).rejects.toBe(error);
  await vi.runAllTimersAsync();
  await failed;
  return requested.slice(1);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('queries that fail', () => {
  it('retries a failed query twice after a random time up to a limit that doubles', async () => {
    expect(await retriesAfter(new Error('503'), [0.5, 0.5])).toEqual([500, 1_500]);
    expect(await retriesAfter(new Error('503'), [0.1, 0.9])).toEqual([100, 1_900]);
  });

  it('does not retry a query that was refused', async () => {
    expect(await retriesAfter(new AzulejoError('Refused', 'no'), [])).toEqual([]);
  });
});
