import type { Automation } from '@azulejo/contract';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, unreachable } from '../../../../testing/fake-server.ts';
import { definition, dialog, openEditor, openOne, stored, word } from '../../../testing/open-editor.tsx';

const ctrlS = (repeat = false) => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true, repeat });

/** Opens the stored automation without its second step, while saving it takes as long as the test wants. */
async function openSlow() {
  const reply = Promise.withResolvers<Automation>();
  const page = await openOne({ automations: { replace: () => reply.promise } });
  (await word('3 minutes')).focus();
  await page.user.keyboard('{Delete}');
  return { ...page, answer: () => reply.resolve({ ...stored, version: 5, _rev: '5-a' }) };
}

/** Opens a new automation that is whole, and answers its creation. */
async function openNew(create: () => Promise<Automation>) {
  const page = openEditor('/automations/new?device=lamp', { automations: { create } });
  await page.user.click(await word('something happens'));
  const when = await dialog('When what happens?');
  await page.user.click(when.getByRole('button', { name: 'Hall motion' }));
  await page.user.click(await when.findByRole('button', { name: /^detects motion(?! for)/ }));
  return page;
}

describe('saving an automation', () => {
  it('sends one request however often it is asked for before the answer', async () => {
    const { platform, answer } = await openSlow();
    ctrlS();
    await expect.poll(() => platform.sent('automations.replace')).toHaveLength(1);
    ctrlS(true);
    ctrlS();
    await screen.findByRole('button', { name: 'Save' });
    answer();
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    expect(platform.sent('automations.replace')).toHaveLength(1);
  });

  it('keeps the focus and the later edits of a person, and stores them with the next save', async () => {
    const { user, platform, answer } = await openSlow();
    ctrlS();
    await expect.poll(() => platform.sent('automations.replace')).toHaveLength(1);
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.type(name, '!');
    answer();
    await screen.findByText('Saved.');
    expect(window.location.pathname).toBe('/home/automations/hall/edit');
    expect(document.activeElement).toBe(name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    expect(platform.bodies('automations.replace')).toMatchObject([
      { label: definition.label },
      { label: `${definition.label}!` },
    ]);
    expect(platform.sent('automations.replace')[1]?.headers.get('if-match')).toBe('"5-a"');
  });

  it('replaces the new automation that it created, if it is edited on', async () => {
    const reply = Promise.withResolvers<Automation>();
    const { user, platform } = await openNew(() => reply.promise);
    ctrlS();
    await expect.poll(() => platform.sent('automations.create')).toHaveLength(1);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Hall');
    reply.resolve(stored);
    await screen.findByText('Saved.');
    ctrlS();
    await expect.poll(() => platform.bodies('automations.replace')).toMatchObject([{ label: 'Hall' }]);
    expect(platform.sent('automations.create')).toHaveLength(1);
  });

  it('does not create a new automation again when no answer came', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { platform } = await openNew(() => unreachable());
    ctrlS();
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
    await expect.poll(() => platform.sent('automations.create')).toHaveLength(1);
    expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached/);
    expect(screen.queryByText('It will be saved when the platform can be reached again.')).toBeNull();
  });

  it('shows why it was refused until something is changed', async () => {
    const text = 'There are too many steps.';
    const { user } = await openOne({ automations: { replace: refused(422, 4220, { text }) as never } });
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    ctrlS();
    await screen.findByRole('button', { description: text });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
    expect(screen.queryByText(text)).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('says nothing of an outage when a name is typed', async () => {
    const { user } = await openOne();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
    expect(screen.queryByText('After an outage as usual')).toBeNull();
  });
});
