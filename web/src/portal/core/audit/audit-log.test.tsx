import { type PortalAuditEntry, portalResources } from '@azulejo/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showPortalIn } from '../../../languages/portal-catalogue.ts';
import { refused } from '../../../testing/fake-server.ts';
import { fakePortal } from '../../testing/fake-portal.ts';
import { openPortal } from '../../testing/open-portal.tsx';
import { textOf } from './sentences.ts';

const { entries } = portalResources.auditLog.list.example.reply as { entries: PortalAuditEntry[] };
const [entry] = entries;
const sentences = async () =>
  within(await screen.findByRole('list', { name: 'Entries, newest first' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const search = () => Object.fromEntries(new URLSearchParams(window.location.search));

describe('audit log', () => {
  it('says in a sentence who did what, when and from where', async () => {
    const platform = fakePortal();
    openPortal(platform, '/audit-log');
    const [text] = await sentences();
    expect(text).toContain('Rui Costa rotated the secret of Casa Azul');
    expect(text).toContain('application.rotate-secret · from 192.0.2.7');
    expect(text).toContain('2 Jan 2026, 03:04:05');
  });

  it('asks for what the filter names, and has it in its address', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/audit-log');
    await sentences();
    await user.type(screen.getByLabelText('By whom'), ' rui@example.org ');
    await user.type(screen.getByLabelText('From'), '2026-01-02');
    await user.type(screen.getByLabelText('Until'), '2026-01-03');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await expect.poll(search).toEqual({ actor: 'rui@example.org', from: '2026-01-02', until: '2026-01-03' });
    await expect
      .poll(() => platform.sent('auditLog.list').at(-1)?.query)
      .toEqual({
        actor: 'rui@example.org',
        from: '2026-01-02T00:00:00.000Z',
        until: '2026-01-04T00:00:00.000Z',
      });
  });

  it('takes the filter of its address, also an action that its list does not have', async () => {
    const platform = fakePortal();
    openPortal(platform, '/audit-log?action=token.reuse&target=user-7');
    await sentences();
    expect(platform.sent('auditLog.list')[0]?.query).toEqual({ action: 'token.reuse', target: 'user-7' });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'What' }).value).toBe('token.reuse');
    expect(screen.getByLabelText<HTMLInputElement>('To whom or what').value).toBe('user-7');
  });

  it('filters by the person or thing of an entry, and shows all again', async () => {
    const platform = fakePortal();
    const user = openPortal(platform, '/audit-log');
    await user.click(await screen.findByRole('button', { name: 'Rui Costa: show only what they did' }));
    await expect.poll(search).toEqual({ actor: entry?.actor?.id });
    await user.click(await screen.findByRole('button', { name: 'Casa Azul: show only what was done to it' }));
    await expect.poll(search).toEqual({ target: entry?.target?.id });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await expect.poll(search).toEqual({});
  });

  it('adds the next page of the audit log', async () => {
    const platform = fakePortal({
      auditLog: {
        list: ({ query }) => ({
          entries: entries.map((each) => ({ ...each, id: query['after'] ?? 'first' })),
          next: query['after'] === undefined ? 'cursor-2' : null,
        }),
      },
    });
    const user = openPortal(platform, '/audit-log');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await expect.poll(async () => (await sentences()).length).toBe(2);
    expect(platform.sent('auditLog.list').at(-1)?.query).toEqual({ after: 'cursor-2' });
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it.each([
    ['/audit-log', 'No entries yet'],
    ['/audit-log?actor=x', 'No matches'],
  ])('says at %s that the audit log is empty', async (path, title) => {
    const platform = fakePortal({ auditLog: { list: { entries: [], next: null } } });
    openPortal(platform, path);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('shows why the audit log cannot be read, and tries again on request', async () => {
    const platform = fakePortal({
      auditLog: { list: refused(403, 1700, { text: 'You may not read this.' }) },
    });
    const user = openPortal(platform, '/audit-log');
    await screen.findByText('You may not read this.');
    platform.reply({ auditLog: { list: { entries, next: null } } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sentences()).toHaveLength(1);
  });
});

describe('export of the audit log', () => {
  async function save(item: string, list = entries) {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:log';
    });
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const platform = fakePortal({ auditLog: { list: { entries: list, next: null } } });
    const user = openPortal(platform, '/audit-log?action=application');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await screen.findByText('The log was saved.');
    return { platform, names, text: (await saved[0]?.text()) ?? '' };
  }

  it('saves what the filter finds as CSV', async () => {
    const { platform, names, text } = await save('As CSV');
    expect(names).toEqual(['audit-log.csv']);
    expect(platform.sent('auditLog.list').at(-1)?.query).toEqual({ action: 'application', limit: '500' });
    expect(text.split('\r\n')[0]).toBe(
      'time,what,action,actor,actor_id,target,target_id,address,detail,count',
    );
    expect(text.split('\r\n')[1]).toContain(',Rui Costa rotated the secret of Casa Azul,');
  });

  it('saves names that a spreadsheet takes for formulas as text', async () => {
    const actor = { id: 'x', kind: 'account', name: '=HYPERLINK("x")' } as const;
    const { text } = await save(
      'As CSV',
      entries.map((each) => ({ ...each, actor })),
    );
    expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
  });

  it('saves JSON unchanged', async () => {
    const { names, text } = await save('As JSON');
    expect(names).toEqual(['audit-log.json']);
    expect(JSON.parse(text)).toEqual(entries);
  });
});

describe('textOf', () => {
  const base = { ...entries[0], id: '1', at: '', address: '192.0.2.7', detail: null, count: 1 };
  const ana = { id: 'a', kind: 'account', name: 'Ana' } as const;
  const text = (members: object) => textOf({ ...base, actor: ana, target: null, ...members } as never);

  it.each([
    [{ action: 'portal.sign-in' }, 'Ana signed in to the portal'],
    [{ action: 'user.password', target: ana }, 'Ana set a new password'],
    [
      { action: 'user.password', target: { id: 'u', kind: 'user', name: 'Rui' } },
      'Ana set a new password for Rui',
    ],
    [{ action: 'refused.something' }, 'Ana was refused something'],
    [{ action: 'new.action', target: { id: 't', kind: 'user', name: null } }, 'Ana: new.action, user t'],
    [{ action: 'sign-out', actor: null, address: null }, 'The operator signed out'],
    [{ action: 'sign-out', actor: null }, 'Someone signed out'],
    [{ action: 'user.active' }, 'Ana enabled something unknown'],
    [{ action: 'sign-out', count: 3 }, 'Ana signed out, 3 times in a minute'],
    [{ action: 'portal.account.create', detail: 'viewer' }, 'Ana accepted an invitation, as viewer'],
  ])('writes the entry %o as a sentence', (members, sentence) => {
    expect(text(members)).toBe(sentence);
  });

  it('writes sentences of the contract in the language of the page', async () => {
    await showPortalIn('de');
    try {
      expect(text({ action: 'portal.sign-in' })).toBe('Ana hat sich am Portal angemeldet');
    } finally {
      await showPortalIn('en');
    }
  });
});
