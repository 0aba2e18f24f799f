import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from './english/index.ts';
import { languages } from './testing/languages.ts';

/** Returns all texts of a value by their paths. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, each]) => textsOf(each, `${path}.${key}`));
}

const holesOf = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g) ?? [])].toSorted();
const isPressed = (text: string | undefined) => /\[[^\]]+\]/.test(text ?? '');

const source = new Map(textsOf(english));
/** Only English has a word for the device just named. */
const isRepeated = (path: string) => /^\.verbs\.\w+\.again$/.test(path);

for (const { language, ...messages } of languages) {
  const texts = new Map(textsOf(messages));

  test(`has every message in ${language}, with its placeholders`, () => {
    assert.deepEqual([...texts.keys()].toSorted(), [...source.keys()].toSorted());
    for (const [path, text] of source) {
      assert.ok(texts.get(path)?.trim(), `${path} is missing`);
      if (!isRepeated(path)) assert.deepEqual(holesOf(texts.get(path)), holesOf(text), `holes of ${path}`);
    }
  });

  test(`has a word for “press” in ${language} wherever English has one`, () => {
    for (const [path, text] of source) assert.equal(isPressed(texts.get(path)), isPressed(text), path);
  });

  test(`says in ${language} of which gender a noun is`, () => {
    for (const { gender } of Object.values(messages.groups)) assert.ok(['m', 'f'].includes(gender));
  });
}
