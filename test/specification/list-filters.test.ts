import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import type { Channel, ChannelTemplate, Tile } from '@azulejo/contract';
import { type ListName, lists, setUpDemoHome } from '../support/demo-home.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const flags = { triggerable: 'isTriggerable', actionable: 'isActionable', stateful: 'isStateful' } as const;
type Flag = (typeof flags)[keyof typeof flags];

/**
 * Returns a template whose properties have only this flag, so that a filter keeps some devices and drops
 * others.
 */
function templateWithOnly(flag: Flag, source: ChannelTemplate): ChannelTemplate {
  const none = { isTriggerable: false, isActionable: false, isStateful: false };
  return {
    ...source,
    id: crypto.randomUUID(),
    name: `Only ${flag}`,
    properties: source.properties.map((property) => ({ ...property, ...none, [flag]: true })),
  };
}

async function setUp(stage: Stage) {
  const home = await setUpDemoHome(stage);
  const { templates, homes } = home.platform.server.features;
  const source = (await loadTemplates()).find((template) => template.components.length === 1);
  assert.ok(source);
  const own = Object.values(flags).map((flag) => templateWithOnly(flag, source));
  await templates.import(own, { areTrusted: false });
  for (const { id } of own) await homes.addDevice({ userId: home.userId, templateId: id });
  return home;
}

/** Returns whether `type` keeps a channel, by its flag, or a tile, by the properties of its components. */
function fitsChannel(channel: Channel, flag: Flag): boolean {
  return channel[flag];
}

function fitsTile(tile: Tile, channels: readonly Channel[], flag: Flag): boolean {
  const types = new Set(tile.components.map((component) => component.type));
  const properties = channels.find((channel) => channel.id === tile.channel)?.properties ?? [];
  return properties.some((property) => property[flag] && property.components.some((type) => types.has(type)));
}

onEachEngineInFull('spec 4.7 and 4.8: the filters include, type and exclude', setUp, (scene) => {
  /** Values as the phone apps send them, with raw or encoded commas, and values that they never send. */
  const includes = [
    '?include=channelProperties',
    '?include=channelProperties,context,capabilities',
    '?include=context%2Ccapabilities',
    '?include=specs',
    '?include=specs%2Ccontext%2Ccapabilities',
    '?include=unsorted,context',
    '?include=',
    '?include=,,',
    '?include=nothing-we-know,%F0%9F%8F%A0',
    '?unknown=1&include=specs',
  ];

  for (const list of lists) {
    it(`returns all ${list} for any value of include`, async () => {
      const { [list]: read } = scene();
      const whole = await read();
      assert.ok(whole.length > 0);
      for (const query of includes) assert.deepEqual(await read({ query }), whole, query);
    });

    it(`keeps the order of the ${list} between requests`, async () => {
      const { get } = scene();
      const texts = await Promise.all([1, 2, 3].map(async () => (await get(list)).text()));
      assert.equal(new Set(texts).size, 1);
    });

    it(`refuses an unknown type and names it, for ${list}`, async () => {
      for (const query of ['?type=sensor', '?type=', '?type=triggerable,actionable', '?type=TRIGGERABLE']) {
        const { errors } = await assertApiError(await scene().get(list, { query }), 'invalid_request');
        assert.deepEqual(
          errors?.map((error) => error.field),
          ['type'],
          query,
        );
      }
    });

    it(`refuses a repeated parameter and names it, for ${list}`, async () => {
      for (const field of ['include', 'type']) {
        const query = `?${field}=stateful&${field}=actionable`;
        const { errors } = await assertApiError(await scene().get(list, { query }), 'invalid_request');
        assert.deepEqual(
          errors?.map((error) => error.field),
          [field],
        );
      }
    });
  }

  for (const [type, flag] of Object.entries(flags)) {
    it(`returns with type=${type} only the channels with such a property`, async () => {
      const { channels } = scene();
      const whole = await channels();
      const kept = await channels({ query: `?include=context&type=${type}` });
      assert.deepEqual(
        kept,
        whole.filter((channel) => fitsChannel(channel, flag)),
      );
      assert.ok(kept.length > 0 && kept.length < whole.length);
    });

    it(`returns with type=${type} only the tiles with such a property`, async () => {
      const { channels, tiles } = scene();
      const [all, whole] = [await channels(), await tiles()];
      const kept = await tiles({ query: `?include=specs&type=${type}` });
      assert.deepEqual(
        kept,
        whole.filter((tile) => fitsTile(tile, all, flag)),
      );
      assert.ok(kept.length > 0 && kept.length < whole.length);
    });
  }

  it('omits the tiles that exclude names', async () => {
    const { tiles } = scene();
    const whole = await tiles();
    const [first, second, third] = whole.map((tile) => tile.id);
    const cases: [string, (string | undefined)[]][] = [
      [`?exclude=${first}`, [first]],
      [`?exclude=${first},${third}`, [first, third]],
      [`?exclude=${first}%2C%20${second}`, [first, second]],
      [`?exclude=,${second},`, [second]],
      ['?exclude=', []],
      ['?exclude=nobody', []],
      [`?exclude=${crypto.randomUUID()},${first}`, [first]],
    ];
    for (const [query, gone] of cases) {
      assert.deepEqual(
        await tiles({ query }),
        whole.filter((tile) => !gone.includes(tile.id)),
        query,
      );
    }
  });

  it("combines type and exclude, as the app's picker of a rule's states does", async () => {
    const { tiles } = scene();
    const stateful = await tiles({ query: '?type=stateful' });
    const query = `?include=specs%2Ccontext%2Ccapabilities&type=stateful&exclude=${stateful[0]?.id}`;
    assert.deepEqual(await tiles({ query }), stateful.slice(1));
  });

  it('accepts exclude on channels, where one app sends it without effect', async () => {
    const { channels, tiles } = scene();
    const query = `?exclude=${(await tiles())[0]?.id}`;
    assert.deepEqual(await channels({ query }), await channels());
  });

  it('refuses parameters above their maximum length and names them', async () => {
    const cases: [ListName, string, string][] = [
      ['channels', 'include', 'x'.repeat(501)],
      ['tiles', 'include', 'x'.repeat(501)],
      ['tiles', 'exclude', 'x'.repeat(4001)],
      ['tiles', 'include', '%00'],
    ];
    for (const [list, field, value] of cases) {
      const response = await scene().get(list, { query: `?${field}=${value}` });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
      );
    }
  });
});
