import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Automation,
  type AutomationDefinition,
  AutomationReplacement,
  type ChannelTemplate,
} from '@azulejo/contract';
import { panelTemplate } from '../support/panel-template.ts';
import { ownHome } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { templateProperty } from '../support/template-property.ts';
import { following, levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

/** Returns the template of a device with one component, which measures in a unit. */
const meter = (id: string, component: string, vendorUnit: string): ChannelTemplate => ({
  ...panelTemplate,
  id,
  name: component,
  components: [{ id: component, type: 'part', label: component, classes: [] }],
  properties: [
    templateProperty('level', { schema: 'percentage' }),
    templateProperty('measure', {
      io: 'rs',
      unitsOptions: { vendorUnit, targetImperial: '', targetMetric: '' },
    }),
  ],
  tiles: [{ label: component, components: [component], information: [], actions: [], isGroupable: false }],
});
const gauge = meter('7c1b7a4e-2f6d-4a57-9a53-4b0f6a0d9c0c', 'gauge', 'celsius');
const dial = meter('7c1b7a4e-2f6d-4a57-9a53-4b0f6a0d9c0d', 'dial', 'fahrenheit');

onEachEngine('a device that is replaced by another one', setUpRuns, (scene) => {
  async function replace(from: string, to: string, { apply = false, language = 'en' } = {}) {
    const { ana, send } = scene();
    const body = { from, to, ...(apply && { apply }) };
    const reply = await readJson<AutomationReplacement>(
      await send(ana, 'POST', `/replace-device?language=${language}`, body),
    );
    assertExact(AutomationReplacement, reply);
    return reply;
  }

  async function newMeter(template: ChannelTemplate): Promise<string> {
    const { ana, platform } = scene();
    const { homes, templates } = platform.server.features;
    await templates.import([template], { areTrusted: false });
    const { channel } = await homes.addDevice({ userId: ana.id, templateId: template.id, name: 'Meter' });
    return channel.id;
  }

  it('replaces a device in each automation that names it, which then follows the new one', async () => {
    const { ana, create, read, newPanel, report, settle, levelIn, send } = scene();
    const [old, next, other] = [await newPanel(), await newPanel(), await newPanel()];
    const all: AutomationDefinition = {
      label: 'Everywhere',
      when: [
        { kind: 'property', property: levelOf(old), is: 'becomes', value: 1 },
        { kind: 'device', device: 'unreachable', channel: old, for: 'PT10M' },
      ],
      onlyIf: {
        kind: 'all',
        all: [
          { kind: 'not', not: { kind: 'property', property: levelOf(old, 'right'), is: 'is', value: 0.5 } },
        ],
      },
      then: [
        { kind: 'set', set: levelOf(old, 'right'), value: 1 },
        { kind: 'notify', notify: { text: '{{now}}', values: { now: levelOf(old) } } },
        {
          kind: 'if',
          if: { kind: 'property', property: levelOf(old), is: 'is', value: 1 },
          then: [{ kind: 'set', set: levelOf(other), value: 1 }],
        },
      ],
    };
    const created = await send(ana, 'POST', '', all);
    const named = (await created.json()) as Automation;
    const unnamed = await create(ana, following(other));
    const preview = await replace(old, next);
    assert.deepEqual(
      preview.automations.map(({ id, fits, problems }) => ({ id, fits, problems })),
      [{ id: named.id, fits: true, problems: [] }],
    );
    assert.deepEqual([preview.applied, (await read(ana, named.id)).version], [false, 1]);
    const done = await replace(old, next, { apply: true });
    assert.deepEqual(done, { ...preview, applied: true });
    const { definition, version } = await read(ana, named.id);
    assert.equal(version, 2);
    assert.ok(!JSON.stringify(definition).includes(old));
    assert.equal((await read(ana, unnamed.id)).version, 1);
    await settle();
    await report(next, 'left', 1);
    await settle();
    assert.equal(await levelIn(next, 'right'), 1);
    assert.equal((await send(ana, 'POST', `/${named.id}/versions/1/restore`, {})).status, 200);
    assert.ok(JSON.stringify((await read(ana, named.id)).definition).includes(old));
  });

  it('uses the only component of a kind, and keeps the unit of numbers', async () => {
    const { ana, create, read } = scene();
    const [old, next] = [await newMeter(gauge), await newMeter(dial)];
    const measure = { ...levelOf(old, 'gauge'), property: 'measure' };
    const { id } = await create(ana, {
      ...following(old),
      when: [{ kind: 'property', property: measure, is: 'rises-above', value: 25 }],
      then: [{ kind: 'notify', notify: { text: 'Warm' } }],
    });
    await replace(old, next, { apply: true });
    const { when } = (await read(ana, id)).definition;
    assert.deepEqual(when, [
      {
        kind: 'property',
        id: 't1',
        property: { channel: next, component: 'dial', property: 'measure' },
        is: 'rises-above',
        value: 25,
        unit: 'celsius',
      },
    ]);
  });

  it('keeps a device in automations that the new one does not fit, and returns the reason', async () => {
    const { ana, create, read, newPanel } = scene();
    const [old, next] = [await newPanel(), await newMeter(dial)];
    const { id } = await create(ana, {
      ...following(old),
      when: [
        { kind: 'property', property: { ...levelOf(old), property: 'label' }, is: 'becomes', value: 'on' },
      ],
    });
    const fits = await create(ana, {
      ...following(old),
      label: 'Fits',
      when: [{ kind: 'interval', every: 'PT1H' }],
    });
    const { automations } = await replace(old, next, { apply: true, language: 'de' });
    assert.deepEqual(
      automations.map(({ label, fits, problems }) => ({ label, fits, problems })),
      [
        {
          label: 'Follow',
          fits: false,
          problems: [
            {
              path: 'when[0].property',
              code: 'no_counterpart',
              text: 'Das neue Gerät hat nichts, was an die Stelle davon tritt.',
              severity: 'error',
            },
          ],
        },
        { label: 'Fits', fits: true, problems: [] },
      ],
    );
    assert.deepEqual([(await read(ana, id)).version, (await read(ana, fits.id)).version], [1, 2]);
  });

  it('replaces a device that is gone already', async () => {
    const { ana, create, read, newPanel, platform } = scene();
    const [old, next] = [await newPanel(), await newPanel()];
    const { id } = await create(ana, following(old));
    const { homes, tiles } = platform.server.features;
    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === old);
    await homes.removeTile(ownHome(ana), tile?.id ?? '');
    assert.equal((await read(ana, id)).health, 'invalid');
    await replace(old, next, { apply: true });
    assert.equal((await read(ana, id)).health, 'fine');
  });

  it('refuses to replace a device by itself or by one of another home', async () => {
    const { ana, rui, newOwnerlessPanel, newPanel, send } = scene();
    const [old, others] = [await newPanel(), await newOwnerlessPanel(rui.id)];
    for (const to of [others, 'none', old]) {
      const problem = await assertApiError(
        await send(ana, 'POST', '/replace-device', { from: old, to }),
        'invalid_request',
      );
      assert.deepEqual(
        problem.errors?.map(({ field }) => field),
        ['to'],
      );
    }
  });
});
