import type { AgentDefinition } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { definition, dialog, openOne, stored, word } from '../../testing/open-editor.tsx';

type Definition = Partial<AgentDefinition>;

/** Opens the stored automation with other members. */
const openWith = (members: Definition) =>
  openOne({ agents: { get: { ...stored, definition: { ...definition, ...members } as AgentDefinition } } });

/** Saves, and returns a function that returns the stored definition. */
async function saved({ user, platform }: Awaited<ReturnType<typeof openOne>>) {
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => platform.bodies('agents.replace')).toHaveLength(1);
  return platform.bodies('agents.replace')[0] as AgentDefinition;
}

const sentence = () => screen.getByRole('region', { name: 'What it does' }).textContent;

describe('the options of a step', () => {
  it('are hidden behind More, and told in the sentence once they are set', async () => {
    const page = await openOne();
    const { user } = page;
    await user.click(await word('turn on'));
    const menu = await dialog('What is done?');
    expect(menu.queryByRole('checkbox')).toBeNull();
    await user.click(menu.getByRole('button', { name: 'More' }));
    await user.click(menu.getByRole('checkbox', { name: 'Send it even if it is so already' }));
    await user.click(menu.getByRole('checkbox', { name: 'Stop here if the device does not do it' }));
    expect(sentence()).toContain('(even if it is so already; stop if this fails)');
    await user.keyboard('{Escape}');
    expect((await saved(page)).then[0]).toEqual({ ...definition.then[0], only: 'always', else: 'stop' });
  });

  it('are taken back at their word, which leads to the step', async () => {
    const [on, ...others] = definition.then;
    const page = await openWith({ then: [{ ...on, only: 'always', else: 'stop' } as never, ...others] });
    const { user } = page;
    await user.click(await word('even if it is so already'));
    const panel = await dialog('What is done?');
    await user.click(panel.getByRole('checkbox', { name: 'Send it even if it is so already' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await word('turn on'));
    expect(sentence()).toContain('(stop if this fails)');
    expect((await saved(page)).then[0]).toEqual({ ...on, else: 'stop' });
  });

  it('stay when the step does something else with a device', async () => {
    const [on, ...others] = definition.then;
    const page = await openWith({ then: [{ ...on, else: 'stop' } as never, ...others] });
    await page.user.click(await word('turn on'));
    const picker = await dialog('What is done?');
    expect(picker.getByRole('button', { name: /^turn on/, current: true })).toBeTruthy();
    await page.user.click(picker.getByRole('button', { name: /^turn off/ }));
    expect((await saved(page)).then[0]).toEqual({ ...on, value: false, else: 'stop' });
  });
});

describe('the last line', () => {
  it('opens how late devices are set after an outage, and tells it if it is unusual', async () => {
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

  it('says nothing of it once it is as usual, while its panel stays open', async () => {
    const { user } = await openWith({ late: 'always' });
    await user.click(await word('however late it is'));
    const panel = await dialog('After an outage');
    await user.click(panel.getByRole('radio', { name: 'Only if it is not too late' }));
    expect(sentence()).not.toContain('set devices');
    expect(screen.getByText('After an outage as usual')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '10 minutes' }));
    expect(await word('up to 10 minutes late')).toBeTruthy();
  });

  it('has it for an automation that only runs by hand, too', async () => {
    const { user } = await openWith({ when: [] });
    await user.click(await word('More'));
    expect(await dialog('After an outage')).toBeTruthy();
  });
});

describe('a web address that is called', () => {
  it('gets the data that are typed as JSON', async () => {
    const call = { id: 's2', webhook: { url: 'https://example.org/door' } };
    const { user, platform } = await openWith({ then: [{ id: 's1', wait: 'PT3M' }, call] });
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

  it('loses them when the field is emptied', async () => {
    const call = { id: 's2', webhook: { url: 'https://example.org/door', body: [1] } };
    const page = await openWith({ then: [{ id: 's1', wait: 'PT3M' }, call] });
    await page.user.click(await word('example.org'));
    const panel = await dialog('What is done?');
    await page.user.clear(panel.getByLabelText('Data to send'));
    await page.user.click(panel.getByRole('button', { name: 'Done' }));
    expect((await saved(page)).then[1]).toEqual({ id: 's2', webhook: { url: 'https://example.org/door' } });
  });
});

describe('a message', () => {
  it('has a title of its own, or that of the automation', async () => {
    const tell = { id: 's2', notify: { text: 'It rains in' } };
    const page = await openWith({ then: [{ id: 's1', wait: 'PT3M' }, tell] });
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
      id: 's2',
      notify: { title: 'Window', text: 'It rains in' },
    });
  });
});
