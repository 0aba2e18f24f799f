import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type TemplateElement as Element,
  resources,
  TemplateElement,
  type TemplateSummary,
} from '@azulejo/contract';
import { PLUG } from '../../support/pairing-scene.ts';
import { panelTemplate } from '../../support/panel-template.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { assertApiError, assertExact, readJson } from '../../support/replies.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../../support/scene.ts';

type List = { elements: Element[]; size: number };

async function setUp({ start }: Stage) {
  const platform = await start();
  const person = await newPerson(platform, await newApplication(platform));
  const get = (query: string, headers: Record<string, string> = {}, user = 'self') =>
    platform.request(`/v3/users/${user}/channel-templates${query}`, { token: person.token, headers });
  return { platform, person, get, list: async (query: string) => readJson<List>(await get(query)) };
}

onEachEngineInFull('the list of templates', setUp, (scene) => {
  for (const [app, query] of [
    // The queries are copied from android-app 2.8 #42 and ios-app 7.1.
    ['Android', '?order_by=+order_index&order_index=gt/-999999/n'],
    ['iOS', '?template.type=device&order_by=+order_index&order_index=gt/-999999/n'],
  ] as const) {
    it(`lists all templates in order for the ${app} app's query`, async () => {
      const { list, platform } = scene();
      const { elements, size } = await list(query);
      const known = await platform.server.features.templates.list();
      assert.ok(known.length > 80);
      assert.equal(size, known.length);
      assert.deepEqual(
        elements.map(({ template }) => template.id).toSorted(),
        known.map(({ id }) => id).toSorted(),
      );
      const stored = await platform.server.features.templates.storedIds();
      assert.ok(
        !elements.some(({ template }) => stored.includes(template.id)),
        'no template is stored by lists',
      );
      for (const [index, element] of elements.entries()) {
        assertExact(TemplateElement, element);
        assert.equal(element.order_index, index + 1);
        assert.equal(element.template.additionable, true);
        assert.ok(element.recipe_id.length > 0);
        for (const url of [element.template.icon, element.template.image]) assert.match(url, /^http:\/\/127/);
      }
      const names = elements.map(({ template }) => template.name);
      assert.deepEqual(
        names,
        names.toSorted((one, other) => one.localeCompare(other, 'en')),
      );
    });
  }

  it('returns pictures of templates that can be downloaded', async () => {
    const { list, platform } = scene();
    const { elements } = await list('');
    for (const url of new Set(elements.flatMap(({ template }) => [template.icon, template.image]))) {
      const response = await platform.request(new URL(url).pathname);
      assert.equal(response.status, 200, url);
      await response.arrayBuffer();
    }
  });

  it('filters and pages templates, and reduces them to the requested members', async () => {
    const { list } = scene();
    const all = await list('');
    const plugs = await list(
      '?template.kind=plug&fields=template.id,order_index&page_size=2&page_start_index=1',
    );
    const expected = all.elements.filter(({ template }) => template.kind === 'plug');
    assert.equal(plugs.size, expected.length);
    assert.deepEqual(
      plugs.elements,
      expected
        .slice(1, 3)
        .map(({ order_index, template }) => ({ order_index, template: { id: template.id } })),
    );
    const [first] = all.elements;
    assert.deepEqual((await list(`?template.id=${first?.template.id}`)).elements, [first]);
    const vendors = encodeURIComponent('["IKEA","Yale"]');
    const { elements } = await list(`?template.vendor=in/${vendors}/j&order_by=-template.name`);
    assert.ok(elements.length > 3);
    assert.deepEqual(new Set(elements.map(({ template }) => template.vendor)), new Set(['IKEA', 'Yale']));
  });

  it('names the invalid parameter of a query', async () => {
    const { get } = scene();
    for (const [query, field] of [
      ['?colour=red', 'colour'],
      ['?template=x', 'template'],
      ['?order_by=+colour', 'order_by'],
      ['?fields=template.colour', 'fields'],
      ['?order_index=near/1/n', 'order_index'],
      ['?page_size=few', 'page_size'],
    ] as const) {
      const { errors } = await assertApiError(await get(query), 'invalid_request');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
        query,
      );
    }
  });

  it('returns the same ETag until a new template is added', async () => {
    const { get, list, platform } = scene();
    const query = '?order_by=+order_index&order_index=gt/-999999/n';
    const before = await get(query);
    const etag = before.headers.get('etag') ?? '';
    await before.arrayBuffer();
    assert.equal((await get(query, { 'if-none-match': etag })).status, 304);
    const size = (await list(query)).size;
    await platform.server.features.templates.import([panelTemplate], { areTrusted: false });
    assert.equal((await get(query, { 'if-none-match': etag })).status, 200);
    const { elements } = await list(query);
    assert.equal(elements.length, size + 1);
    assert.ok(elements.some(({ template }) => template.id === panelTemplate.id));
  });

  it('lists a template once, in its newest version', async () => {
    const { list, platform } = scene();
    const { templates } = platform.server.features;
    await templates.import([{ ...panelTemplate, name: 'Newer panel' }], { areTrusted: false });
    const { elements } = await list(`?template.id=${panelTemplate.id}`);
    assert.deepEqual(
      elements.map(({ template }) => template.name),
      ['Newer panel'],
    );
  });

  it('returns a single template, and the list under its legacy name', async () => {
    const { list, platform, person } = scene();
    const { token } = person;
    const { elements } = await list('');
    const [first] = elements;
    const id = first?.template.id;
    const one = await readJson<TemplateSummary>(
      await platform.request(`/v3/channel-templates/${id}`, { token }),
    );
    assert.deepEqual(one, first?.template);
    await assertApiError(await platform.request('/v3/channel-templates/none', { token }), 'not_found');
    const legacy = await readJson<{ profiles: { id: string }[] }>(
      await platform.request('/v3/legacy/profiles', { token }),
    );
    assertExact(resources.templates.profiles.reply, legacy);
    assert.deepEqual(
      legacy.profiles.map((profile) => profile.id),
      elements.map(({ template }) => template.id),
    );
  });

  it("does not list the person's own phone", async () => {
    const { list, platform, person } = scene();
    const kinds = (await list('')).elements.map(({ template }) => template.kind);
    assert.ok(!kinds.includes('context'));
    const { contextTemplate } = await import('@azulejo/catalog');
    await assertApiError(
      await platform.request(`/v3/channel-templates/${contextTemplate.id}`, { token: person.token }),
      'not_found',
    );
    await assertApiError(
      await platform.request(`/v3/channel-templates/${contextTemplate.id}/authorize`, {
        token: person.token,
      }),
      'not_found',
    );
  });
});

onSqlite(
  'pairing without virtual devices',
  async ({ start }) => {
    const platform = await start({ environment: { VIRTUAL_DEVICES: '0' } });
    const { token } = await newPerson(platform, await newApplication(platform));
    return { platform, token };
  },
  (scene) => {
    it('lists no templates, and refuses to authorize or add their devices', async () => {
      const { platform, token } = scene();
      const get = (path: string) => platform.request(path, { token });
      // One app shows whatever is listed (ios-app 7.1).
      assert.deepEqual(await readJson(await get('/v3/users/self/channel-templates')), {
        elements: [],
        size: 0,
      });
      const one = await readJson<TemplateSummary>(await get(`/v3/channel-templates/${PLUG}`));
      assert.equal(one.additionable, false);
      for (const path of [`channel-templates/${PLUG}/authorize`, `legacy/profiles/${PLUG}/channels`])
        await assertApiError(await get(`/v3/${path}`), 'not_found');
    });
  },
);
