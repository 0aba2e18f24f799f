import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createList } from './list.ts';
import type { WireInput } from './request.ts';

/** Serves pages one after another. Returns what was sent, and the items that an iteration yields. */
async function iterate(next: Parameters<typeof createList>[0]['next'], pages: readonly object[]) {
  const sent: WireInput[] = [];
  const list = createList({ items: 'items', ...(next && { next }) }, { user_id: 'me' }, async (input) => {
    sent.push(input);
    return pages[sent.length - 1] ?? assert.fail('asked for a page after the end');
  });
  const first = await list;
  assert.equal(sent.length, 1, 'awaiting a list reads one page');
  const items: unknown[] = [];
  for await (const item of list) items.push(item);
  return { first, sent, items };
}

test('a list resolves with its reply, and yields its items', async () => {
  const reply = { items: ['a', 'b'], total: 2 };
  const { first, sent, items } = await iterate(undefined, [reply]);
  assert.equal(first, reply);
  assert.deepEqual(items, ['a', 'b']);
  assert.equal(sent.length, 1);
});

test('a list with a cursor in its reply sends it until a page is empty', async () => {
  const pages = [
    { items: [1, 2], cursor: 'x' },
    { items: [3], cursor: 'y' },
    { items: [], cursor: 'y' },
  ];
  const { sent, items } = await iterate({ send: 'after', reply: 'cursor' }, pages);
  assert.deepEqual(items, [1, 2, 3]);
  assert.deepEqual(sent.slice(1), [
    { user_id: 'me', after: 'x' },
    { user_id: 'me', after: 'y' },
  ]);
});

test('ends a list whose cursor is null without another request', async () => {
  const { sent, items } = await iterate({ send: 'after', reply: 'next' }, [{ items: [1], next: null }]);
  assert.deepEqual(items, [1]);
  assert.equal(sent.length, 1);
});

test('a list that continues after its last item sends a member of it', async () => {
  const pages = [{ items: [{ timestamp: '2' }, { timestamp: '1' }] }, { items: [] }];
  const { sent } = await iterate({ send: 'to', item: 'timestamp' }, pages);
  assert.deepEqual(sent.slice(1), [{ user_id: 'me', to: '1' }]);
});

test('a list that skips sends the number of items so far', async () => {
  const pages = [{ items: ['a', 'b'] }, { items: ['c'] }, { items: [] }];
  const { sent, items } = await iterate({ send: 'page_start_index' }, pages);
  assert.deepEqual(items, ['a', 'b', 'c']);
  assert.deepEqual(
    sent.map((input) => input['page_start_index']),
    [undefined, 2, 3],
  );
});
