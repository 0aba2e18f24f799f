import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import {
  button,
  exampleOf,
  field,
  openTemplates as open,
  type Replies,
  stored,
} from '../../testing/open-templates.tsx';
import { sessionAs } from '../../testing/sessions.ts';

const { id } = stored.template;
const versionOf = (version: number, channels = 0) => ({
  ...(exampleOf('versions') as { versions: [object] }).versions[0],
  version,
  channels,
});

describe('the editor of a template', () => {
  it('saves nothing until something is changed', async () => {
    open(`/${id}`);
    expect((await button('Save as version 3')).disabled).toBe(true);
    expect(screen.getByText('Saved')).toBeTruthy();
  });

  it('saves a change as the next version', async () => {
    const { user, platform } = open(`/${id}`, {
      save: { ...stored, version: 3, newest_version: 3 } as never,
    });
    await user.type(await field('Name'), ' XL');
    await screen.findByText('No errors');
    await user.click(await button('Save as version 3'));
    await screen.findByText('Saved as version 3');
    expect(platform.bodies('templates.save')).toEqual([
      { template: { ...stored.template, name: 'Garden lamp XL' }, base_version: 2 },
    ]);
    expect((await button('Save as version 4')).disabled).toBe(true);
  });

  it('keeps what is typed during a save, and saves it next', async () => {
    const reply = Promise.withResolvers<never>();
    const { user, platform } = open(`/${id}`, { save: () => reply.promise });
    await user.type(await field('Name'), ' XL');
    await screen.findByText('No errors');
    await user.click(await button('Save as version 3'));
    await user.type(await field('Name'), ' 2');
    const template = { ...stored.template, name: 'Garden lamp XL' };
    reply.resolve({ ...stored, template, version: 3, newest_version: 3 } as never);
    await screen.findByText('Saved as version 3');
    expect(await screen.findByDisplayValue('Garden lamp XL 2')).toBeTruthy();
    // The draft is checked before it can be saved.
    await expect.poll(async () => (await button('Save as version 4')).disabled).toBe(false);
    await user.click(await button('Save as version 4'));
    await expect
      .poll(() => platform.bodies('templates.save').at(-1))
      .toEqual({ template: { ...template, name: 'Garden lamp XL 2' }, base_version: 3 });
  });

  it('shows errors at their fields, counts them at their tabs, and does not save them', async () => {
    const errors = [
      { field: 'name', reason: 'must not be empty' },
      { field: 'components.0.label', reason: 'is too long' },
    ];
    const { user } = open(`/${id}`, { check: { errors, warnings: [] } });
    await user.clear(await field('Name'));
    await screen.findByText('It must not be empty.');
    expect((await button('Save as version 3')).disabled).toBe(true);
    const tab = screen.getByRole('tab', { name: /^Components/ });
    expect(tab.textContent).toContain('1 error');
    await user.click(tab);
    await user.click(await button(/^Lamp/));
    expect(await screen.findByText('It is too long.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'JSON' }));
    const lines = await screen.findByRole('list', { name: 'Errors by line' });
    expect(lines.textContent).toMatch(/Line \d+.*name must not be empty/);
  });

  it('says that the template could not be checked', async () => {
    const { user } = open(`/${id}`, { check: refused(500, 1000) });
    await user.type(await field('Name'), '!');
    expect(await screen.findByText('Not checked: the platform did not respond')).toBeTruthy();
  });

  it('adds, copies and removes components', async () => {
    const { user } = open(`/${id}`);
    await user.click(await screen.findByRole('tab', { name: 'Components (1)' }));
    await user.click(await button('Add component'));
    await screen.findByRole('tab', { name: 'Components (2)' });
    expect(screen.getByText('Added at place 2')).toBeTruthy();
    await user.click(await button('Move up: New component'));
    expect(screen.getByText('Moved to place 1 of 2')).toBeTruthy();
    await user.click(await button('Copy: Lamp'));
    await screen.findByRole('tab', { name: 'Components (3)' });
    await user.click(await button('Remove: New component'));
    expect(await screen.findByRole('tab', { name: 'Components (2)' })).toBeTruthy();
  });

  it('undoes what was typed in a field at once, and each change of a list', async () => {
    const { user } = open(`/${id}`);
    expect((await button('Undo')).disabled).toBe(true);
    await user.type(await field('Name'), ' XL');
    await user.click(screen.getByRole('tab', { name: /^Components/ }));
    await user.click(await button('Add component'));
    expect(screen.getByRole('tab', { name: /^Components/ }).textContent).toContain('(2)');
    await user.click(await button('Undo'));
    expect(screen.getByRole('tab', { name: /^Components/ }).textContent).toContain('(1)');
    await user.keyboard('{Control>}z{/Control}');
    expect(screen.getByText('Saved')).toBeTruthy();
    await user.click(await button('Redo'));
    expect(await screen.findByRole('heading', { name: 'Garden lamp XL' })).toBeTruthy();
  });

  it('edits the same template as JSON, and as a form once the JSON is valid', async () => {
    const { user } = open(`/${id}`);
    await user.click(await screen.findByRole('tab', { name: 'JSON' }));
    const json = await screen.findByRole<HTMLTextAreaElement>('textbox');
    await user.clear(json);
    await user.type(json, '[[');
    expect(await screen.findByText('Invalid JSON')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Device' }));
    expect(await screen.findByText(/This JSON isn't a valid template yet/)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'JSON' }));
    await user.clear(await screen.findByRole('textbox'));
    await user.click(await screen.findByRole('textbox'));
    await user.paste(JSON.stringify({ ...stored.template, vendor: 'Lusa' }));
    await user.click(screen.getByRole('tab', { name: 'Device' }));
    expect((await field('Vendor')).value).toBe('Lusa');
  });

  it('shows a template read-only to a viewer', async () => {
    open(`/${id}`, {}, { session: { get: sessionAs('viewer') } });
    expect((await field('Name')).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('asks before unsaved changes are lost', async () => {
    const { user } = open(`/${id}`);
    await user.type(await field('Name'), '!');
    await user.click(screen.getAllByRole('link', { name: 'Templates' }).at(-1) as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect((await field('Name')).value).toBe('Garden lamp!');
  });

  it('creates a new template', async () => {
    const { user, platform } = open('/new');
    await user.type(await field('Name'), 'Pump');
    await screen.findByText('No errors');
    await user.click(await button('Save'));
    await expect
      .poll(() => platform.bodies('templates.create'))
      .toMatchObject([{ template: { name: 'Pump' } }]);
  });

  it('begins a copy with another id', async () => {
    open(`/new?from=${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Garden lamp (copy)' })).toBeTruthy();
    expect(await button('Save')).toBeTruthy();
  });
});

describe('a template that someone else changed meanwhile', () => {
  async function conflict() {
    const newer = {
      ...stored,
      version: 3,
      newest_version: 3,
      template: { ...stored.template, vendor: 'Lusa' },
    };
    let isSaved = false;
    const opened = open(`/${id}`, {
      get: () => (isSaved ? newer : stored) as never,
      save: ({ body }) => {
        const { base_version: base } = body as { base_version: number };
        isSaved = true;
        return base === 2 ? refused(412, 3000) : ({ ...newer, version: 4, newest_version: 4 } as never);
      },
    });
    await opened.user.type(await field('Name'), '!');
    await screen.findByText('No errors');
    await opened.user.click(await button('Save as version 3'));
    const dialog = await screen.findByRole('dialog', { name: 'A newer version was saved in the meantime' });
    return { ...opened, dialog: within(dialog) };
  }

  it('compares a template with the change, and saves over it on request', async () => {
    const { user, dialog, platform } = await conflict();
    const list = await dialog.findByRole('list', { name: 'Differences' });
    expect(list.textContent).toContain('Lusa');
    await user.click(dialog.getByRole('button', { name: 'Save mine as version 4' }));
    await screen.findByText('Saved as version 4');
    expect(platform.bodies('templates.save').at(-1)).toMatchObject({ base_version: 3 });
  });

  it('replaces the change on request', async () => {
    const { user, dialog } = await conflict();
    await user.click(await dialog.findByRole('button', { name: 'Take version 3' }));
    await expect.poll(async () => (await field('Vendor')).value).toBe('Lusa');
    expect((await field('Name')).value).toBe('Garden lamp');
  });
});

describe('the versions of a template', () => {
  async function show(templates: NonNullable<Replies['templates']> = {}) {
    const versions = [versionOf(2, 12), versionOf(1, 1)];
    const opened = open(`/${id}`, { versions: { versions } as never, ...templates });
    await opened.user.click(await screen.findByRole('tab', { name: 'Versions' }));
    await screen.findByRole('list', { name: 'Versions' });
    return opened;
  }

  it('says how many devices use each version', async () => {
    await show();
    expect(await screen.findByText('1 device still uses it')).toBeTruthy();
  });

  it('compares an earlier version with the newest', async () => {
    const earlier = { ...stored, version: 1, template: { ...stored.template, vendor: 'Oficina' } };
    const { user } = await show({
      get: ({ query }: { query: Record<string, unknown> }) => (query['version'] ? earlier : stored) as never,
    });
    await user.click(await button('Compare version 1'));
    const differences = await screen.findByRole('list', { name: 'Differences' });
    expect(differences.textContent).toContain('Oficina');
  });

  it('restores a version as the newest', async () => {
    const { user, platform } = await show();
    await user.click(await button('Restore version 1'));
    await expect.poll(() => platform.bodies('templates.save')).toMatchObject([{ base_version: 2 }]);
  });

  it('says why a version could not be restored', async () => {
    const { user, platform } = await show();
    platform.reply({ templates: { get: refused(500, 1000, { text: 'The version has a problem.' }) } });
    await user.click(await button('Restore version 1'));
    expect(await screen.findByText('The version has a problem.')).toBeTruthy();
  });

  it('moves the devices of a version, after saying what is lost, until all are moved', async () => {
    const replies = [
      { moved: 1, remaining: 1 },
      { moved: 1, remaining: 0 },
    ];
    const { user, platform } = await show({ move: () => replies.shift() as never });
    await user.click(await button('Move devices to version 2'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move devices from version 1' }));
    await dialog.findByText('lamp/effect');
    await user.click(dialog.getByRole('button', { name: 'Move 12 devices' }));
    await screen.findByText('2 devices moved to version 2');
    expect(platform.sent('templates.move')).toHaveLength(2);
  });
});

describe('the deletion of a template', () => {
  async function ask(channels: number) {
    const opened = open(`/${id}`, { versions: { versions: [versionOf(2, channels)] } as never });
    await opened.user.click(await button('More'));
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Delete Garden lamp?' })) };
  }

  it('refuses to delete a template while there are devices of it', async () => {
    const { dialog } = await ask(1);
    expect(await dialog.findByText(/1 device is made from it/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
  });

  it('deletes a template after confirming it, and leads to the list', async () => {
    const { user, dialog, platform } = await ask(0);
    await dialog.findByText(/All versions are deleted/);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Garden lamp was deleted');
    expect(platform.sent('templates.remove')).toHaveLength(1);
  });
});

describe('the export of a template', () => {
  it('saves an exported template under its vendor and model', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = open(`/${id}`);
    await user.click(await button('More'));
    await user.click(await screen.findByRole('menuitem', { name: 'Export version 2' }));
    expect(names).toEqual(['azulejo-gl-1.json']);
  });
});
