import type { AutomationDefinition } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../../../testing/devices.ts';
import { channelList } from '../../../testing/fake-home.ts';
import { definition, dialog, fine, openOne, status, stored, word } from '../../../testing/open-editor.tsx';
import type { HomeReplies } from '../../../testing/open-home.tsx';

type Definition = Partial<AutomationDefinition>;

/** Opens the stored automation with other members. */
const openWith = (members: Definition, replies: HomeReplies = {}) =>
  openOne({
    ...replies,
    automations: { get: { ...stored, definition: { ...definition, ...members } as AutomationDefinition } },
  });

const command = propertyOf('command', {
  io: 'w',
  label: 'Movement',
  classes: ['com.example.properties.movement.command'],
  mainActionPriority: 1,
  controlInterfaces: [
    {
      id: 'value',
      controlInterface: 'text-picker',
      config: {
        options: [
          { label: 'Open', value: 'OPEN' },
          { label: 'Close', value: 'CLOSE' },
        ],
      },
    },
  ],
});
const blind: HomeReplies = {
  tiles: { list: { tiles: [tileOf('lamp', 'Hall light'), tileOf('blind', 'Blind')] } },
  channels: { list: channelList([channelOf('lamp', [status]), channelOf('blind', [command])]) },
};

/** Saves, and returns a function that returns the stored definition. */
async function saved({ user, platform }: Awaited<ReturnType<typeof openOne>>) {
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => platform.bodies('automations.replace')).toHaveLength(1);
  return platform.bodies('automations.replace')[0] as AutomationDefinition;
}

const sentence = () => screen.getByRole('region', { name: 'What it does' }).textContent;

describe('the options of a step', () => {
  it('hides the options of a step behind More until they are set', async () => {
    const page = await openOne();
    const { user } = page;
    await user.click(await word('turn on'));
    const menu = await dialog('What is done?');
    expect(menu.queryByRole('checkbox')).toBeNull();
    await user.click(menu.getByRole('button', { name: 'More' }));
    await user.click(
      menu.getByRole('checkbox', { name: 'Send it even if the device is already in this state' }),
    );
    await user.click(menu.getByRole('checkbox', { name: 'Stop if the device does not respond or refuses' }));
    expect(sentence()).toContain('(even if already in this state; stop if this fails)');
    await user.keyboard('{Escape}');
    expect((await saved(page)).then[0]).toEqual({ ...definition.then[0], only: 'always', else: 'stop' });
  });

  it('removes an option at its word and focuses the step', async () => {
    const [on, ...others] = definition.then;
    const page = await openWith({ then: [{ ...on, only: 'always', else: 'stop' } as never, ...others] });
    const { user } = page;
    await user.click(await word('even if already in this state'));
    const panel = await dialog('What is done?');
    await user.click(
      panel.getByRole('checkbox', { name: 'Send it even if the device is already in this state' }),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await word('turn on'));
    expect(sentence()).toContain('(stop if this fails)');
    expect((await saved(page)).then[0]).toEqual({ ...on, else: 'stop' });
  });

  it('keeps the options when another action is chosen', async () => {
    const [on, ...others] = definition.then;
    const page = await openWith({ then: [{ ...on, else: 'stop' } as never, ...others] });
    await page.user.click(await word('turn on'));
    const picker = await dialog('What is done?');
    expect(picker.getByRole('button', { name: /^turn on/, current: true })).toBeTruthy();
    await page.user.click(picker.getByRole('button', { name: /^turn off/ }));
    expect((await saved(page)).then[0]).toEqual({ ...on, value: false, else: 'stop' });
  });
});

describe('the options of a command', () => {
  const set = { channel: 'blind', component: 'light-bulb', property: 'command' };
  const [, ...others] = definition.then;

  it('sends a command even if the last one was the same, without saying so', async () => {
    const page = await openWith({}, blind);
    const { user } = page;
    await user.click(await word('turn on'));
    const picker = await dialog('What is done?');
    await user.click(picker.getByRole('button', { name: 'Blind' }));
    await user.click(picker.getByRole('button', { name: /Movement/ }));
    await user.click(await word('choose'));
    const value = await dialog('What is done?');
    await user.click(value.getByText('Open'));
    expect(sentence()).not.toContain('even if');
    expect((await saved(page)).then[0]).toEqual({
      kind: 'set',
      id: 's1',
      set,
      value: 'OPEN',
      only: 'always',
    });
  });

  it('does not pass “always send” on to the step that is chosen instead', async () => {
    const close = { kind: 'set' as const, id: 's1', set, value: 'CLOSE', only: 'always', else: 'stop' };
    const page = await openWith({ then: [close as never, ...others] }, blind);
    const { user } = page;
    await user.click(await word('close'));
    const picker = await dialog('What is done?');
    await user.click(picker.getByRole('button', { name: 'Hall light' }));
    await user.click(picker.getByRole('button', { name: /^turn on/ }));
    expect((await saved(page)).then[0]).toEqual({ ...definition.then[0], else: 'stop' });
  });
});

describe('a word that is removed in its own panel', () => {
  const temperature = { channel: 'motion', component: 'light-bulb', property: 'temperature' };
  const lights = { class: 'control.status', component: 'light-bulb', of: 'every', room: 'kitchen' };

  /** Opens the word that a part can do without. */
  async function openWord(members: object, name: string | RegExp, title: string) {
    const { user } = await openWith(members as Definition);
    await user.click(await screen.findByRole('button', { name }));
    return { user, panel: await dialog(title) };
  }

  /** Expects that nothing is open any more, and that the focus is in the part. */
  const expectClosed = (part: string) => {
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.getAttribute('data-path')?.slice(0, part.length)).toBe(part);
  };

  it('closes the panel of days', async () => {
    const time = { at: '07:00', days: ['mo', 'tu', 'we', 'th', 'fr', 'sa'] };
    const { user, panel } = await openWord(
      { when: [{ kind: 'time', id: 't1', time }] },
      /Saturday/,
      'When what happens?',
    );
    await user.click(panel.getByRole('button', { name: 'Sun' }));
    expectClosed('when[0]');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: /Saturday/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes the panel of a room', async () => {
    const step = { kind: 'set' as const, id: 's1', set: { properties: lights }, value: true };
    const then = [step, ...definition.then.slice(1)];
    const { user, panel } = await openWord({ then }, 'Kitchen', 'What is done?');
    await user.selectOptions(panel.getByLabelText('Room'), 'The whole home');
    expectClosed('then[0]');
  });

  it('closes the panel of the leeway', async () => {
    const hot = {
      kind: 'property' as const,
      id: 't1',
      property: temperature,
      is: 'rises-above',
      value: 20,
      leeway: 0.5,
    };
    const { user, panel } = await openWord({ when: [hot] }, /^0\.5/, 'When what happens?');
    await user.click(panel.getByRole('button', { name: 'Leeway: less' }));
    expectClosed('when[0]');
  });
});

describe('the last line of an automation', () => {
  it('opens how late devices are set after an outage, and shows it if it is unusual', async () => {
    const page = await openOne();
    const { user } = page;
    await user.click(await word('More'));
    const panel = await dialog('After an outage');
    expect(panel.getByRole('textbox', { name: 'How late at most' })).toHaveProperty('value', '15');
    await user.click(panel.getByRole('button', { name: '1 hour' }));
    expect(sentence()).toContain('After an outage, set devices up to 1 hour late');
    await user.click(panel.getByRole('radio', { name: 'However late it is' }));
    expect(panel.queryByRole('textbox')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Done' }));
    expect(document.activeElement).toBe(await word('however late it is'));
    expect((await saved(page)).late).toBe('always');
  });

  it('hides how late devices are set once it is as usual, while its panel stays open', async () => {
    const { user } = await openWith({ late: 'always' });
    await user.click(await word('however late it is'));
    const panel = await dialog('After an outage');
    await user.click(panel.getByRole('radio', { name: 'Only if it is not too late' }));
    expect(sentence()).not.toContain('set devices');
    expect(screen.getByText('After an outage as usual')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '10 minutes' }));
    expect(await word('up to 10 minutes late')).toBeTruthy();
  });

  it('offers the time after an outage without triggers', async () => {
    const { user } = await openWith({ when: [] });
    await user.click(await word('More'));
    expect(await dialog('After an outage')).toBeTruthy();
  });
});

describe('a web address that is called', () => {
  it('sends the data that is typed as JSON to a web address', async () => {
    const call = { kind: 'webhook' as const, id: 's2', webhook: { url: 'https://example.org/door' } };
    const { user, platform } = await openWith({ then: [{ kind: 'wait', id: 's1', wait: 'PT3M' }, call] });
    await user.click(await word('example.org'));
    const panel = await dialog('What is done?');
    expect(panel.queryByLabelText('Data to send')).toBeNull();
    await user.click(panel.getByRole('button', { name: 'More' }));
    const field = panel.getByLabelText('Data to send');
    await user.type(field, '{{"open": true');
    expect(panel.getByText('This is not valid JSON yet.')).toBeTruthy();
    expect(sentence()).not.toContain('(with data)');
    await user.type(field, '}');
    expect(panel.queryByText('This is not valid JSON yet.')).toBeNull();
    expect(sentence()).toContain('(with data)');
    await user.click(panel.getByRole('button', { name: 'Done' }));
    const { then } = await saved({ user, platform } as never);
    expect(then[1]).toEqual({ ...call, webhook: { ...call.webhook, body: { open: true } } });
  });

  it('keeps data that is not valid JSON yet, and does not save without it', async () => {
    const call = {
      kind: 'webhook' as const,
      id: 's2',
      webhook: { url: 'https://example.org/door', body: [1] },
    };
    const page = await openWith({ then: [{ kind: 'wait', id: 's1', wait: 'PT3M' }, call] });
    const { user, platform } = page;
    await user.click(await word('example.org'));
    const panel = await dialog('What is done?');
    await user.type(panel.getByLabelText('Data to send'), '!');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const problem = 'The data for the web address is not valid JSON yet.';
    expect(screen.getByRole('alert').textContent).toBe(problem);
    expect(document.activeElement).toBe(
      await screen.findByRole('button', { name: 'call', description: problem }),
    );
    expect(platform.sent('automations.replace')).toEqual([]);
    await user.click(await word('example.org'));
    const again = await dialog('What is done?');
    const field = again.getByLabelText('Data to send') as HTMLTextAreaElement;
    expect(field.value).toMatch(/^\[\s*1\s*\]!$/);
    await user.clear(field);
    await user.click(again.getByRole('button', { name: 'Done' }));
    expect((await saved(page)).then[1]).toEqual({
      kind: 'webhook',
      id: 's2',
      webhook: { url: 'https://example.org/door' },
    });
  });

  it('removes the body when the field is emptied', async () => {
    const call = {
      kind: 'webhook' as const,
      id: 's2',
      webhook: { url: 'https://example.org/door', body: [1] },
    };
    const page = await openWith({ then: [{ kind: 'wait', id: 's1', wait: 'PT3M' }, call] });
    await page.user.click(await word('example.org'));
    const panel = await dialog('What is done?');
    await page.user.clear(panel.getByLabelText('Data to send'));
    await page.user.click(panel.getByRole('button', { name: 'Done' }));
    expect((await saved(page)).then[1]).toEqual({
      kind: 'webhook',
      id: 's2',
      webhook: { url: 'https://example.org/door' },
    });
  });
});

describe('the options of a message', () => {
  it('uses the title of a message, or that of the automation', async () => {
    const notification = { kind: 'notify' as const, id: 's2', notify: { text: 'It rains in' } };
    const page = await openWith({ then: [{ kind: 'wait', id: 's1', wait: 'PT3M' }, notification] });
    const { user } = page;
    await user.click(await word('It rains in'));
    const panel = await dialog('What is done?');
    await user.type(panel.getByLabelText('Title'), 'Window');
    await user.clear(panel.getByLabelText('Title'));
    expect(sentence()).toContain('“It rains in”');
    await user.type(panel.getByLabelText('Title'), 'Window');
    expect(await word('Window: It rains in')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: 'Done' }));
    expect((await saved(page)).then[1]).toEqual({
      kind: 'notify',
      id: 's2',
      notify: { title: 'Window', text: 'It rains in' },
    });
  });
});

describe('a trigger whose device reports the same again', () => {
  const retriggered = [{ ...definition.when[0], retrigger: true }];

  it('fires again with each report, or only once while it lasts', async () => {
    const page = await openOne();
    const { user } = page;
    await user.click(await word('detects motion'));
    await user.click(screen.getByRole('button', { name: 'Again with each report' }));
    expect(sentence()).toContain('and again with each report');
    await user.click(await word('detects motion'));
    await user.click(screen.getByRole('button', { name: 'Only once while it lasts' }));
    expect(sentence()).not.toContain('with each report');
    await user.click(await word('detects motion'));
    await user.click(screen.getByRole('button', { name: 'Again with each report' }));
    expect((await saved(page)).when).toEqual(retriggered);
  });

  it('is proposed where the reports are ignored', async () => {
    const text = 'The device reports this again.';
    const problem = { path: 'when[0]', code: 'ignores_reports', text, severity: 'warning' } as const;
    const { mode: _mode, ...single } = definition;
    const page = await openOne({
      automations: { get: { ...stored, definition: single }, check: { ...fine, problems: [problem] } },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Start again with each report' }));
    expect(await saved(page)).toMatchObject({ when: retriggered, mode: 'restart' });
  });
});
