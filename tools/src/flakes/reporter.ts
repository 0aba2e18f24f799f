import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { root } from '../root.ts';

/** What a failure's line begins with, among all else that a run prints. */
export const FAILED = 'failed-test ';

/** A reporter of node:test that prints a line for each test that failed: its file, its name and why. */
export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    // A suite fails with each of its tests.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : error.message;
    const name = `${relative(root, data.file ?? '')}: ${data.name}`;
    yield `${FAILED}${JSON.stringify({ name, reason: reason.slice(0, 500) })}\n`;
  }
}
