import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderSdk } from './files.ts';

/** Returns the members, methods and resources in generated code that no doc comment describes. */
function undescribed(code: string): string[] {
  const lines = code.split('\n');
  return lines.filter(
    (line, index) => /^ +(readonly )?["\w$.]+(\??: |\()/.test(line) && !lines[index - 1]?.endsWith('*/'),
  );
}

test('every method, input and member of the API and of the portal’s API has a description', () => {
  const files = renderSdk().filter(({ path }) => /^sdk\/src\/(api|portal)\/(types|resources)/.test(path));
  assert.equal(files.length, 4);
  for (const { path, content } of files)
    assert.deepEqual(undescribed(content), [], `${path}: describe it in contract/`);
});

test('undescribed finds members and methods without a comment', () => {
  const code = [
    'export interface A {',
    '  /** Its name. */',
    '  name: string;',
    '  id?: string;',
    '  get(',
    '}',
  ];
  assert.deepEqual(undescribed(code.join('\n')), ['  id?: string;', '  get(']);
});
