import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../api-error.ts';
import { applyListQuery, readListQuery } from './list-query.ts';

const paths = new Set(['order_index', 'name', 'template.type', 'template.name', 'template.isNew', 'made']);

const elements = [
  { order_index: 2, name: 'b', template: { type: 'device', name: 'Red/Plug', isNew: true } },
  { order_index: 10, name: 'a', template: { type: 'device', name: 'lamp', isNew: false } },
  { order_index: -1, name: 'c', template: { type: 'hub', name: 'Lamp 100%', isNew: false } },
  { order_index: 2, name: 'd', made: '2026-01-02T03:04:05.678+0000', template: { type: 'hub', name: '' } },
];

/** Returns the names of the matching elements, in order. The query is parsed as the server parses it. */
function names(query: string): string {
  const members: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const known = members[name];
    members[name] = known === undefined ? value : [known, value].flat();
  }
  const { elements: kept } = applyListQuery(elements, readListQuery(members, paths));
  return kept.map(({ name }) => name).join('');
}

for (const [query, kept] of [
  // Both phone apps send this (android-app 2.8, ios-app 7.1). The plus is decoded as a space.
  ['order_by=+order_index&order_index=gt/-999999/n', 'cbda'],
  ['template.type=device&order_by=+order_index&order_index=gt/-999999/n', 'ba'],
  ['template.type=hub', 'cd'],
  ['', 'bacd'],
  ['order_by=%2Bname', 'abcd'],
  ['order_by=-name', 'dcba'],
  ['order_by=name', 'abcd'],
  ['order_by=-order_index,-name', 'adbc'],
  ['order_by=-order_index&order_by=-name', 'adbc'],
  ['order_by=%2Btemplate.type,-name', 'badc'],
  ['order_by=made', 'dbac'],
  ['order_index=eq/2/n', 'bd'],
  ['order_index=2', 'bd'],
  ['order_index=eq/2/s', ''],
  ['order_index=neq/2/n', 'ac'],
  ['order_index=gte/2/n', 'bad'],
  ['order_index=gt/2/n&order_index=lt/11/n', 'a'],
  ['order_index=lt/2/n', 'c'],
  ['order_index=lte/2/n', 'bcd'],
  ['order_index=gt/a/s', ''],
  ['name=gt/b/s', 'cd'],
  ['order_index=in/[2,-1]/j', 'bcd'],
  ['name=nin/["a","b"]/j', 'cd'],
  ['name=in/[]/j', ''],
  ['made=nin/["x"]/j', 'bacd'],
  ['made=neq/x/s', 'bacd'],
  ['template.isNew=true', 'b'],
  ['template.isNew=eq/false/b', 'ac'],
  ['template.name=eq/Red/Plug/s', 'b'],
  ['template.name=Red/Plug', 'b'],
  ['template.name=eq//s', 'd'],
  ['template.name=like/%LAMP%/s', 'ac'],
  ['template.name=like/lamp/s', 'a'],
  ['template.name=like/lamp%/s', 'ac'],
  ['template.name=like/%25plug/s', 'b'],
  ['template.name=like/r%/%g/s', 'b'],
  ['template.name=like/lamp%lamp/s', ''],
  ['template.name=nlike/%lamp%/s', 'bd'],
  ['made=gt/2026-01-02T03:04:05.000+0000/d', 'd'],
  ['made=lt/2026-01-02T03:04:05.000+0000/d', ''],
  ['page_size=2', 'ba'],
  ['page_size=2&page_start_index=1', 'ac'],
  ['page_size=0', ''],
  ['page_start_index=9', ''],
] as const) {
  test(`list query "${query}" returns ${kept || 'nothing'}`, () => assert.equal(names(query), kept));
}

test('applyListQuery returns the number of elements on all pages', () => {
  assert.equal(applyListQuery(elements, readListQuery({ page_size: '1' }, paths)).size, 4);
});

for (const [fields, element] of [
  ['name', { name: 'b' }],
  ['name,template.type', { name: 'b', template: { type: 'device' } }],
  ['template.type, template.name', { template: { type: 'device', name: 'Red/Plug' } }],
  ['template.type,template', { template: elements[0]?.template }],
  ['template,template.type', { template: elements[0]?.template }],
  ['made', {}],
] as const) {
  test(`applyListQuery returns copies of the elements with only the fields ${fields}`, () => {
    const before = structuredClone(elements);
    const { elements: shown } = applyListQuery(elements, readListQuery({ fields }, paths));
    assert.deepEqual(shown[0], element);
    assert.deepEqual(elements, before);
  });
}

for (const [name, value, reason] of [
  ['size', '1', /not a member of the elements/],
  ['__proto__', '1', /not a member of the elements/],
  ['order_by', '-colour', /"colour" is not a member/],
  ['order_by', 'template', /"template" is not a member/],
  ['fields', 'name,constructor', /"constructor" is not a member/],
  ['page_size', '-1', /whole number/],
  ['page_size', ['1', '2'], /whole number/],
  ['page_start_index', 'x', /whole number/],
  ['name', 'near/5/n', /operator "near", which is not one of eq, neq,/],
  ['name', 'constructor/5/n', /operator "constructor", which is not one of/],
  ['name', 'gt/5', /operator\/value\/type/],
  ['name', 'eq/5/x', /type "x"/],
  ['name', 'gt/five/n', /not of the type "n"/],
  ['name', 'eq//n', /not of the type "n"/],
  ['name', 'eq/yes/b', /not of the type "b"/],
  ['name', 'gt/yesterday/d', /not of the type "d"/],
  ['name', 'in/[1/j', /not of the type "j"/],
  ['name', 'in/1/n', /needs a JSON array/],
  ['name', 'eq/[1]/j', /needs one value/],
  ['name', 'a\0', /must be text/],
  ['name', 'x'.repeat(2001), /must be text/],
] as const) {
  test(`readListQuery rejects ${name}=${String(value).slice(0, 20)} and names the field`, () => {
    assert.throws(
      () => readListQuery(Object.fromEntries([[name, value]]), paths),
      (error) => {
        assert.ok(error instanceof ApiError);
        const [field] = error.fields;
        assert.equal(error.kind, 'invalid_request');
        assert.equal(field?.field, name);
        assert.match(field?.reason ?? '', reason);
        return true;
      },
    );
  });
}

test('readListQuery rejects more than 20 filters', () => {
  const filters = (count: number) => ({ name: Array.from({ length: count }, () => 'a') });
  assert.equal(readListQuery(filters(20), paths).filters.length, 20);
  assert.throws(
    () => readListQuery(filters(21), paths),
    (error) => error instanceof ApiError && error.fields[0]?.reason === 'must not have more than 20 filters',
  );
});
