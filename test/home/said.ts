import type { Locator, Page } from 'playwright-core';

/**
 * To be run in a page: marks properties and tiles that say that they are done, and keeps what was said to those who do
 * not see it. Either stands there for two or three seconds only, and a test may come later.
 */
export const KEEP_SAID = `new MutationObserver((records) => {
  for (const { type, target } of records) {
    if (type === 'attributes' && target.dataset.state === 'done')
      target.setAttribute('data-was-done', '');
    const element = target instanceof Element ? target : target.parentElement;
    const said = element?.closest('[role=status]')?.textContent;
    const { dataset } = document.documentElement;
    if (said) dataset.said = [dataset.said, said].join('; ');
  }
}).observe(document, {
  attributes: true,
  attributeFilter: ['data-state'],
  characterData: true,
  childList: true,
  subtree: true,
});`;

/** Waits until a property or tile has said that it is done. */
export const wasDone = (page: Page, what: Locator): Promise<void> =>
  what.and(page.locator('[data-was-done]')).waitFor();

/** Waits until this was said to those who do not see it. */
export const wasSaid = (page: Page, text: string): Promise<void> =>
  page.locator(`html[data-said*="${text}"]`).waitFor();
