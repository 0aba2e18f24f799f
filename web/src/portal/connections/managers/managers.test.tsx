import { type PortalManager, type PortalManagerDetail, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '../../../testing/choose-option.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { sessionAs } from '../../testing/sessions.ts';

type Replies = NonNullable<Parameters<typeof fakePortal>[0]>;

const acme = portalResources.managers.get.example.reply as PortalManagerDetail;
const listed = (portalResources.managers.list.example.reply as { managers: PortalManager[] }).managers[0];
const PAGE = `/managers/${acme.client_id}`;
const [authorize] = acme.webhooks;

function open(path: string, replies: Replies = {}) {
  const platform = fakePortal(replies);
  return { platform, user: openPortal(platform, path) };
}
const openAcme = (members: Partial<PortalManagerDetail> = {}, replies: Replies = {}) =>
  open(PAGE, { ...replies, managers: { get: { ...acme, ...members }, ...replies.managers } });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the list of managers', () => {
  const withManager = (members: Partial<PortalManager>) =>
    open('/managers', {
      managers: { list: { managers: [{ ...listed, ...members } as PortalManager], total: 1, next: null } },
    });
  const row = async () => (await screen.findAllByRole('row'))[1]?.textContent;

  it('shows of which kind they are, and whether they are connected', async () => {
    withManager({ last_seen: null });
    expect(await row()).toMatch(/Acme.*Asked by webhooksConnected1never/);
  });

  it('shows a manager that adds devices itself, and one whose webhooks fail', async () => {
    withManager({ kind: 'independent', health: 'failing', is_connected: false });
    expect(await row()).toMatch(/Adds devices itselfFailingNot connected/);
  });

  it('searches managers on the platform by what is typed', async () => {
    const { platform, user } = open('/managers');
    await user.type(await screen.findByRole('textbox', { name: 'Search managers' }), 'acme');
    await expect.poll(() => platform.sent('managers.list').at(-1)?.query).toMatchObject({ search: 'acme' });
  });

  it('says how to begin without managers, and offers viewers nothing', async () => {
    open('/managers', {
      managers: { list: { managers: [], total: 0, next: null } },
      session: { get: sessionAs('viewer') },
    });
    await screen.findByRole('heading', { name: 'No managers yet' });
    expect(screen.queryByRole('link', { name: 'New manager' })).toBeNull();
  });

  it('shows why the managers cannot be read', async () => {
    open('/managers', {
      managers: { list: refused(500, 1000, { text: 'The platform has a problem.' }) as never },
    });
    expect(await screen.findByText('The platform has a problem.')).toBeTruthy();
  });
});

describe('the page of a manager', () => {
  it('shows since when a webhook fails, and until when it is not called', async () => {
    const time = '2026-01-02T03:04:05.006+0000';
    openAcme({
      health: 'paused',
      webhooks: [
        { ...authorize, failing_since: time, paused_until: '2026-01-02T03:05:05.006+0000' } as never,
      ],
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/authorize: failing since 2 Jan 2026/);
    expect(alert.textContent).toMatch(/waits before it calls again, until 2 Jan 2026/);
  });

  it('shows no webhooks, accounts and signing of a manager that adds devices itself', async () => {
    openAcme({ kind: 'independent', webhooks: [] });
    await screen.findByRole('region', { name: 'Channels' });
    for (const name of ['Webhooks', 'Last calls', 'Accounts at the maker', 'Signing'])
      expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('shows what a bridge connects, and what is wrong with it', async () => {
    const problem = 'The MQTT server cannot be reached.';
    const bridge = { type: 'zigbee2mqtt', mqtt_url: 'mqtt://broker:1883', state: 'failing', version: '' };
    openAcme({ kind: 'bridge', health: 'failing', webhooks: [], bridge: { ...bridge, problem } as never });
    const health = await section('Health');
    expect(health.getByText('mqtt://broker:1883')).toBeTruthy();
    expect((await health.findByRole('alert')).textContent).toMatch(/Failing.*cannot be reached/);
  });

  it('names what a bridge could not read, and which requests were not answered', async () => {
    const bridge = { type: 'zigbee2mqtt', mqtt_url: 'mqtt://broker:1883', state: 'running', version: '' };
    const part = { device: '0x1', name: 'Door', feature: '', detail: '', reason: '' };
    const findings = {
      unmapped: [{ ...part, code: 'no_definition' as const }],
      more: 7,
      unanswered: [{ request: 'permit_join', device: '', at: '2026-01-02T03:04:05.006+0000' }],
      reported: '2026-01-02T03:04:05.006+0000',
    };
    openAcme(
      { kind: 'bridge', webhooks: [], bridge: { ...bridge, problem: '' } as never },
      { bridges: { findings } },
    );
    const unread = await section('What could not be read');
    expect(await unread.findByText('Door')).toBeTruthy();
    expect(unread.getByText(/^Zigbee2MQTT does not know the device/)).toBeTruthy();
    expect(unread.getByText(/^And 7 more/)).toBeTruthy();
    expect((await section('Not answered')).getByText('Let devices join')).toBeTruthy();
  });

  it('shows why templates were refused', async () => {
    openAcme();
    expect(
      (await (await section('Refused templates')).findByText('channel.schema')).textContent,
    ).toBeTruthy();
  });

  it('says in plain words how the last calls went, and shows all of them on request', async () => {
    const call = portalResources.managers.callAgain.example.reply as { time: string };
    const calls = Array.from({ length: 12 }, (_, index) => ({ ...call, duration_ms: index, status: 200 }));
    const late = { ...call, duration_ms: 8_000, status: null, failure: 'timeout' };
    const { user } = openAcme({}, { managers: { calls: { calls: [late, ...calls] as never } } });
    const shown = await section('Last calls');
    expect((await shown.findAllByRole('row')).length).toBe(9);
    expect(shown.getByText('No answer in time')).toBeTruthy();
    expect(shown.getByText('8.0 s')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Show all 13' }));
    expect(shown.getAllByRole('row').length).toBe(14);
  });

  it('calls the webhook authorize again', async () => {
    const failed = { status: 403, failure: null };
    const example = portalResources.managers.callAgain.example.reply as object;
    const { platform, user } = openAcme({}, { managers: { callAgain: { ...example, ...failed } as never } });
    await user.click(await button('Call again: authorize'));
    await chooseOption(user, 'Application', 'Casa Azul');
    await user.click(await button('Call'));
    expect(await screen.findByText('The manager refused the confirmation hash, or failed')).toBeTruthy();
    expect(platform.bodies('managers.callAgain')).toEqual([
      {
        application_id: expect.any(String) as string,
        template_id: acme.templates[0]?.id,
        webhook: 'authorize',
      },
    ]);
  });

  it('calls devices_list again for a user of the application', async () => {
    const example = portalResources.managers.callAgain.example.reply as object;
    const unknown = { purpose: 'devices_list', status: 404, failure: null };
    const { platform, user } = openAcme(
      { webhooks: [{ ...authorize, name: 'devices_list' } as never] },
      { managers: { callAgain: { ...example, ...unknown } as never } },
    );
    await user.click(await button('Call again: devices_list'));
    expect(await screen.findByRole('dialog', { name: 'Call devices_list' })).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'User' })).toBeNull();
    await chooseOption(user, 'Application', 'Casa Azul');
    expect((await button('Call')).disabled).toBe(true);
    await chooseOption(user, 'User', /ana@example\.org/);
    await user.click(await button('Call'));
    expect(await screen.findByText('This person has not signed in at the maker')).toBeTruthy();
    const [body] = platform.bodies('managers.callAgain') as Record<string, string>[];
    const { query } = platform.sent('users.list').at(-1) ?? {};
    expect(query?.['application_id']).toBe(body?.['application_id']);
    expect(body).toMatchObject({
      template_id: acme.templates[0]?.id,
      webhook: 'devices_list',
      user_id: expect.any(String) as string,
    });
  });

  it('says why a webhook cannot be called', async () => {
    const names = ['receive_token', 'select_device', 'devices_list'];
    openAcme({ webhooks: names.map((name) => ({ ...authorize, name })) as never, templates: [] });
    expect(await screen.findByText(/it needs the token of a person/)).toBeTruthy();
    expect(screen.getByText(/it would add devices to a home/)).toBeTruthy();
    expect(screen.getByText('Assign a template to call it.')).toBeTruthy();
    const callable = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Call again/ });
    expect(callable.map((each) => [each.getAttribute('aria-label'), each.disabled])).toEqual([
      ['Call again: devices_list', true],
    ]);
  });

  it('keeps the stored secret of an account unless another one is typed', async () => {
    const { platform, user } = openAcme();
    await user.click(await button('Edit the account of Casa Azul'));
    const id = await screen.findByRole('textbox', { name: 'Client ID' });
    await user.clear(id);
    await user.type(id, 'casa-8');
    await user.click(await button('Save'));
    await expect
      .poll(() => platform.bodies('managers.setAccount'))
      .toEqual([{ client_id: 'casa-8', origins: ['https://accounts.acme.example'] }]);
    expect(await screen.findByText('The account was saved.')).toBeTruthy();
  });

  it('shows at the field why an account is refused', async () => {
    const reason = 'must be entered again when an origin is added';
    const { user } = openAcme(
      {},
      {
        managers: {
          setAccount: refused(400, 1000, {
            text: 'Invalid request.',
            errors: [{ field: 'client_secret', reason }],
          }) as never,
        },
      },
    );
    await user.click(await button('Edit the account of Casa Azul'));
    await user.type(await screen.findByRole('textbox', { name: 'Origins' }), '\nhttps://b.example');
    await user.click(await button('Save'));
    expect(await screen.findByText('Must be entered again when an origin is added')).toBeTruthy();
  });

  it('removes an account of a manager after a question', async () => {
    const { platform, user } = openAcme();
    await user.click(await button('Remove the account of Casa Azul'));
    await user.click(await button('Remove'));
    await expect.poll(() => platform.sent('managers.removeAccount').length).toBe(1);
    expect(await screen.findByText(/No accounts yet/)).toBeTruthy();
  });

  it('shows the signing key on request and hides it again', async () => {
    const { user } = openAcme();
    await user.click(await button('Show signing key'));
    const key = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Signing key' });
    expect(key.value).toMatch(/^whsec_/);
    await user.click(await button('Hide signing key'));
    expect(screen.queryByRole('textbox', { name: 'Signing key' })).toBeNull();
  });

  it('offers no changes to a viewer', async () => {
    openAcme({}, { session: { get: sessionAs('viewer') } });
    await screen.findByRole('region', { name: 'Webhooks' });
    for (const name of [/again/, /^Edit/, /^Remove/, /^Add an account/, /signing key/, /^Release/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('lists further channels on request', async () => {
    const [channel] = (portalResources.managers.channels.example.reply as { channels: object[] }).channels;
    const first = { channels: [channel], next: 'further' };
    const second = { channels: [{ ...channel, id: 'second', name: 'Attic bulb' }], next: null };
    const reply = ({ query }: { query: Record<string, string> }) =>
      query['after'] === 'further' ? second : first;
    const { platform, user } = openAcme({}, { managers: { channels: reply as never } });
    const shown = await section('Channels');
    await user.click(await shown.findByRole('button', { name: 'Show more' }));
    await expect.poll(() => platform.sent('managers.channels').at(-1)?.query).toEqual({ after: 'further' });
    expect(await shown.findByText('Attic bulb')).toBeTruthy();
  });

  it('says that a manager does not exist', async () => {
    open(PAGE, { managers: { get: refused(404, 1002, { text: 'There is no such manager.' }) as never } });
    expect(await screen.findByText('There is no such manager.')).toBeTruthy();
  });
});
