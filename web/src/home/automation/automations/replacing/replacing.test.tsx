import type { Automation, AutomationReplacement } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, tileOf } from '../../../../testing/devices.ts';
import { channelList } from '../../../testing/fake-home.ts';
import { openEditor, stored } from '../../../testing/open-editor.tsx';

const replacement: AutomationReplacement = {
  applied: false,
  automations: [
    { id: 'hall', label: 'Hall light at night', fits: true, sentence: 'With the new lamp.', problems: [] },
    {
      id: 'warm',
      label: 'Warm light',
      fits: false,
      sentence: 'As it is.',
      problems: [
        { path: 'then[0].set', code: 'unknown_property', text: 'It has no colour.', severity: 'error' },
      ],
    },
  ],
};
const devices = {
  tiles: { list: { tiles: [tileOf('lamp', 'Hall light'), tileOf('new', 'New lamp')] } },
  channels: { list: channelList([channelOf('lamp'), channelOf('new')]) },
};

describe('replacing a device in automations', () => {
  it('offers to replace a device on its page, and does so after a look at what fits', async () => {
    const { user, platform } = openEditor('/devices/lamp', {
      ...devices,
      automations: {
        list: { elements: [stored] },
        replaceDevice: ({ body }) => ({
          ...replacement,
          applied: (body as { apply?: boolean }).apply === true,
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Replace with another device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace with another device' }));
    expect(dialog.getByRole('button', { name: 'Replace' })).toHaveProperty('disabled', true);
    expect(dialog.queryByRole('option', { name: 'Hall light' })).toBeNull();
    await user.selectOptions(dialog.getByLabelText('Device that takes its place'), 'New lamp');
    expect(await dialog.findByText('It has no colour.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Replace in 1 automation' }));
    await expect
      .poll(() => platform.bodies('automations.replaceDevice'))
      .toEqual([
        { from: 'lamp', to: 'new' },
        { from: 'lamp', to: 'new', apply: true },
      ]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('offers to replace a device that is gone where it keeps an automation from running', async () => {
    const broken: Automation = {
      ...stored,
      health: 'invalid',
      problems: [
        { path: 'then[2].set.property', code: 'unknown_property', text: 'It is gone.', severity: 'error' },
      ],
      definition: {
        ...stored.definition,
        then: stored.definition.then.with(2, {
          kind: 'set',
          set: { channel: 'old', component: 'light-bulb', property: 'status' },
          value: false,
        }),
      },
    };
    const { user, platform } = openEditor('/automations/hall', {
      ...devices,
      automations: { get: broken, replaceDevice: replacement },
    });
    await user.click(await screen.findByRole('button', { name: 'Replace with another device' }));
    await user.selectOptions(await screen.findByLabelText('Device that takes its place'), 'New lamp');
    await expect
      .poll(() => platform.bodies('automations.replaceDevice'))
      .toEqual([{ from: 'old', to: 'new' }]);
  });
});
