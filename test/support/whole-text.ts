import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/**
 * Waits until a field with a text to copy shows all of it: nothing is cut off at an edge. The field gets its height
 * after its text.
 */
export async function assertWhole(field: Locator): Promise<void> {
  assert.ok((await field.inputValue()).length > 20, 'it has a text that is long enough');
  const element = await field.elementHandle();
  assert.ok(element);
  await field
    .page()
    .waitForFunction(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      element,
    );
}

/** Asserts that underscores at the end of the text are drawn, and not hidden by the edge of the line. */
export async function assertShowsUnderscores(field: Locator): Promise<void> {
  const drawnWith = async (value: string) => {
    await field.evaluate((element, text) => Object.assign(element, { value: text }), value);
    return (await field.screenshot()).toString('base64');
  };
  assert.notEqual(await drawnWith('azs____'), await drawnWith('azs    '));
}
