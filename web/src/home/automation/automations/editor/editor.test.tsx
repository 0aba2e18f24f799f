import type { Automation } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../../testing/fake-server.ts';
import {
  definition,
  dialog,
  fine,
  openEditor,
  openOne,
  stored,
  word,
} from '../../../testing/open-editor.tsx';

describe('a new automation', () => {
  it('makes an automation from words that are chosen one after the other', async () => {
    const { user, platform } = openEditor('/automations/new');
    await user.click(await word('something happens'));
    const when = await dialog('When what happens?');
    await user.click(when.getByRole('button', { name: 'Hall motion' }));
    await user.click(await when.findByRole('button', { name: /^detects motion(?! for)/ }));
    const next = await word('do something');
    expect(document.activeElement).toBe(next);
    await user.click(next);
    const then = await dialog('What is done?');
    await user.click(then.getByRole('button', { name: 'Hall light' }));
    await user.click(await then.findByRole('button', { name: /^turn on/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => platform.bodies('automations.create'))
      .toEqual([
        {
          label: 'Turn on Hall light',
          when: [{ ...definition.when[0], id: 't1' }],
          then: [definition.then[0]],
        },
      ]);
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
  });

  it('begins with the main command of a device', async () => {
    openEditor('/automations/new?device=lamp');
    expect(await word('turn on')).toBeTruthy();
    expect(await word('Hall light')).toBeTruthy();
    expect(await word('something happens')).toBeTruthy();
  });

  it('begins with the main property of a device when only the device is given', async () => {
    const { router } = openEditor('/automations/new?device=motion');
    await word('rises above');
    expect(screen.getByRole('region', { name: 'What it does' }).textContent).toContain('Hall motion');
    expect(await word('do something')).toBeTruthy();
    await router.navigate({ to: '/automations/new', search: { device: 'gone' } });
    expect(await word('something happens')).toBeTruthy();
  });

  it('keeps its draft when another one is begun with a device', async () => {
    const { user, router } = openEditor('/automations/new');
    const leave = async (name: string, choice: string) => {
      await user.type(await screen.findByRole('textbox', { name: 'Name' }), name);
      await user.click(screen.getByRole('link', { name: 'Back to automations' }));
      await user.click((await dialog('Keep your changes?')).getByRole('button', { name: choice }));
      await screen.findByRole('link', { name: 'New automation' });
    };
    await leave('Night', 'Keep as draft');
    await router.navigate({ to: '/automations/new', search: { device: 'lamp' } });
    await leave('Lamp', 'Keep as draft');
    await router.navigate({ to: '/automations/new', search: { device: 'lamp' } });
    await screen.findByDisplayValue('Lamp');
    await leave('!', 'Discard changes');
    await router.navigate({ to: '/automations/new' });
    expect(await screen.findByDisplayValue('Night')).toBeTruthy();
  });

  it('makes an automation that begins whenever a device reports, whatever the value is', async () => {
    const { user } = openEditor('/automations/new');
    await user.click(await word('something happens'));
    const when = await dialog('When what happens?');
    await user.click(when.getByRole('button', { name: 'Hall motion' }));
    await user.click(when.getByRole('button', { name: 'Show all' }));
    await user.click(await when.findByRole('button', { name: /^Temperature reports/ }));
    expect(await word('reports')).toBeTruthy();
  });

  it('leads to the first word that is still to be chosen instead of saving', async () => {
    const { user, platform } = openEditor('/automations/new');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(document.activeElement).toBe(await word('something happens'));
    expect(screen.getByRole('alert').textContent).toBe('Choose this word first.');
    expect(platform.sent('automations.create')).toEqual([]);
    await user.keyboard('{Enter}');
    const when = await dialog('When what happens?');
    await user.click(when.getByRole('button', { name: 'Hall motion' }));
    await user.click(await when.findByRole('button', { name: /^detects motion(?! for)/ }));
    await expect.poll(() => screen.getByRole('alert').textContent).toBe('');
  });
});

describe('a stored automation', () => {
  it('shows an automation as its sentence, with what is true now', async () => {
    await openOne({ automations: { check: { ...fine, conditions: [{ id: 'c1', is: true }] } } });
    expect(screen.getByRole('button', { name: 'Hall light', description: 'Off now' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'it is dark', description: 'yes' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'turn it off (turn off Hall light)' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('shows when a trigger that follows a clock fires next', async () => {
    const next = [{ path: 'when[1]', at: '2020-05-04T05:30:00.000+0000' }];
    const timed = {
      ...definition,
      when: [...definition.when, { kind: 'time' as const, id: 't2', time: { at: '06:30' } }],
    };
    const { user } = await openOne({
      automations: { get: { ...stored, definition: timed }, check: { ...fine, next } },
    });
    await user.click(await screen.findByRole('button', { name: /6:30/, description: /^Next: .*2020/ }));
    const panel = await dialog('When what happens?');
    expect(panel.getByText(/^Next: .*2020/)).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Mon', description: 'Monday', pressed: true })).toBeTruthy();
  });

  it('inserts the value of a device into the message of an automation', async () => {
    const withMessage = {
      ...definition,
      then: [
        { kind: 'wait' as const, id: 's1', wait: 'PT3M' },
        { kind: 'notify' as const, id: 's2', notify: { text: 'Moved' } },
      ],
    };
    const { user, platform } = await openOne({
      automations: { get: { ...stored, definition: withMessage } },
    });
    await user.click(await word('Moved'));
    const panel = await dialog('What is done?');
    await user.click(panel.getByRole('button', { name: 'Insert a value' }));
    await user.selectOptions(panel.getByLabelText('Device'), 'Hall motion');
    await user.click(panel.getByRole('button', { name: /^Temperature/ }));
    expect(panel.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'Moved {{temperature}}');
    await user.click(panel.getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const values = { temperature: { channel: 'motion', component: 'light-bulb', property: 'temperature' } };
    const sent = { kind: 'notify' as const, id: 's2', notify: { text: 'Moved {{temperature}}', values } };
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([{ ...withMessage, then: [withMessage.then[0], sent] }]);
  });

  it('changes, undoes and redoes an automation, and saves it with the revision that was read', async () => {
    const { user, platform } = await openOne();
    await user.click(await word('3 minutes'));
    const panel = await dialog('What is done?');
    await user.click(panel.getByRole('button', { name: '10 minutes' }));
    await user.click(panel.getByRole('button', { name: 'Done' }));
    expect(document.activeElement).toBe(await word('10 minutes'));
    expect(screen.getByText('Wait 10 minutes, not 3 minutes')).toBeTruthy();
    await user.keyboard('{Control>}z{/Control}');
    await word('3 minutes');
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await word('10 minutes');
    await user.keyboard('{Control>}s{/Control}');
    await expect
      .poll(() => platform.bodies('automations.replace'))
      .toMatchObject([
        {
          ...definition,
          then: [definition.then[0], { kind: 'wait', id: 's2', wait: 'PT10M' }, definition.then[2]],
        },
      ]);
    expect(platform.sent('automations.replace')[0]?.headers.get('if-match')).toBe('"4-a"');
  });

  it('removes, moves and copies parts by key', async () => {
    const { user } = await openOne();
    (await word('3 minutes')).focus();
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(document.activeElement?.textContent).toBe('3 minutes');
    const steps = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(steps().indexOf('3 minutes')).toBeLessThan(steps().indexOf('turn on'));
    await user.keyboard('{Delete}');
    expect(screen.queryByRole('button', { name: '3 minutes' })).toBeNull();
    expect(screen.getByText('Removed: Wait 3 minutes')).toBeTruthy();
  });

  it('shows at the word why an automation cannot be saved, and leads there', async () => {
    const story = 'This would never end. Hall light turns on → …';
    const { user, platform } = await openOne({
      automations: {
        check: { ...fine, problems: [{ path: 'then', code: 'loop', text: story, severity: 'error' }] },
      },
    });
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    const bad = await screen.findByRole('button', { name: /^turn it off/, description: story });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(document.activeElement).toBe(bad);
    expect(screen.getByRole('alert').textContent).toBe(story);
    expect(platform.sent('automations.replace')).toEqual([]);
  });

  it('opens the sheet of the place from a check that asks where home is', async () => {
    const text = 'Say where home is, for the sun.';
    const { user } = await openOne({
      automations: {
        check: { ...fine, problems: [{ path: 'when[0]', code: 'no_position', text, severity: 'error' }] },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Where is your home?' }));
    expect(await screen.findByRole('dialog', { name: 'Where is your home?' })).toBeTruthy();
  });

  it('asks which version to keep when another one was saved meanwhile', async () => {
    const theirs: Automation = {
      ...stored,
      version: 5,
      _rev: '5-b',
      definition: { ...definition, mode: 'single' },
    };
    const { user, platform } = await openOne({ automations: { replace: refused(412, 4120) as never } });
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    platform.reply({ automations: { get: theirs } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const mine = await screen.findByRole('button', { name: 'Save mine as version 6' });
    platform.reply({ automations: { replace: stored } });
    await user.click(mine);
    await expect
      .poll(() => platform.sent('automations.replace').at(-1)?.headers.get('if-match'))
      .toBe('"5-b"');
  });

  it('keeps a draft in this browser when the page is left', async () => {
    const { user, router } = await openOne();
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('link', { name: 'Back to the automation' }));
    const question = await dialog('Keep your changes?');
    await user.click(question.getByRole('button', { name: 'Keep as draft' }));
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    await router.navigate({ to: '/automations/$automationId/edit', params: { automationId: 'hall' } });
    await screen.findByText(/^You are editing your draft/);
    expect(screen.queryByRole('button', { name: '3 minutes' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard the draft' }));
    await word('3 minutes');
    expect(localStorage.getItem('azulejo.automation.hall')).toBeNull();
  });

  it('does not replace a version that was saved after its draft was kept', async () => {
    const { user, router, platform } = await openOne();
    (await word('3 minutes')).focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('link', { name: 'Back to the automation' }));
    await user.click((await dialog('Keep your changes?')).getByRole('button', { name: 'Keep as draft' }));
    await expect.poll(() => window.location.pathname).toBe('/home/automations/hall');
    const theirs = { ...stored, version: 5, _rev: '5-b', definition: { ...definition, label: 'Theirs' } };
    platform.reply({ automations: { get: theirs, replace: refused(412, 4120) as never } });
    await router.navigate({ to: '/automations/$automationId/edit', params: { automationId: 'hall' } });
    await screen.findByText(/^You are editing your draft/);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Save mine as version 6' })).toBeTruthy();
    expect(platform.sent('automations.replace')[0]?.headers.get('if-match')).toBe('"4-a"');
    await user.click(screen.getByRole('button', { name: 'Discard the draft' }));
    expect(screen.queryByRole('button', { name: 'Save mine as version 6' })).toBeNull();
    await user.type(screen.getByDisplayValue('Theirs'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => platform.sent('automations.replace').at(-1)?.headers.get('if-match'))
      .toBe('"5-b"');
  });
});
