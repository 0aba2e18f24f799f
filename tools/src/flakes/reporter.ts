import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { root } from '../root.ts';

/** Prefix of the lines with failures in the output of a run. */
export const FAILED = 'failed-test ';

/** A reporter for node:test that prints a line for each failed test: its file, its name and the reason. */
export default async function* reportFailures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    // Skips suites, which fail whenever one of their tests does.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
    const { cause } = error;
    const reason = cause instanceof Error ? cause.message : error.message;
    const name = `${relative(root, data.file ?? '')}: ${data.name}`;
    yield `${FAILED}${JSON.stringify({ name, reason: reason.slice(0, 500) })}\n`;
  }
}
