import type { Scene, SceneOutcome, ScenePlay } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { channelOf, lampTile, propertyOf, tileOf } from '../../../testing/devices.ts';
import { refused } from '../../../testing/fake-server.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';

const status = propertyOf('status', {
  schema: 'https://home.example.org/v3/schemas/on-off',
  mainActionPriority: 1,
});
const locked = propertyOf('locked', {
  classes: ['io.muzzley.security.locked'],
  mainActionPriority: 1,
});

const settingOf = (channel: string, data: unknown = true, property = 'status') => ({
  channel,
  component: 'light-bulb',
  property,
  data,
});
const film: Scene = {
  id: 'film',
  label: 'Film night',
  icon: 'movie',
  show_in_watch: true,
  settings: [settingOf('lamp'), settingOf('fan', false)],
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  _rev: '1-a',
};
const dinner: Scene = { ...film, id: 'dinner', label: 'Dinner', icon: 'dinner' };

const played = (
  ...outcomes: (Partial<SceneOutcome> & Pick<SceneOutcome, 'channel' | 'state'>)[]
): ScenePlay => ({
  id: 'run',
  scene: 'film',
  played: film.created,
  result: 'partly',
  outcomes: outcomes.map((each) => ({ component: 'light-bulb', property: 'status', ...each })),
});

function open(replies: HomeReplies = {}, path = '/scenes') {
  signIn();
  const platform = fakeHome({
    tiles: { list: { tiles: [lampTile, tileOf('fan', 'Fan'), tileOf('door', 'Front door')] } },
    channels: {
      list: channelList([
        channelOf('lamp', [status]),
        channelOf('fan', [status]),
        channelOf('door', [locked]),
      ]),
    },
    values: { list: { elements: [reportOf('lamp', 'status', false)] } as never },
    scenes: { list: { elements: [film, dinner] } },
  });
  platform.reply(replies);
  return { platform, ...openHome(platform, path) };
}

const row = async (name: string) => {
  const play = await screen.findByRole('button', { name: `Play ${name}` });
  return play.closest('li') as HTMLElement;
};
const press = (name: string) => screen.findByRole('button', { name });

describe('the page of scenes', () => {
  it('lists the scenes with their devices, and says of each device that did not obey why', async () => {
    const { user, platform } = open({
      scenes: {
        play: played(
          { channel: 'lamp', state: 'done' },
          { channel: 'fan', state: 'unanswered' },
          { channel: 'door', state: 'refused', reason: 'unreachable' },
          { channel: 'gone', state: 'refused', reason: 'not_found', text: 'Not found.' },
        ),
      },
    });
    const film = await row('Film night');
    expect(await within(film).findByText('Desk lamp and Fan')).toBeTruthy();
    await user.click(await press('Play Film night'));
    const outcome = await within(film).findByText(/^Done on 1 device/);
    expect(outcome.getAttribute('role')).toBe('status');
    expect(outcome.textContent).toBe(
      'Done on 1 device. Fan did not answer. Front door: The device refused: cannot be reached. A device that was removed: You no longer have this device.',
    );
    expect(platform.sent('scenes.play')).toHaveLength(1);
  });

  it('counts a device once, as its worst setting', async () => {
    const { user } = open({
      scenes: { play: played({ channel: 'lamp', state: 'done' }, { channel: 'lamp', state: 'unanswered' }) },
    });
    await user.click(await press('Play Film night'));
    expect(await screen.findByText('Desk lamp did not answer.')).toBeTruthy();
  });

  it('waits for devices that have longer than the platform holds the response', async () => {
    const { user } = open({
      scenes: { play: played({ channel: 'lamp', state: 'open', command: 'c1' }) },
      commands: { get: { state: 'done' } as never },
    });
    await user.click(await press('Play Film night'));
    expect(await screen.findByText('Done on 1 device.')).toBeTruthy();
  });

  it('sends nothing while this device is offline, and says so', async () => {
    const { user, platform } = open();
    const play = await press('Play Film night');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.click(play);
    expect(await screen.findByText('You are offline.')).toBeTruthy();
    expect(platform.sent('scenes.play')).toEqual([]);
  });

  it('creates a scene from what devices do now, and names those that it leaves out with why', async () => {
    const { user, platform } = open({
      scenes: {
        list: { elements: [] },
        capture: { settings: [settingOf('lamp', false)], left_out: ['tile-door', 'tile-fan'] },
        create: film,
      },
    });
    expect(await screen.findByText('No scenes yet')).toBeTruthy();
    await user.click(await press('New scene'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New scene' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Kitchen' }));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(
      await dialog.findByText('Front door: It is unlocked, and a scene never unlocks a door.'),
    ).toBeTruthy();
    expect(dialog.getByText('Fan: Its current state is unknown.')).toBeTruthy();
    expect(platform.bodies('scenes.capture')).toEqual([{ tiles: ['tile-lamp', 'tile-fan', 'tile-door'] }]);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Type a name.')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Good night');
    await user.click(dialog.getByRole('radio', { name: 'Night' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => platform.bodies('scenes.create'))
      .toEqual([{ label: 'Good night', icon: 'night', settings: [settingOf('lamp', false)] }]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('takes a device out and replaces the scene that was changed', async () => {
    const { user, platform } = open({ scenes: { replace: film } });
    await user.click(await press('Change Film night'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Film night' }));
    await user.click(await dialog.findByRole('button', { name: 'Remove Fan' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => platform.bodies('scenes.replace'))
      .toEqual([{ label: 'Film night', icon: 'movie', show_in_watch: true, settings: [settingOf('lamp')] }]);
    expect(platform.sent('scenes.replace')[0]?.headers.get('if-match')).toBe('"1-a"');
  });

  it('adds devices, and takes the present values of those that it has', async () => {
    const { user, platform } = open({
      scenes: { capture: { settings: [settingOf('lamp', false)], left_out: ['tile-fan'] }, replace: film },
    });
    await user.click(await press('Change Film night'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Film night' }));
    await user.click(await dialog.findByRole('button', { name: 'Use their current states' }));
    expect(await dialog.findByText('Fan: Its current state is unknown.')).toBeTruthy();
    platform.reply({ scenes: { capture: { settings: [settingOf('door', true, 'locked')], left_out: [] } } });
    await user.click(dialog.getByRole('button', { name: 'Add devices' }));
    expect(dialog.queryByRole('checkbox', { name: 'Desk lamp' })).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Front door' }));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await user.click(await dialog.findByRole('button', { name: 'Save' }));
    await expect
      .poll(() => platform.bodies('scenes.replace'))
      .toMatchObject([
        { settings: [settingOf('fan', false), settingOf('lamp', false), settingOf('door', true, 'locked')] },
      ]);
  });

  it.each([
    ['Load that version', ['"1-a"', '"2-b"'], ['Late film', 'Late film']],
    ['Save mine instead', ['"1-a"', '"2-b"'], ['Film night', 'Film night']],
  ])('resolves a change that somebody made meanwhile: %s', async (choice, revisions, [shown]) => {
    const theirs = { ...film, label: 'Late film', _rev: '2-b' };
    const { user, platform } = open({
      scenes: {
        get: theirs,
        replace: ({ headers }) =>
          headers.get('if-match') === '"2-b"' ? theirs : (refused(412, 2104) as never),
      },
    });
    await user.click(await press('Change Film night'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Film night' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This scene was changed elsewhere in the meantime.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: choice }));
    if (choice === 'Load that version') {
      expect(await dialog.findByDisplayValue('Late film')).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Save' }));
    }
    await expect
      .poll(() => platform.sent('scenes.replace').map(({ headers }) => headers.get('if-match')))
      .toEqual(revisions);
    expect(platform.bodies('scenes.replace').at(-1)).toMatchObject({ label: shown });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('deletes a scene after a question', async () => {
    const definition = { label: 'At dusk', when: [], then: [{ kind: 'scene', scene: 'dinner' }] };
    const { user, platform } = open({
      automations: { list: { elements: [{ id: 'dusk', definition }] } as never },
    });
    await user.click(await press('Change Dinner'));
    const change = within(await screen.findByRole('dialog', { name: 'Change Dinner' }));
    await user.click(change.getByRole('button', { name: 'Delete scene' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Dinner?' }));
    expect(await dialog.findByText(/^An automation uses it: At dusk\./)).toBeTruthy();
    platform.reply({ scenes: { list: { elements: [film] } } });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Play Dinner' })).toBeNull();
    expect(platform.sent('scenes.remove')[0]?.call).toBe('DELETE /v3/users/me/scenes/dinner');
  });
});

describe('the scenes on the first page', () => {
  const chips = async () => within(await screen.findByRole('list', { name: 'Scenes' }));

  it('plays a scene at a press, and says for a while how it went', async () => {
    let answer: (play: ScenePlay) => void = () => {};
    const { user, platform } = open(
      { scenes: { play: () => new Promise<ScenePlay>((resolve) => (answer = resolve)) } },
      '',
    );
    const chip = await (await chips()).findByRole('button', { name: 'Play Film night' });
    await user.click(chip);
    await expect.poll(() => chip.getAttribute('aria-busy')).toBe('true');
    await user.click(chip);
    expect(platform.sent('scenes.play')).toHaveLength(1);
    answer(played({ channel: 'lamp', state: 'done' }, { channel: 'fan', state: 'unanswered' }));
    const note = await screen.findByText('Film night: Done on 1 device. Fan did not answer.');
    expect(note.getAttribute('role')).toBe('status');
    expect(chip.getAttribute('data-tone')).toBe('failed');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await expect.poll(() => chip.getAttribute('data-tone')).toBeNull();
  });

  it('shows on tiles what a scene set, when no connection reports it', async () => {
    const { user, platform } = open({ scenes: { play: played({ channel: 'lamp', state: 'done' }) } }, '');
    const tile = async () => (await screen.findByText('Desk lamp')).closest('li')?.textContent ?? '';
    await expect.poll(tile).toMatch(/Off/);
    const after = { ...reportOf('lamp', 'status', true), timestamp: '2026-03-01T12:00:01.000+0000' };
    platform.reply({ values: { list: { elements: [after] } as never } });
    await user.click(await (await chips()).findByRole('button', { name: 'Play Film night' }));
    await expect.poll(tile).toMatch(/On/);
  });

  it('shows scenes offline, and says that nothing was sent when one is played', async () => {
    localStorage.setItem(
      'azulejo.scenes',
      JSON.stringify([{ id: 'film', label: 'Film night', icon: 'movie' }]),
    );
    const { user, platform } = open({ scenes: { list: refused(503, 9000) as never } }, '');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.click(await (await chips()).findByRole('button', { name: 'Play Film night' }));
    expect(await screen.findByText('Film night: You are offline.')).toBeTruthy();
    expect(platform.sent('scenes.play')).toEqual([]);
  });

  it('shows no scenes while there are none', async () => {
    open({ scenes: { list: { elements: [] } } }, '');
    await screen.findByRole('link', { name: 'Scenes' });
    expect(screen.queryByRole('list', { name: 'Scenes' })).toBeNull();
  });

  it('forgets scenes at sign-out', async () => {
    const { stores } = open({}, '');
    await chips();
    expect(localStorage.getItem('azulejo.scenes')).toContain('Film night');
    await stores.session.signOut();
    expect(localStorage.getItem('azulejo.scenes')).toBeNull();
  });
});
