import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible } from '../support/home-pages.ts';
import { onSqlite } from '../support/scene.ts';
import { setUpDevices } from './device-scene.ts';

/** A distance that does not close a sheet, however fast it is dragged. */
const SHORT_PX = 30;

const phone = { width: 390, height: 844, hasTouch: true };

/** Opens the dialog that renames the device, from its menu. */
async function openRename(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change this device' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.waitFor();
  return dialog;
}

/** Returns the edges of the dialog, in whole px: an animation may end a fraction of one away. */
async function edgesOf(dialog: Locator) {
  const box = await dialog.boundingBox();
  assert.ok(box);
  const edges = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
  return Object.fromEntries(
    Object.entries(edges).map(([name, px]) => [name, Math.round(px)]),
  ) as typeof edges;
}

/** Waits until the dialog is at the lower edge of the window. */
const untilUp = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    const look = () => {
      const { bottom } = document.querySelector('[role=dialog]').getBoundingClientRect();
      Math.abs(bottom - ${phone.height}) < 0.01 ? done() : requestAnimationFrame(look);
    };
    look();
  })`);

/** Drags the title of the dialog and lets go. Returns by how many px the dialog followed. */
async function dragDown(page: Page, dialog: Locator, px: number): Promise<number> {
  await untilUp(page);
  const { top } = await edgesOf(dialog);
  await page.mouse.move(120, top + 40);
  await page.mouse.down();
  await page.mouse.move(120, top + 40 + px, { steps: 4 });
  await page.locator(`[data-dragged][style*="--sheet-offset: ${px}px"]`).waitFor({ state: 'attached' });
  const dragged = await edgesOf(dialog);
  await page.mouse.up();
  return dragged.top - top;
}

onSqlite('dialogs of Home on a phone', setUpDevices, (scene) => {
  it('opens dialogs at the lower edge, which follow the finger, spring back and close', async () => {
    const { newDevice, open } = scene();
    const { page, pageErrors } = await open(await newDevice('GL-C-008P', 'Lamp'), phone);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const dialog = await openRename(page);
    await untilUp(page);
    const edges = await edgesOf(dialog);
    assert.deepEqual([edges.left, edges.right, edges.bottom], [0, phone.width, phone.height]);
    await assertAccessible(page, 'a sheet');
    assert.equal(await dragDown(page, dialog, SHORT_PX), SHORT_PX);
    await untilUp(page);
    assert.deepEqual(await edgesOf(dialog), edges, 'it is back in its place');
    await dragDown(page, dialog, 160);
    await dialog.waitFor({ state: 'detached' });
    await (await openRename(page)).press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
  });

  it('does not animate dialogs for people who want less motion, and closes them when they are dragged down', async () => {
    const { newDevice, open } = scene();
    const { page } = await open(await newDevice('GL-C-008P', 'Lamp'), phone);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const dialog = await openRename(page);
    assert.equal(await dragDown(page, dialog, SHORT_PX), 0);
    await dragDown(page, dialog, 160);
    await dialog.waitFor({ state: 'detached' });
  });
});
