import type { PortalMessage } from '@azulejo/contract';
import { errorCodes } from '@azulejo/model';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';

const messageOf = (n: number, members: Partial<PortalMessage> = {}): PortalMessage =>
  ({
    n,
    at: '2026-01-02T03:04:05.678+0000',
    direction: 'in',
    via: 'mqtt',
    kind: 'message',
    party: { kind: 'manager', id: 'manager-1', name: 'Lamp maker' },
    topic: 'azulejo/v1/iw/channels/c/components/light-bulb/properties/status/value',
    channel: { id: 'channel-1', name: 'Hall lamp', template_id: 'template-1' },
    io: 'iw',
    payload: '{"io":"iw","data":true}',
    result: 'stored',
    is_failure: false,
    ...members,
  }) as PortalMessage;

const refusal = (n: number) =>
  messageOf(n, {
    result: 'refused',
    is_failure: true,
    reason: { code: 'invalid_value', text: 'The value must be a boolean.', advice: 'Send true or false.' },
  } as Partial<PortalMessage>);

// The simulated browser has no layout: without a height, no line would be in view.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

async function open(search = '', replies: Parameters<typeof fakePortal>[0] = {}) {
  const platform = fakePortal(replies);
  const { sources } = platform;
  const user = openPortal(platform, `/messages${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Messages' });
  const source = () => {
    const last = sources.at(-1);
    if (!last) throw new Error('The page watches nothing.');
    return last;
  };
  const receive = (...messages: PortalMessage[]) => {
    for (const message of messages) source().receive('message', message);
  };
  return { platform, user, sources, source, receive };
}
const lines = () =>
  screen.queryAllByRole('button', { expanded: false }).filter(({ dataset }) => dataset['n'] !== undefined);
const line = async (text: RegExp) => screen.findByRole('button', { name: text });

describe('the connection of the messages page', () => {
  it('says when the connection is live, interrupted and over', async () => {
    const { source } = await open();
    await screen.findByText('Connecting');
    source().receive('watching');
    await screen.findByText('Live');
    source().fail({ isOver: false });
    await screen.findByText('Connection lost. Reconnecting');
    source().fail({ isOver: true });
    expect(await screen.findByText('Ended')).toBeTruthy();
  });

  it('leads to the sign-in when the session has ended', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    const { source } = await open('', {
      virtualDevices: { list: refused(401, errorCodes.sessionRequired) },
    });
    source().fail({ isOver: true });
    await expect.poll(() => assign.mock.calls[0]?.[0]).toContain('/portal/sign-in?next=');
  });

  it.each([
    ['', ''],
    ['?channel=c-1', 'channel_id=c-1'],
    ['?user=u-1', 'user_id=u-1'],
    ['?client=a-1', 'client_id=a-1'],
  ])('watches what the address %o names', async (search, query) => {
    const { source } = await open(search);
    expect(source().url).toBe(`/portal/api/messages?${query}`);
  });

  it('names the watched channel, and returns to everything', async () => {
    const { user, source, sources, receive } = await open('?channel=channel-1');
    await screen.findByText('channel-1');
    receive(messageOf(1));
    expect((await screen.findAllByText('Hall lamp')).length).toBeGreaterThan(0);
    const [first] = sources;
    await user.click(screen.getByRole('button', { name: 'Watch everything' }));
    await expect.poll(() => source().url).toBe('/portal/api/messages?');
    expect(first?.readyState).toBe(2);
    expect(await screen.findByRole('heading', { name: 'Waiting for messages' })).toBeTruthy();
  });

  it('watches one application on request', async () => {
    const { user, source } = await open();
    await chooseOption(user, 'Application', 'Casa Azul');
    await expect.poll(() => source().url).toMatch(/\?client_id=[0-9a-f-]{36}$/);
  });
});

describe('the list of messages', () => {
  it('shows who sent each message, and its outcome', async () => {
    const { receive } = await open();
    receive(messageOf(1));
    const shown = await line(/Lamp maker/);
    expect(shown.textContent).toMatch(
      /To the platform: .*Report.*Hall lamp · light-bulb\/status.*true.*Stored/,
    );
  });

  it('shows the reason of a failure in its line, and what to do when it is opened', async () => {
    const { user, receive } = await open();
    receive(refusal(1));
    await user.click(await line(/The value must be a boolean\..*Refused/));
    expect(screen.getByText('Send true or false.')).toBeTruthy();
    const help = screen.getByRole('link', { name: 'Open the template' });
    expect(help.getAttribute('href')).toBe('/portal/templates/template-1');
  });

  it('opens a line to all facts, and to what else was sent there', async () => {
    const { user, receive } = await open();
    receive(messageOf(1, { took_ms: 1_200, bytes: 90_000 } as Partial<PortalMessage>));
    await user.click(await line(/Lamp maker/));
    const details = document.getElementById('message-1')?.textContent;
    expect(details).toContain('To the platform, MQTT');
    expect(details).toContain('1,200 ms');
    expect(details).toContain('The beginning of 90,000 bytes.');
    expect(screen.getByRole('link', { name: 'Watch this manager' }).getAttribute('href')).toBe(
      '/portal/messages?client=manager-1',
    );
    expect(screen.getByRole('link', { name: 'Watch this channel' }).getAttribute('href')).toBe(
      '/portal/messages?channel=channel-1',
    );
  });

  it('moves with the arrow keys, past the lines of skipped messages', async () => {
    const { user, source, receive } = await open();
    receive(messageOf(1));
    source().receive('skipped', { count: 1_500 });
    receive(messageOf(2, { party: { kind: 'user', id: 'u', name: 'Ana' } } as Partial<PortalMessage>));
    (await line(/Ana/)).focus();
    expect(screen.getByText(/1,500 skipped/)).toBeTruthy();
    await user.keyboard('{ArrowUp}');
    await expect.poll(() => document.activeElement?.textContent).toContain('Lamp maker');
    await user.keyboard('{End}');
    await expect.poll(() => document.activeElement?.textContent).toContain('Ana');
    expect(screen.getByRole('button', { name: 'Follow the newest' })).toBeTruthy();
  });

  it('holds messages back while the list is paused, and clears it', async () => {
    const { user, source, receive } = await open();
    source().receive('watching');
    receive(messageOf(1));
    await line(/Lamp maker/);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByText('Paused');
    receive(messageOf(2), messageOf(3));
    const resume = await screen.findByRole('button', { name: 'Resume (2 new)' });
    expect(lines()).toHaveLength(1);
    await user.click(resume);
    await expect.poll(() => lines().length).toBe(3);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for messages' })).toBeTruthy();
  });
});

describe('the filter of messages', () => {
  async function filtered() {
    const opened = await open();
    opened.receive(
      messageOf(1),
      refusal(2),
      messageOf(3, { direction: 'out', kind: 'command', result: 'done' } as Partial<PortalMessage>),
      messageOf(4, { kind: 'connect', result: 'opened' } as Partial<PortalMessage>),
    );
    await expect.poll(() => lines().length).toBe(4);
    const shown = () => lines().map(({ dataset }) => dataset['n']);
    return { ...opened, shown };
  }

  it('finds messages with all words', async () => {
    const { user, shown } = await filtered();
    await user.type(screen.getByRole('textbox', { name: 'Filter by text' }), 'BOOLEAN hall');
    await expect.poll(shown).toEqual(['2']);
    await user.type(screen.getByRole('textbox', { name: 'Filter by text' }), ' piano');
    expect(await screen.findByRole('heading', { name: 'No matching messages yet' })).toBeTruthy();
  });

  it('limits messages to a direction', async () => {
    const { user, shown } = await filtered();
    const direction = within(screen.getByRole('radiogroup', { name: 'Direction' }));
    await user.click(direction.getByRole('radio', { name: 'Out' }));
    await expect.poll(shown).toEqual(['3']);
  });

  it.each([
    ['Failures', ['2']],
    ['Messages', ['1', '2']],
    ['Completed writes', ['3']],
    ['Connections', ['4']],
  ])('shows only %s', async (option, expected) => {
    const { user, shown } = await filtered();
    await chooseOption(user, 'Kind and result', option);
    await expect.poll(shown).toEqual(expected);
  });
});

describe('the announcement of messages', () => {
  it('counts new messages and failures every ten seconds, and is silent otherwise', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { receive } = await open();
    receive(messageOf(1), refusal(2));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await screen.findByText('2 new messages, 1 failure')).toBeTruthy();
  });
});
