import type { Locator, Page } from 'playwright-core';

/**
 * A script for a page: marks properties and tiles whose write was confirmed, and collects the texts of live
 * regions. Either is shown for two or three seconds only, and a test may look later.
 */
export const RECORD_ANNOUNCEMENTS = `new MutationObserver((records) => {
  for (const { type, target } of records) {
    if (type === 'attributes' && target.dataset.state === 'done')
      target.setAttribute('data-was-done', '');
    const element = target instanceof Element ? target : target.parentElement;
    const text = element?.closest('[role=status]')?.textContent;
    const { dataset } = document.documentElement;
    if (text) dataset.announced = [dataset.announced, text].join('; ');
  }
}).observe(document, {
  attributes: true,
  attributeFilter: ['data-state'],
  characterData: true,
  childList: true,
  subtree: true,
});`;

/** Waits until a property or tile has shown that its write was confirmed. */
export const wasConfirmed = (page: Page, what: Locator): Promise<void> =>
  what.and(page.locator('[data-was-done]')).waitFor();

/** Waits until this text was announced to screen readers. */
export const wasAnnounced = (page: Page, text: string): Promise<void> =>
  page.locator(`html[data-announced*="${text}"]`).waitFor();
