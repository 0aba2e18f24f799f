import assert from 'node:assert/strict';
import { it } from 'node:test';
import { covers, isValidFilter, isValidTopicName, matchesFilter } from './topic-filter.ts';

/** Returns every text of up to three of these levels. */
function combine(levels: readonly string[]): string[] {
  const two = levels.flatMap((first) => levels.map((second) => `${first}/${second}`));
  return [...levels, ...two, ...two.flatMap((start) => levels.map((level) => `${start}/${level}`))];
}

const topics = combine(['', 'a', 'b', '$a']).filter(isValidTopicName);
const filters = combine(['', 'a', 'b', '$a', '+', '#']).filter(isValidFilter);

/** Translates a filter to a regular expression by MQTT 4.7. */
function asPattern(filter: string): RegExp {
  const body = filter
    .replaceAll('$', '\\$')
    .replaceAll('+', '[^/]*')
    .replace(/^#$/, '.*')
    .replace(/\/#$/, '(/.*)?');
  return new RegExp(`^${/^[+#]/.test(filter) ? '(?!\\$)' : ''}${body}$`);
}

it('matchesFilter matches filters and topics of up to three levels as MQTT 4.7 defines', () => {
  let count = 0;
  for (const filter of filters) {
    const pattern = asPattern(filter);
    for (const topic of topics) {
      assert.equal(matchesFilter(filter, topic), pattern.test(topic), `${filter} and ${topic}`);
      count += 1;
    }
  }
  assert.ok(count > 5_000, `${count}`);
});

it('covers returns true exactly when the outer filter matches all topics of the inner one', () => {
  // The topics have one level more than the filters, so that topics below `#` are included.
  const all = combine(['', 'a', 'b', '$a', 'other']).flatMap((start) => [start, `${start}/below`]);
  const reach = new Map(
    filters.map((filter) => [filter, all.filter((topic) => topic !== '' && matchesFilter(filter, topic))]),
  );
  for (const outer of filters) {
    for (const inner of filters) {
      const isCovered = (reach.get(inner) ?? []).every((topic) => matchesFilter(outer, topic));
      assert.equal(covers(outer, inner), isCovered, `${outer} covers ${inner}`);
    }
  }
});

it('isValidFilter and isValidTopicName accept valid text and reject invalid text', () => {
  for (const filter of ['#', '+', '/', '+/+', 'a/#', '/+/', '$SYS/#', ' ', '\ufeff', '🧱']) {
    assert.equal(isValidFilter(filter), true, filter);
  }
  for (const filter of ['', 'a#', '#/', 'a/#/b', '++', 'a+', '+a/b', '\0', '\ud800', 'x'.repeat(65_536)]) {
    assert.equal(isValidFilter(filter), false, filter);
    assert.equal(isValidTopicName(filter), false, filter);
  }
  assert.equal(isValidTopicName('x'.repeat(65_535)), true);
  assert.equal(isValidTopicName('é'.repeat(32_768)), false, 'bytes count, not letters');
  for (const topic of ['a/+', '#', 'a+']) assert.equal(isValidTopicName(topic), false, topic);
});
