import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '@azulejo/model';
import { loadLanguage } from './index.ts';

/** Returns all texts of a value by their paths. */
function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, each]) => textsOf(each, `${path}.${key}`));
}

const holesOf = (text: string | undefined) => [...new Set(text?.match(/\{\w+\}/g) ?? [])].toSorted();
const messagesIn = async (language: (typeof LANGUAGES)[number]) =>
  new Map(textsOf(await loadLanguage(language), ''));

const english = await messagesIn('en');
/** Only English has a word for the device just named. A lead may be empty, and standard predicates are a list. */
const isOptional = (path: string) => /^\.(verbs\.\w+\.1|standardPredicates|leads\.sunOffset)/.test(path);

for (const language of LANGUAGES) {
  test(`has every message in ${language}, with its placeholders`, async () => {
    const texts = await messagesIn(language);
    for (const [path, text] of english) {
      if (isOptional(path)) continue;
      assert.ok(texts.get(path)?.trim(), `${path} is missing`);
      assert.deepEqual(holesOf(texts.get(path)), holesOf(text), `holes of ${path}`);
    }
    assert.deepEqual(
      [...texts.keys()].filter((path) => !english.has(path) && !isOptional(path)),
      [],
    );
  });

  test(`has a word for “press” in ${language} wherever English has one`, async () => {
    const texts = await messagesIn(language);
    const isPressed = (text: string | undefined) => /\[[^\]]+\]/.test(text ?? '');
    for (const [path, text] of english)
      if (!isOptional(path)) assert.equal(isPressed(texts.get(path)), isPressed(text), path);
  });
}
