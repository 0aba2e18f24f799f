import type { Automation } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeHome } from '../../../testing/fake-home.ts';
import { openHome, signIn } from '../../../testing/open-home.tsx';

const at = (channel: string) => ({ channel, component: 'light-bulb', property: 'status' });
const automation = (id: string, definition: Partial<Automation['definition']>): Automation => ({
  id,
  definition: { label: `Automation ${id}`, when: [], then: [{ kind: 'wait', wait: 'PT1M' }], ...definition },
  enabled: id !== 'off',
  version: 1,
  origin: 'web',
  sentence: '',
  health: 'fine',
  problems: [],
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '1-a',
});
const becomes = (channel: string) =>
  ({ kind: 'property', property: at(channel), is: 'becomes', value: true }) as const;
const set = (channel: string) => ({ kind: 'set' as const, set: at(channel), value: true });

function open(elements: readonly Automation[]) {
  signIn();
  const platform = fakeHome({
    automations: { list: { elements: [...elements] }, update: () => new Promise(() => {}) },
  });
  return { platform, ...openHome(platform, '/devices/lamp') };
}

const section = async () => within(await screen.findByRole('region', { name: 'Automations' }));

describe('the automations on the page of a device', () => {
  it('shows the automations that read or set a device, each with its switch', async () => {
    const { user, platform } = open([
      automation('reads', { when: [becomes('lamp')] }),
      automation('sets', { then: [{ kind: 'if', if: { kind: 'sun', sun: 'down' }, then: [set('lamp')] }] }),
      automation('off', {
        onlyIf: { kind: 'all', all: [{ kind: 'property', property: at('lamp'), is: 'is', value: true }] },
        then: [set('lamp')],
      }),
      automation('silent', { when: [{ kind: 'device', device: 'silent', channel: 'lamp', for: 'PT1H' }] }),
      automation('other', { when: [becomes('door')], then: [set('door')] }),
    ]);
    const found = await section();
    await found.findByText('Automation sets');
    expect(found.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Automation readsReads it',
      'Automation setsSets it',
      'Automation offReads and sets it',
      'Automation silentReads it',
    ]);
    expect(found.getByRole('link', { name: 'Automation sets' }).getAttribute('href')).toBe(
      '/home/automations/sets',
    );
    await user.click(found.getByRole('switch', { name: 'Automation off', checked: false }));
    expect(await found.findByRole('switch', { name: 'Automation off', checked: true })).toBeTruthy();
    expect(platform.bodies('automations.update')).toEqual([{ enabled: true }]);
  });

  it('makes an automation from the page of a device', async () => {
    open([]);
    const link = (await section()).getByRole('link', { name: 'Make this automatic' });
    expect(link.getAttribute('href')).toBe('/home/automations/new?device=lamp');
  });

  it('does not show automations of a device on a wall tablet', async () => {
    localStorage.setItem('azulejo.wall-tablet', '{}');
    try {
      open([automation('reads', { when: [becomes('lamp')] })]);
      await screen.findByRole('region', { name: 'Activity' });
      expect(screen.queryByRole('region', { name: 'Automations' })).toBeNull();
    } finally {
      localStorage.removeItem('azulejo.wall-tablet');
    }
  });

  it('names the automations that use a device before it is removed', async () => {
    const using = Array.from({ length: 7 }, (_, index) => automation(String(index), { then: [set('lamp')] }));
    const { user } = open([...using, automation('other', { then: [set('door')] })]);
    await user.click(await screen.findByRole('button', { name: 'Change this device' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Desk lamp?' }));
    const named = [0, 1, 2, 3, 4].map((index) => `Automation ${index}`).join(', ');
    expect(
      await dialog.findByText(
        `7 automations use it: ${named}, and 2 others. They go on without it, or do not run any more.`,
      ),
    ).toBeTruthy();
  });
});
