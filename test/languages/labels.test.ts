import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Channel, ChannelList, ChannelTemplate } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { LAMP } from '../support/live-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { templateProperty } from '../support/template-property.ts';

const ORIGIN = 'https://home.example';

/** A template whose labels are no words of the catalogue, except one. */
const aquarium: ChannelTemplate = {
  ...panelTemplate,
  id: '2f7d9a51-1a5e-4e0c-8a21-6a3c0a6f7e11',
  name: 'Aquarium',
  model: 'A1',
  components: [{ id: 'tank', type: 'part', label: 'Ana’s fish tank', classes: [] }],
  properties: [
    templateProperty('fish', { label: 'Fish in sight' }),
    templateProperty('battery', { label: 'Battery' }),
  ],
  tiles: [{ components: ['tank'], information: [], actions: [], isGroupable: false }],
};

async function setUp({ start }: Pick<Stage, 'start'>) {
  const platform = await start();
  const { homes, templates } = platform.server.features;
  await templates.import([aquarium], { areTrusted: false });
  const application = await newApplication(platform, { origins: [ORIGIN] });
  const home = homeOf(platform, await newPerson(platform, application));
  for (const [templateId, name] of [
    [LAMP, 'Brightness'],
    [aquarium.id, 'Battery'],
  ] as const)
    await homes.addDevice({ userId: home.id, templateId, name });

  const get = async (path: string, language?: string, headers: Record<string, string> = {}) => {
    const response = await platform.request(`/v3/legacy/users/me/${path}`, {
      token: home.token,
      headers: { ...headers, ...(language !== undefined && { 'accept-language': language }) },
    });
    return { response, text: await response.text(), etag: response.headers.get('etag') ?? '' };
  };
  const channelsIn = async (language?: string, query = '') => {
    const { text } = await get(`channels${query}`, language);
    return JSON.parse(text) as ChannelList;
  };
  return { get, channelsIn };
}

const channelOf = ({ channels }: ChannelList, template: string): Channel => {
  const found = channels.find(({ profileId }) => profileId === template);
  assert.ok(found, template);
  return found;
};
const propertyOf = ({ properties }: Pick<Channel, 'properties'>, id: string) => {
  const found = properties.find((property) => property.id === id);
  assert.ok(found, id);
  return found;
};

onEachEngineInFull('labels of the channel list', setUp, (scene) => {
  it('returns German labels to a phone that prefers German', async () => {
    const lamp = channelOf(await scene().channelsIn('de-DE;q=1, en-DE;q=0.9'), LAMP);
    assert.deepEqual(
      lamp.components.map(({ label }) => label),
      ['Licht'],
    );
    const brightness = propertyOf(lamp, 'brightness');
    assert.deepEqual([brightness.label, brightness.agentLabel], ['Helligkeit', 'Helligkeit']);
    const [above] = brightness.states;
    assert.deepEqual([above?.label, above?.predicateLabel], ['Helligkeit ist über', 'ist über']);
  });

  it('translates the states and choices of controls, with their values unchanged', async () => {
    const { channelsIn } = scene();
    const [german, english] = await Promise.all(
      ['de', 'en'].map(async (language) => channelOf(await channelsIn(language), LAMP)),
    );
    assert.ok(german && english);
    const configOf = (channel: Channel, id: string) => propertyOf(channel, id).controlInterfaces[0]?.config;
    assert.deepEqual(configOf(german, 'status'), { on: 'An', off: 'Aus' });
    const choices = (channel: Channel) =>
      configOf(channel, 'power-on-behavior')?.['options'] as { label: string; value: string }[];
    assert.deepEqual(
      choices(german).map(({ value }) => value),
      choices(english).map(({ value }) => value),
    );
    assert.equal(choices(german).find(({ value }) => value === 'off')?.label, 'Aus');
    assert.equal(choices(english).find(({ value }) => value === 'off')?.label, 'Off');
  });

  for (const [language, label] of [
    ['es-419', 'Brillo'],
    ['fr-CA,en;q=0.5', 'Luminosité'],
    ['pt-PT', 'Brilho'],
    ['it, en;q=0.2, de;q=0.3', 'Helligkeit'],
  ] as const)
    it(`returns ${label} for ${language}`, async () => {
      const lamp = channelOf(await scene().channelsIn(language), LAMP);
      assert.equal(propertyOf(lamp, 'brightness').label, label);
    });

  it('translates labels where channels share their properties', async () => {
    const { channels, sharedProperties } = await scene().channelsIn('de', '?properties=shared');
    const lamp = channels.find(({ profileId }) => profileId === LAMP);
    const shared = sharedProperties?.find((each) => each.channels.includes(lamp?.id ?? ''));
    assert.equal(shared && propertyOf(shared, 'brightness').label, 'Helligkeit');
  });

  it('explains the names of protocols in English, also to those whose language is none of ours', async () => {
    const { channelsIn } = scene();
    for (const language of ['en-GB', 'it,nl;q=0.5', 'de;q=0', 'de;q=0.3, en;q=0.9', 'x'.repeat(2000)]) {
      const lamp = channelOf(await channelsIn(language), LAMP);
      const { label, agentLabel } = propertyOf(lamp, 'power-on-behavior');
      assert.deepEqual(
        [label, agentLabel],
        ['After a power cut', 'After a power cut'],
        language.slice(0, 30),
      );
    }
  });

  it('returns the stored labels, byte for byte, to those who ask for no language or for any', async () => {
    const { get } = scene();
    for (const query of ['', '?properties=shared']) {
      const stored = await get(`channels${query}`, '');
      assert.ok(stored.text.includes('"Power on behavior"'));
      const { text, etag } = await get(`channels${query}`, '*');
      assert.deepEqual([text, etag], [stored.text, stored.etag]);
    }
  });

  it('leaves names and labels that people wrote unchanged', async () => {
    const { channelsIn, get } = scene();
    const tank = channelOf(await channelsIn('de'), aquarium.id);
    assert.deepEqual(
      [...tank.components, ...tank.properties].map(({ label }) => label),
      ['Ana’s fish tank', 'Fish in sight', 'Batterie'],
    );
    const { tiles } = JSON.parse((await get('tiles', 'de')).text) as { tiles: { label: string }[] };
    assert.deepEqual(tiles.map(({ label }) => label).toSorted(), ['Battery', 'Brightness']);
  });

  it('sends an ETag for each language, and Vary for caches', async () => {
    const { get } = scene();
    const answers = await Promise.all(['en', 'de', 'es', 'fr', 'pt'].map((each) => get('channels', each)));
    assert.equal(new Set(answers.map(({ etag }) => etag)).size, 5);
    for (const { response } of answers)
      assert.match(response.headers.get('vary') ?? '', /(^|, ?)Accept-Language(,|$)/);
    const revisions = answers.map(({ text }) => channelOf(JSON.parse(text), LAMP)._rev);
    assert.equal(new Set(revisions).size, 5, 'a record differs with its labels');
  });

  it('does not send labels again in the same language, and sends them in another', async () => {
    const { get } = scene();
    const { etag } = await get('channels', 'de');
    const known = { 'if-none-match': etag };
    const { response, text } = await get('channels', 'de-AT', known);
    assert.deepEqual([response.status, text], [304, '']);
    assert.match(response.headers.get('vary') ?? '', /Accept-Language/);
    for (const other of ['fr', 'en'])
      assert.equal((await get('channels', other, known)).response.status, 200, other);
  });

  it('keeps the other members of Vary for pages of other origins', async () => {
    const { response } = await scene().get('channels', 'de', { origin: ORIGIN });
    const vary = (response.headers.get('vary') ?? '').split(/, ?/);
    for (const name of ['Origin', 'Accept-Language']) assert.ok(vary.includes(name), vary.join());
  });
});
