import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RecipeStep } from '@azulejo/contract';
import { PLUG, setUpPairing } from '../../support/pairing-scene.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { assertApiError, assertExact, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

const META = '/v3/recipes/virtual-devices/meta';
const KIND = { channeltemplate_id: PLUG };

/** Returns where the next call goes, in the form that known apps expect. */
const hrefOf = (step: RecipeStep): string => {
  assertExact(RecipeStep, step);
  const { next_step: next } = step;
  assert.ok(next, 'there is a next step');
  assert.match(next.href, /^\/v3\/[^?]*$/);
  return next.href;
};
const payloadOf = ({ response }: RecipeStep) => {
  assert.ok(response);
  assert.equal(response.payload.action_version, 'v1');
  return response.payload;
};

onEachEngineInFull('the recipe of virtual devices', setUpPairing, (scene) => {
  it('starts without a body and with a repeated header, as the Android app sends it', async () => {
    const { platform, ana } = scene();
    const header = `OAuth2.0 ${ana.token}`;
    const reply = await rawRequest(platform, META, {
      method: 'POST',
      headers: ['Host', 'any', 'Authorization', header, 'Authorization', header, 'Content-Length', '0'],
    });
    assert.equal(reply.status, 200);
    const step = JSON.parse(reply.body.toString()) as RecipeStep;
    const { variables } = step.next_step?.meta ?? {};
    const names = Object.keys(variables ?? {});
    assert.ok(names.some((name) => name.startsWith('headers.')));
    assert.ok(names.some((name) => name.startsWith('payload.')));
    assert.equal(step.response, undefined);
    assert.equal(hrefOf(step), '/v3/recipes/virtual-devices/steps/authorize');
  });

  it('leads the Android app through the page, the list and the selection', async () => {
    const { platform, ana, authorize, submit, execute, found, add } = scene();
    const meta = await readJson<RecipeStep>(await postJson(platform, META, {}, { token: ana.token }));
    const oauth = await execute(ana, hrefOf(meta), KIND);
    const { action, authorization_url: path = '' } = payloadOf(oauth);
    assert.equal(action, 'oauth');
    assert.match(path, /^\/[^?]*$/);
    assert.equal((await platform.request(`${path}?policy=one`, { token: ana.token })).status, 303);

    // Until the page is submitted, the step returns the same answer.
    const repeated = await execute(ana, hrefOf(oauth), KIND);
    assert.deepEqual(payloadOf(repeated), payloadOf(oauth));
    assert.equal(hrefOf(repeated), hrefOf(oauth));

    await submit(await authorize(ana, PLUG), ['kitchen', 'hall', 'study']);
    const listed = await execute(ana, hrefOf(repeated), KIND);
    assert.equal(payloadOf(listed).action, 'list_devices');
    const devices = await found(ana, PLUG);
    assert.deepEqual(payloadOf(listed).devices, devices);
    assert.ok('payload.devices' in (listed.next_step?.meta.variables ?? {}));

    // The app may show the devices in another order, and selects by position.
    const shown = devices.toReversed();
    const last = await execute(ana, hrefOf(listed), { ...KIND, devices: shown });
    assert.equal(payloadOf(last).action, 'send_selected_devices');
    assert.deepEqual(payloadOf(last).devices, shown);
    assert.ok(!('next_step' in last));
    assert.equal((await add(ana, PLUG, shown.slice(0, 2))).status, 200);
    assert.equal(last.total_steps, 3);
  });

  it('leads the iOS app to the selection, although it sends no devices', async () => {
    const { rui, pass, execute } = scene();
    const devices = await pass(rui, PLUG, ['garden', 'bedroom']);
    const oauth = await execute(rui, '/v3/recipes/virtual-devices/steps/authorize', KIND);
    assert.equal(payloadOf(oauth).action, 'oauth');
    const listed = await execute(rui, hrefOf(oauth), KIND);
    assert.equal(payloadOf(listed).action, 'list_devices');
    const last = await execute(rui, hrefOf(listed), KIND);
    assert.equal(payloadOf(last).action, 'send_selected_devices');
    assert.deepEqual(payloadOf(last).devices, devices);
    assert.ok(!JSON.stringify([oauth, listed, last]).includes('null'));
  });

  it('returns no device that was not found for this person', async () => {
    const { ana, rui, pass, execute } = scene();
    const [foreign] = await pass(rui, PLUG, ['hall']);
    const own = await pass(ana, PLUG, ['kitchen', 'study']);
    const devices = [{ id: foreign?.id }, own[1], { id: 'x' }, {}];
    const last = await execute(ana, '/v3/recipes/virtual-devices/steps/select', { ...KIND, devices });
    assert.deepEqual(payloadOf(last).devices, [own[1]]);
  });

  it('shows a message when another phone has already added the devices', async () => {
    const { eva, pass, add, execute } = scene();
    const devices = await pass(eva, PLUG, ['kitchen']);
    assert.equal((await add(eva, PLUG, devices)).status, 200);
    const step = await execute(eva, '/v3/recipes/virtual-devices/steps/list', KIND);
    const { action, title, message, next_local_key: words } = payloadOf(step);
    assert.equal(action, 'show_info');
    assert.ok(title && message && words);
    assert.ok(!('next_step' in step));
  });

  it('refuses unknown recipes, steps and templates, and another user as owner', async () => {
    const { platform, ana, rui } = scene();
    const post = (path: string, body: object) => postJson(platform, path, body, { token: ana.token });
    const step = '/v3/recipes/virtual-devices/steps/list/execute';
    await assertApiError(await post('/v3/recipes/other/meta', {}), 'not_found');
    await assertApiError(await post('/v3/recipes/other/steps/list/execute', KIND), 'not_found');
    await assertApiError(await post('/v3/recipes/virtual-devices/steps/udp/execute', KIND), 'not_found');
    await assertApiError(await post(step, { channeltemplate_id: 'none' }), 'not_found');
    await assertApiError(await post(step, {}), 'invalid_request');
    const { errors } = await assertApiError(
      await post(step, { ...KIND, owner_id: rui.id }),
      'invalid_request',
    );
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['owner_id'],
    );
  });
});
