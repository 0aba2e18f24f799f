import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused } from '../../../testing/fake-server.ts';
import { button, exampleOf, field, openTemplates as open, stored } from '../../testing/open-templates.tsx';
import { sessionAs } from '../../testing/sessions.ts';

const listed = (exampleOf('list') as { templates: [{ id: string }] }).templates[0];

describe('the list of templates', () => {
  const lock = { ...listed, id: 'lock', name: 'Front lock', vendor: 'Bosch', kind: 'lock', channels: 0 };
  const both = { list: { templates: [listed, lock] } as never };

  it('shows how many devices use a template, and how many an earlier version', async () => {
    open('', both);
    const [garden, front] = within(await screen.findByRole('list', { name: 'Templates' })).getAllByRole(
      'listitem',
    );
    expect(garden?.textContent).toMatch(/Garden lamp.*version 2.*12 devices.*3 behind/);
    expect(front?.textContent).not.toContain('device');
    expect(screen.getByText('2 templates of 2 vendors')).toBeTruthy();
  });

  it('separates what the catalogue offers from what is stored', async () => {
    const offered = { ...lock, created: null, version: 1, origin: 'catalogue', author: null };
    open('', { list: { templates: [listed, offered] } as never });
    const names = async (list: string) =>
      within(await screen.findByRole('list', { name: list }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(await names('Templates')).toEqual(['Garden lamp']);
    expect(await names('Catalogue')).toEqual(['Front lock']);
    const more = screen.getByRole('link', { name: 'catalogue' });
    expect(more.getAttribute('href')).toBe('/devices');
    expect(screen.getByText('2 templates of 2 vendors')).toBeTruthy();
  });

  it('opens a template of the catalogue without a time', async () => {
    open('/lamp', { get: { ...stored, created: null, origin: 'catalogue', author: null } as never });
    expect(await screen.findByText('Catalogue, not in use')).toBeTruthy();
  });

  it('searches templates by every word, which its address keeps', async () => {
    const { user } = open('', both);
    await user.type(await field('Search templates'), 'bosch front');
    await screen.findByText('1 template of 1 vendor');
    await expect.poll(() => window.location.search).toBe('?words=bosch+front');
    await user.type(await field('Search templates'), ' piano');
    expect(await screen.findByRole('heading', { name: 'No matching templates' })).toBeTruthy();
  });

  it('offers a viewer no new template', async () => {
    open('', both, { session: { get: sessionAs('viewer') } });
    await screen.findByRole('list', { name: 'Templates' });
    expect(screen.queryByRole('link', { name: 'New template' })).toBeNull();
  });

  it('refuses a file that is not a template, with the reason', async () => {
    const { user } = open('', both);
    await user.upload(await screen.findByLabelText('Import a template'), new File(['{}'], 'a.json'));
    expect(
      await screen.findByText('a.json is not a channel template: "interface" must be an object.'),
    ).toBeTruthy();
  });

  it('refuses a file that is not JSON', async () => {
    const { user } = open('', both);
    await user.upload(await screen.findByLabelText('Import a template'), new File(['lamp'], 'a.json'));
    expect(
      await screen.findByText('a.json is not a channel template: it is not a JSON object.'),
    ).toBeTruthy();
  });

  it('says why a file could not be completed', async () => {
    const complete = refused(400, 1000, { text: 'The template is too large.' });
    const { user } = open('', { ...both, complete });
    await user.upload(await screen.findByLabelText('Import a template'), new File(['{}'], 'a.json'));
    expect(await screen.findByText('The template is too large.')).toBeTruthy();
  });

  it('shows what was filled in of a short file, until it is saved', async () => {
    const template = { ...stored.template, id: 'new-one', name: 'Porch lamp' };
    const completed = ['id', 'tiles', 'properties.0.id', 'properties.0.io'];
    const { user } = open('', { ...both, complete: { template, completed } });
    await user.upload(await screen.findByLabelText('Import a template'), new File(['{}'], 'short.json'));
    const note = within(await screen.findByRole('alert', { name: '4 members of short.json filled in' }));
    await user.click(note.getByText('What was filled in'));
    expect(note.getByText('Template').nextSibling?.textContent).toBe('id, tiles');
    expect(note.getByText('Property 1').nextSibling?.textContent).toBe('id, io');
    await user.click(await button('Save'));
    await expect.poll(() => screen.queryByText(/filled in$/)).toBeNull();
  });

  it('opens a file in the editor, as a change of the template that it names', async () => {
    const { user } = open('', both);
    const text = JSON.stringify({ ...stored.template, name: 'Porch lamp' });
    const file = new File([text], 'a.json', { type: 'application/json' });
    await user.upload(await screen.findByLabelText('Import a template'), file);
    await screen.findByRole('heading', { level: 1, name: 'Porch lamp' });
    expect((await button('Save as version 3')).disabled).toBe(false);
  });
});
