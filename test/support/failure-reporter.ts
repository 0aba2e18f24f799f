import type { TestEvent } from 'node:test/reporters';

/** A test that failed, with its file, or a process that ran all its tests, with the file that the test runner ran. */
export type Outcome =
  | { readonly kind: 'failed'; readonly name: string; readonly file: string }
  | { readonly kind: 'ended'; readonly passed: boolean; readonly file: string };

/** A reporter for node:test that writes a line of JSON for each failed test and each process that ran all its tests. */
export default async function* reportOutcomes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    const outcome = type === 'test:fail' ? failure(data) : type === 'test:summary' ? end(data) : undefined;
    if (outcome) yield `${JSON.stringify(outcome)}\n`;
  }
}

type DataOf<Type> = Extract<TestEvent, { type: Type }>['data'];

function failure({ name, file, details: { error } }: DataOf<'test:fail'>): Outcome | undefined {
  // Skips suites, which fail whenever one of their tests does.
  const isOfOthers = 'failureType' in error && error.failureType === 'subtestsFailed';
  return isOfOthers ? undefined : { kind: 'failed', name, file: file ?? '' };
}

/** The summary of the whole run names no file. */
function end({ success, file }: DataOf<'test:summary'>): Outcome | undefined {
  return file === undefined ? undefined : { kind: 'ended', passed: success, file };
}
