import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Automation, AutomationDefinition, ErrorBody } from '@azulejo/contract';
import { assertApiError } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { following, levelOf, setUpAutomations } from './automations-scene.ts';

/** The networks that are open to managers and push services are not open to automations. */
const OPEN = { WEBHOOK_NETWORKS: '127.0.0.1/32', PUSH_NETWORKS: '127.0.0.1/32' };
const setUp = (stage: Stage) =>
  setUpAutomations({ ...stage, start: (options) => stage.start({ ...options, environment: OPEN }) });

onEachEngine('the check of automations', setUp, (scene) => {
  const refusalOf = async (
    definition: AutomationDefinition,
    kind: 'invalid_automation' | 'automation_loop',
  ) => {
    const { ana, send } = scene();
    const response = await send(ana, 'POST', '', definition);
    await assertApiError(response.clone(), kind);
    return (await response.json()) as ErrorBody;
  };
  const fieldsOf = async (definition: AutomationDefinition) =>
    ((await refusalOf(definition, 'invalid_automation')).errors ?? []).map(({ field }) => field);

  it('returns the path and a sentence for each error', async () => {
    const { newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const body = await refusalOf(
      {
        label: 'Wrong',
        when: [{ kind: 'property', property: levelOf(ownerless), is: 'becomes', value: 'much' }],
        onlyIf: { kind: 'sun', sun: 'down' },
        then: [
          { kind: 'set', set: { ...levelOf(ownerless), property: 'measure' }, value: 1 },
          { kind: 'scene', scene: 'none' },
        ],
      },
      'invalid_automation',
    );
    assert.deepEqual(
      body.errors?.map(({ field }) => field),
      ['when[0].value', 'onlyIf', 'then[0].set', 'then[1].scene'],
    );
    assert.match(body.detail ?? '', /^[A-Z].*\.$/);
  });

  it('names the errors of the trigger that was meant, or the possible triggers', async () => {
    const { ana, send, newOwnerlessPanel } = scene();
    const base = following(await newOwnerlessPanel());
    for (const [trigger, error] of [
      [
        { kind: 'time', time: '23:00' },
        { field: 'when.0.time', reason: 'must be an object' },
      ],
      [
        { at: '23:00' },
        {
          field: 'when.0.kind',
          reason: 'must be one of property, time, sun, interval, person, device, webhook, scene',
        },
      ],
    ] as const) {
      const response = await send(ana, 'POST', '', { ...base, when: [trigger] });
      assert.deepEqual((await assertApiError(response, 'invalid_request')).errors, [error]);
    }
  });

  it('refuses members that the contract does not have, in the definition and in its parts', async () => {
    const { ana, send, newOwnerlessPanel } = scene();
    const base = following(await newOwnerlessPanel());
    const night = { kind: 'time', time: { from: '22:00', before: '06:00' } };
    const [trigger] = base.when;
    for (const [parts, fields] of [
      [{ onlyIf: night }, ['onlyIf.time.before']],
      [
        {
          onlyIf: {
            kind: 'any',
            any: [
              { kind: 'not', not: night },
              { kind: 'sun', sun: 'down' },
            ],
          },
        },
        ['onlyIf.any[0].not.time.before'],
      ],
      [{ when: [{ ...trigger, days: ['mo'] }] }, ['when[0].days']],
      [
        { then: [{ kind: 'if', if: night, then: [{ ...base.then[0], unless: 'off' }] }] },
        ['then[0].if.time.before', 'then[0].then[0].unless'],
      ],
    ] as const)
      assert.deepEqual(await fieldsOf({ ...base, ...parts } as unknown as AutomationDefinition), fields);
    const misspelled = await send(ana, 'POST', '', { ...base, onlyif: { kind: 'sun', sun: 'down' } });
    const { errors } = await assertApiError(misspelled, 'invalid_request');
    assert.deepEqual(errors, [{ field: 'onlyif', reason: 'there is no such member' }]);
  });

  it('refuses another person’s device', async () => {
    const { rui, newOwnerlessPanel } = scene();
    const other = await newOwnerlessPanel(rui.id);
    assert.deepEqual(await fieldsOf(following(other)), ['when[0].property', 'then[0].set.property']);
  });

  it('refuses messages to people who share no device with the owner', async () => {
    const { ana, rui, stranger, check, newDevice } = scene();
    const { channelId } = await newDevice();
    const message = (to: string[]) => ({ kind: 'notify' as const, notify: { text: 'Hello', to } });
    const base = following(channelId);
    const then = [message([ana.id, rui.id]), message([stranger.id, ana.id, 'nobody'])];
    const paths = ['then[1].notify.to[0]', 'then[1].notify.to[2]'];
    assert.deepEqual(await fieldsOf({ ...base, then }), paths);
    assert.deepEqual(
      (await check(ana, { ...base, then })).problems.map(({ path, code }) => `${path} ${code}`),
      paths.map((path) => `${path} unknown_person`),
    );
    assert.deepEqual((await check(ana, { ...base, then: then.slice(0, 1) })).problems, []);
  });

  it('refuses inner parts in another form, and too large definitions', async () => {
    const { newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const base = following(ownerless);
    const condition = {
      kind: 'property' as const,
      property: levelOf(ownerless),
      is: 'is',
      value: 1,
      since: 'soon',
    };
    assert.deepEqual(await fieldsOf({ ...base, onlyIf: { kind: 'all', all: [condition] } as never }), [
      'onlyIf.all[0]',
    ]);
    const inner = { kind: 'notify' as const, notify: { text: 'x'.repeat(501) } };
    const step = {
      kind: 'if' as const,
      if: { kind: 'property' as const, property: levelOf(ownerless), is: 'is', value: 1 },
      then: [inner],
    };
    assert.deepEqual(await fieldsOf({ ...base, then: [step] as never }), ['then[0].then[0]']);
    const large = {
      ...base,
      then: [{ kind: 'webhook' as const, webhook: { url: 'https://example.org', body: 'x'.repeat(33_000) } }],
    };
    assert.deepEqual(await fieldsOf(large), ['']);
  });

  it('refuses webhooks to addresses that the platform does not call, large bodies and many hosts', async () => {
    const { newOwnerlessPanel } = scene();
    const base = following(await newOwnerlessPanel());
    const hook = (url: string, body?: unknown) => ({
      kind: 'webhook' as const,
      webhook: { url, ...(body !== undefined && { body }) },
    });
    const then = [hook('https://127.0.0.1/x'), hook('https://example.org/x', 'x'.repeat(17_000))];
    assert.deepEqual(await fieldsOf({ ...base, then }), ['then[0].webhook.url', 'then[1].webhook.body']);
    const many = Array.from({ length: 11 }, (_, number) => hook(`https://h${number}.example.org/`));
    assert.equal((await fieldsOf({ ...base, then: many })).length, 11);
  });

  it('refuses a loop and describes it, unless it is wanted and waits', async () => {
    const { ana, create, send, newOwnerlessPanel, check } = scene();
    const ownerless = await newOwnerlessPanel();
    const there = await create(ana, following(ownerless, { is: 0, sets: 1, to: 'left', label: 'Up' }));
    const down = following(ownerless, { is: 1, sets: 0, to: 'left', label: 'Down' });
    const { detail } = await refusalOf(down, 'automation_loop');
    assert.match(detail ?? '', /This automation: .*Up: /);
    await assertApiError(await send(ana, 'POST', '?allow=loop', down), 'automation_loop');
    const checked = await check(ana, down);
    assert.deepEqual(
      new Set(checked.loop?.map(({ automation, label }) => `${automation} ${label}`)),
      new Set([`${there.id} Up`, ' Down']),
    );
    assert.ok(checked.problems.some(({ code, severity }) => code === 'loop' && severity === 'error'));
    const slow = { ...down, then: [{ kind: 'wait' as const, wait: 'PT1S' }, ...down.then] };
    await create(ana, slow, '?allow=loop');
    // A loop of other automations does not refuse this one.
    await create(ana, following(await newOwnerlessPanel()));
  });

  it('returns which conditions are true, which automations set the same property, and what can never be true', async () => {
    const { ana, create, newOwnerlessPanel, check, put } = scene();
    const ownerless = await newOwnerlessPanel();
    await create(ana, following(ownerless, { label: 'Other' }));
    await put(ana.token, ownerless, 'left/level', 40);
    const found = await check(ana, {
      label: 'Checked',
      when: [{ kind: 'property', property: levelOf(ownerless), is: 'becomes', value: 40 }],
      onlyIf: {
        kind: 'all',
        all: [
          { kind: 'property', property: levelOf(ownerless), is: 'above', value: 30 },
          { kind: 'property', property: levelOf(ownerless, 'right'), is: 'is', value: 1 },
          { kind: 'property', property: levelOf(ownerless), is: 'above', value: 100 },
        ],
      },
      then: [{ kind: 'set', set: levelOf(ownerless, 'right'), value: 50 }],
    });
    assert.deepEqual(found.already_true, [{ path: 'when[0]', value: 40 }]);
    assert.deepEqual(
      found.conditions.map(({ id, is, value }) => [id, is, value]),
      [
        ['c1', false, undefined],
        ['c2', true, 40],
        ['c3', null, null],
        ['c4', false, 40],
      ],
    );
    assert.deepEqual(
      found.also_set_by.map(({ path, label }) => [path, label]),
      [['then[0]', 'Other']],
    );
    assert.deepEqual(
      found.problems.map(({ path, code, severity }) => [path, code, severity]),
      [['onlyIf.all[2].value', 'never_true', 'warning']],
    );
  });

  it('warns of a trigger that ignores what its device reports again, in an automation that ends what it began', async () => {
    const { ana, newOwnerlessPanel, check, put } = scene();
    const panel = await newOwnerlessPanel();
    const codesOf = async (trigger: object = {}, wait: object = { kind: 'wait', wait: 'PT3M' }) => {
      const set = levelOf(panel, 'right');
      const found = await check(ana, {
        label: 'Light',
        mode: 'restart',
        when: [{ kind: 'property', property: levelOf(panel), is: 'becomes', value: 1, ...trigger }],
        then: [{ kind: 'set', set, value: 1 }, wait, { kind: 'set', set, value: 0 }],
      } as AutomationDefinition);
      return found.problems.map(({ path, code }) => `${path} ${code}`);
    };
    await put(ana.token, panel, 'left/level', 1);
    assert.deepEqual(await codesOf(), []);
    await put(ana.token, panel, 'left/level', 1);
    assert.deepEqual(await codesOf(), ['when[0] ignores_reports']);
    assert.deepEqual(await codesOf({ retrigger: true }), []);
    assert.deepEqual(await codesOf({ for: 'PT1M' }), []);
    assert.deepEqual(await codesOf({}, { kind: 'set', set: levelOf(panel), value: 5 }), []);
    assert.deepEqual(await codesOf({ retrigger: true, for: 'PT1M' }), ['when[0].retrigger invalid_part']);
  });

  it('returns the problems of a definition that could not be saved', async () => {
    const { ana, newOwnerlessPanel, check, send } = scene();
    const ownerless = await newOwnerlessPanel();
    const found = await check(ana, following(ownerless, { from: 'nowhere' }));
    assert.deepEqual(
      found.problems.map(({ path, code, severity }) => [path, code, severity]),
      [['when[0].property', 'unknown_property', 'error']],
    );
    const body = { definition: following(ownerless), automation: 'nobody' };
    await assertApiError(await send(ana, 'POST', '/check', body), 'not_found');
  });

  it('warns that times are those of the server until the time zone of the home is set', async () => {
    const { ana, check, create, newOwnerlessPanel, platform } = scene();
    const timed = {
      ...following(await newOwnerlessPanel()),
      when: [{ kind: 'time' as const, time: { at: '07:00' } }],
    };
    const warned = (await create(ana, timed)).problems ?? [];
    assert.deepEqual(
      warned.map(({ path, code, severity }) => [path, code, severity]),
      [['when[0]', 'no_time_zone', 'warning']],
    );
    const response = await platform.request('/v3/users/me/preferences', {
      method: 'PATCH',
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ timezone: 'Europe/Lisbon' }),
    });
    assert.equal(response.status, 200);
    const checked = await check(ana, timed);
    assert.deepEqual(checked.problems, []);
    const { next = '' } = await create(ana, timed);
    assert.deepEqual(checked.next, [{ path: 'when[0]', at: next }]);
    assert.match(next, /T0[67]:00:00\.000\+0000$/);
  });

  it('describes an automation in the requested language', async () => {
    const { ana, create, newOwnerlessPanel, platform } = scene();
    const { id, sentence } = await create(ana, following(await newOwnerlessPanel()));
    assert.match(sentence, /^When .*Panel.*, .*\.$/);
    const german = await platform.request(`/v3/users/me/automations/${id}?language=de-AT`, {
      token: ana.token,
    });
    assert.match(((await german.json()) as Automation).sentence, /^Wenn .*Panel.*, .*\.$/);
  });
});
