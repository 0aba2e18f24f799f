import { type PortalAccount, type PortalServer, portalResources } from '@azulejo/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { sessionAs } from '../../testing/sessions.ts';

const [example] = (portalResources.servers.list.example.reply as { servers: PortalServer[] }).servers;
const named = (name: string, members: Partial<PortalServer> = {}): PortalServer =>
  ({ ...example, id: `id of ${name}`, name, is_this: false, ...members }) as PortalServer;

type Options = { database?: 'sqlite' | 'postgres'; role?: PortalAccount['role']; contracting?: string[] };

async function open(
  servers: PortalServer[],
  { database = 'postgres', role = 'owner', contracting = [] }: Options = {},
) {
  const platform = fakePortal({
    session: { get: sessionAs(role) },
    servers: { list: { database, servers, contracting }, drain: {} },
  });
  const user = openPortal(platform, '/servers');
  await screen.findByRole('heading', { level: 1, name: 'Servers' });
  return { platform, user };
}
const region = (name: string) => screen.findByRole('region', { name });

describe('the page of servers', () => {
  it('shows what each server runs and measures', async () => {
    await open([named('one', { is_this: true }), named('two', { connections: null, state: 'silent' })]);
    const one = (await region('one')).textContent;
    for (const text of [
      'Serving',
      'You are connected to this server',
      '0.1.0',
      '4,020',
      '128 of 256',
      '1.4 ms',
    ])
      expect(one).toContain(text);
    expect(one).toContain('3.2 ms behind the machine');
    const two = (await region('two')).textContent;
    expect(two).toContain('Out of contact');
    expect(two).toContain('The others take over its work');
    expect(screen.queryByRole('region', { name: 'More servers' })).toBeNull();
  });

  it('says which changes to the tables wait, and for which servers', async () => {
    const servers = [named('one', { schema: '0003-new' }), named('two', { schema: '0001-initial' })];
    await open(servers, { contracting: ['0003-new'] });
    const waiting = (await region('Changes to the tables that wait')).textContent;
    expect(waiting).toContain('0003-new: removes what servers of an earlier version use');
    expect(waiting).toContain('Upgrade or stop: two (0.1.0).');
    cleanup();
    await open(servers);
    await region('one');
    expect(screen.queryByRole('region', { name: 'Changes to the tables that wait' })).toBeNull();
  });

  it('drains a server when an owner confirms it', async () => {
    const { platform, user } = await open([named('one'), named('two')]);
    await user.click(within(await region('two')).getByRole('button', { name: 'Drain…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Drain two?' });
    expect(platform.sent('servers.drain')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Drain' }));
    await expect.poll(() => platform.sent('servers.drain').length).toBe(1);
    expect(platform.sent('servers.drain')[0]?.call).toContain(encodeURIComponent('id of two'));
  });

  it('offers nothing to drain to others than owners, and not the last server that works', async () => {
    for (const options of [{ role: 'developer' as const }, {}]) {
      await open([named('one'), named('two', options.role ? {} : { state: 'draining' })], options);
      await region('one');
      expect(screen.queryByRole('button', { name: 'Drain…' })).toBeNull();
      cleanup();
    }
  });

  it('says what several servers need when there is one', async () => {
    await open([named('one')], { database: 'sqlite' });
    expect((await region('More servers')).textContent).toContain('Several need PostgreSQL');
  });
});
