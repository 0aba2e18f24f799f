import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Automation, AutomationCheck, AutomationDefinition, Rehearsal } from '@azulejo/contract';
import type { Place } from '@azulejo/storage/testing';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

const HOUR = 3_600_000;

/** Creates a home with a panel, whose value rose above 0.5 three times, and a file for definitions. */
async function setUp(place: Place) {
  const platform = await startPlatform({ place });
  const { automations, events, homes, templates } = platform.server.features;
  await templates.import([panelTemplate], { areTrusted: false });
  const person = await newPerson(platform, await newApplication(platform));
  const add = (name: string) => homes.addDevice({ userId: person.id, templateId: panelTemplate.id, name });
  const { channel } = await add('Hall panel');
  const level = (component: string) => ({ channel: channel.id, component, property: 'level' });
  const definition: AutomationDefinition = {
    label: 'Dim',
    when: [{ kind: 'property', property: level('left'), is: 'rises-above', value: 0.5 }],
    then: [{ kind: 'set', set: level('right'), value: 0.2 }],
  };
  const now = platform.clock.now();
  const address = { channelId: channel.id, componentId: 'left', propertyId: 'level' };
  const value = (ago: number, data: number) => ({
    userId: person.id,
    at: now - ago,
    type: 'value' as const,
    address,
    data,
  });
  await platform.server.features.db.unit(
    events.append([6, 4, 2].flatMap((hours) => [value((hours + 1) * HOUR, 0.1), value(hours * HOUR, 0.9)])),
  );
  const file = join(place.dataDir, 'dim.json');
  return {
    definition,
    file,
    panel: channel.id,
    newPanel: async (name: string) => (await add(name)).channel.id,
    user: ['--user', person.email],
    write: (content: unknown) => writeFile(file, JSON.stringify(content)),
    create: () => automations.create(person.id, { definition, author: {}, origin: 'api' }),
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}

forEachEngineInFull((_engine, _open, newPlace) => {
  it('lists and shows automations in words', async () => {
    const place = await newPlace();
    await using home = await setUp(place);
    const list = ['automation', 'list', ...home.user];
    assert.equal((await azulejo(place, list)).stdout, 'There are no automations yet.\n');
    const { id } = await home.create();
    const { stdout } = await azulejo(place, list);
    assert.match(
      stdout,
      /^STATE +NAME +ID +WHAT IT DOES\non +Dim +\S+ +When Hall panel.* rises above 0\.5, /,
    );
    const [listed] = await answerOf<Automation[]>(place, list);
    assert.deepEqual([listed?.id, listed?.enabled], [id, true]);
    const shown = await azulejo(place, ['automation', 'show', id, ...home.user]);
    assert.match(shown.stdout, /^Dim: When Hall panel.*\.\n {2}id +\S+\n {2}state +on\n {2}version +1\n/);
    assert.equal((await answerOf<Automation>(place, ['automation', 'show', id, ...home.user])).id, id);
    const { message } = await refusalOf(place, ['automation', 'show', 'none', ...home.user]);
    assert.match(message, /has no automation "none": see `azulejo automation list`$/);
  });

  it('checks a file, and prints its errors with their places', async () => {
    const place = await newPlace();
    await using home = await setUp(place);
    const check = ['automation', 'check', home.file, ...home.user];
    assert.match((await refusalOf(place, check)).message, /^file not found: /);
    await home.write(home.definition);
    const fine = await azulejo(place, check);
    assert.deepEqual([fine.code, fine.stderr], [0, '']);
    assert.match(fine.stdout, /can be saved\.\n\nWhen Hall panel/);
    const [trigger] = home.definition.when;
    await home.write({
      ...home.definition,
      when: [trigger, { kind: 'property', ...trigger, is: 'rises-above', value: true }],
    });
    const wrong = await azulejo(place, check);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /cannot be saved\.\n\n.*PLACE +SEVERITY +PROBLEM\nwhen\[1\]\S* +error +\S/s);
    await home.write({ ...home.definition, then: [] });
    const { code, stdout } = await azulejo(place, [...check, '--json']);
    const { problems } = JSON.parse(stdout) as AutomationCheck;
    assert.deepEqual(
      [code, problems.map(({ path, severity }) => [path, severity])],
      [1, [['then', 'error']]],
    );
    await writeFile(home.file, '{');
    assert.match((await refusalOf(place, check)).message, /dim\.json: .*JSON/);
    await home.write([home.definition]);
    assert.match((await refusalOf(place, check)).message, /it must be one automation, a JSON object$/);
  });

  it('rehearses a file and a stored automation', async () => {
    const place = await newPlace();
    await using home = await setUp(place);
    await home.write(home.definition);
    const rehearse = ['automation', 'rehearse', ...home.user];
    const { code, stdout, stderr } = await azulejo(place, [...rehearse, home.file]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^Rehearsing: \d+ %, \d+ runs …\n/);
    assert.match(stdout, /^“Dim” would have run 3 times in the last 7 days\.\n\nDAY +RUNS +DID NOT RUN\n/);
    assert.match(stdout, /\n\nLAST RUNS +WHY +STEPS\n\S+ +because Hall panel.* rose above 0\.5 at .* 1\n/);
    const { id } = await home.create();
    const stored = await azulejo(place, [...rehearse, '--automation', id, '--days', '1', '--json']);
    assert.deepEqual([stored.code, stored.stderr], [0, '']);
    const { count, runs } = JSON.parse(stored.stdout) as Rehearsal;
    assert.deepEqual([count, runs.length], [3, 3]);
  });

  it('replaces a device in all automations, after a preview', async () => {
    const place = await newPlace();
    await using home = await setUp(place);
    const replace = ['automation', 'replace-device', home.panel, await home.newPanel('Garden'), ...home.user];
    const none = await azulejo(place, replace);
    assert.deepEqual([none.code, none.stdout], [0, 'No automation names this device.\n']);
    const { id } = await home.create();
    assert.match(
      (await azulejo(place, replace)).stdout,
      /\nfits +Dim +\S+ +When Garden.* rises above 0\.5, /,
    );
    assert.match((await azulejo(place, [...replace, '--apply'])).stdout, /\nchanged +Dim /);
    const shown = await azulejo(place, ['automation', 'show', id, ...home.user]);
    assert.match(shown.stdout, /^Dim: When Garden.*\.\n(?:.*\n)* {2}version +2\n/);
  });

  it('refuses a rehearsal of what cannot run, and wrong usage', async () => {
    const place = await newPlace();
    await using home = await setUp(place);
    const rehearse = ['automation', 'rehearse', ...home.user];
    assert.match((await refusalOf(place, rehearse)).message, /^name a file with a definition, or /);
    await home.write({ ...home.definition, then: [{ kind: 'scene', scene: 'gone' }] });
    const { kind, fields } = await refusalOf(place, [...rehearse, home.file]);
    assert.deepEqual([kind, fields.map(({ field }) => field)], ['invalid_automation', ['then[0].scene']]);
    const days = await azulejo(place, [...rehearse, home.file, '--days', '31']);
    assert.deepEqual([days.code, /from 1 to 30/.test(days.stderr)], [2, true]);
    assert.equal((await azulejo(place, ['automation', 'list'])).code, 2);
  });
});
