import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Far longer than a step takes. */
const LIMIT_MS = 20_000;

/** Asks again and again until the condition holds, where nothing reports it. Throws when that takes too long. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    assert.ok(performance.now() < end, `${condition} is not true in time`);
    await setTimeout(10);
  }
}
