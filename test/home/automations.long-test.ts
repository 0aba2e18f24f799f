import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Automation, AutomationDefinition } from '@azulejo/contract';
import { viewports } from '../support/browser.ts';
import { assertAccessibleOnAll, setUpHomePages } from '../support/home-pages.ts';
import type { Person } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const WITH_SMALLEST = [...viewports, { width: 320, colorScheme: 'light' }] as const;

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices, virtualDeviceControl, simulator } = pages.platform.server.features;
  const template = (await templates.list()).find(({ model }) => model === 'GL-C-008P');
  assert.ok(template);
  const { id: templateId } = template;

  /** Creates a home with two lamps that are off; the first turns on the second, which is turned off at night. */
  async function newAutomatedHome() {
    const home = await pages.newHome();
    const lamps: string[] = [];
    for (const name of ['Hall light', 'Porch light']) {
      const { channel } = await virtualDevices.create({
        userId: home.id,
        templateId,
        name,
        seed: 7,
        faults: [],
      });
      const address = { componentId: 'light-bulb', propertyId: 'status' };
      await virtualDeviceControl.report({}, channel.id, { ...address, data: false }, false);
      lamps.push(channel.id);
    }
    await simulator.tick();
    const [hall = '', porch = ''] = lamps;
    const ofLamp = (channel: string) => ({ channel, component: 'light-bulb', property: 'status' });
    const newAutomation = async (definition: AutomationDefinition): Promise<Automation> => {
      const response = await pages.platform.request('/v3/users/me/automations?language=en', {
        method: 'POST',
        token: home.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(definition),
      });
      assert.equal(response.status, 201);
      return (await response.json()) as Automation;
    };
    const follow = await newAutomation({
      label: 'Porch follows hall',
      when: [{ kind: 'property', property: ofLamp(hall), is: 'becomes', value: true }],
      then: [
        { kind: 'set', set: ofLamp(porch), value: true },
        { kind: 'wait', wait: 'PT3M' },
        { kind: 'set', set: ofLamp(porch), value: false },
      ],
    });
    const night = await newAutomation({
      label: 'Good night',
      when: [{ kind: 'time', time: { at: '23:00', days: ['mo', 'tu', 'we', 'th', 'fr'] } }],
      onlyIf: { kind: 'property', property: ofLamp(porch), is: 'is', value: true },
      then: [{ kind: 'set', set: ofLamp(porch), value: false }],
    });
    return { home, hall, porch, follow, night, ofLamp, newAutomation };
  }
  const stored = async ({ token }: Person): Promise<Automation[]> => {
    const response = await pages.platform.request('/v3/users/me/automations', { token });
    return ((await response.json()) as { elements: Automation[] }).elements;
  };
  const run = async ({ token }: Person, { id }: Automation): Promise<void> => {
    const path = `/v3/users/me/automations/${id}/play`;
    const response = await pages.platform.request(path, { method: 'POST', token });
    assert.equal(response.status, 200, await response.text());
  };
  /** Reports values of a lamp until loop protection has stopped the automation that they start. */
  const stop = async (home: Person, lamp: string, { id }: Automation): Promise<void> => {
    const address = { componentId: 'light-bulb', propertyId: 'status' };
    for (let value = 1; value <= 200; value += 1) {
      await virtualDeviceControl.report({}, lamp, { ...address, data: value % 2 === 1 }, false);
      const found = (await stored(home)).find((each) => each.id === id);
      if (found?.stopped) return;
    }
    assert.fail('Loop protection did not stop it.');
  };
  return { ...pages, newAutomatedHome, stored, run, stop };
}

onSqlite('automations in Home', setUp, (scene) => {
  it('lists automations', async () => {
    const { open, newAutomatedHome } = scene();
    const { home, follow } = await newAutomatedHome();
    const { page, pageErrors } = await open('/home', home);
    await page.getByRole('link', { name: 'Automations' }).click();
    const link = page.getByRole('link', { name: follow.definition.label });
    await link.waitFor();
    await page.getByText(follow.sentence).waitFor();
    await assertAccessibleOnAll(page, 'the list of automations');

    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('switch', { name: 'Good night' }).click();
    assert.equal((await saved).status(), 200);
    await page.getByText('1 on, 1 off').waitFor();

    await link.click();
    await page.getByRole('heading', { level: 1, name: follow.definition.label }).waitFor();
    await assertAccessibleOnAll(page, 'an automation');
    assert.deepEqual(pageErrors, []);
  });

  it('begins with a ready automation', async () => {
    const { open, newAutomatedHome, stored } = scene();
    const { home } = await newAutomatedHome();
    const { page, pageErrors } = await open('/home/automations', home);
    await page.getByRole('link', { name: 'Ready ones' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ready for your home' }).waitFor();
    const use = page.getByRole('link', { name: 'Use Wake-up light' });
    await use.waitFor();
    await assertAccessibleOnAll(page, 'the ready automations', WITH_SMALLEST);
    await use.click();
    await page.getByRole('button', { name: 'on weekdays' }).waitFor();
    await assertAccessibleOnAll(page, 'the editor with a ready automation', WITH_SMALLEST);
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    await page.getByRole('heading', { level: 1, name: 'Wake-up light' }).waitFor();
    assert.equal((await stored(home)).at(-1)?.origin, 'template');
    assert.deepEqual(pageErrors, []);
  });

  it('says in the activity which automation acted and why', async () => {
    const { open, newAutomatedHome, run } = scene();
    const { home, porch, follow } = await newAutomatedHome();
    await run(home, follow);
    const { page, pageErrors } = await open('/home/activity', home);
    await page.getByText('because someone ran it at').waitFor();
    await assertAccessibleOnAll(page, 'the activity');
    await page.getByRole('link', { name: follow.definition.label }).click();
    const linked = page.getByRole('region', { name: /^Run of/ });
    await linked.getByText('turn on Porch light').waitFor();
    await assertAccessibleOnAll(page, 'a run that a link led to');

    await page.goto(`${scene().platform.url}/home/devices/${porch}`);
    const section = page.getByRole('region', { name: 'Automations' });
    await section.getByText('Reads and sets it').waitFor();
    await section.getByRole('switch', { name: 'Good night', checked: true }).click();
    await section.getByRole('switch', { name: 'Good night', checked: false }).waitFor();
    await page.getByText('because someone ran it at').waitFor();
    await assertAccessibleOnAll(page, 'the page of a device with automations');
    await section.getByRole('link', { name: 'Make this automatic' }).click();
    await page.getByRole('button', { name: 'Porch light' }).waitFor();
    await assertAccessibleOnAll(page, 'the editor with a device');
    assert.deepEqual(pageErrors, []);
  });

  it('says why an automation was stopped, and switches it on again after a question', async () => {
    const { open, newAutomatedHome, stop } = scene();
    const { home, hall, porch, ofLamp, newAutomation } = await newAutomatedHome();
    const jumpy = await newAutomation({
      label: 'Porch off',
      when: [{ kind: 'property', property: ofLamp(hall), is: 'changes' }],
      then: [{ kind: 'set', set: ofLamp(porch), value: false }],
      mode: 'parallel',
    });
    await stop(home, hall, jumpy);
    const { page, pageErrors } = await open('/home/automations', home);
    const needingAttention = page.getByRole('region', { name: 'Need a look' });
    await needingAttention.getByText('because it ran more than 60 times in a minute.').waitFor();
    await assertAccessibleOnAll(page, 'a stopped automation');
    await needingAttention.getByRole('button', { name: 'Switch on again' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Did you change something?' });
    await confirmation.waitFor();
    await assertAccessibleOnAll(page, 'the question whether something was changed');
    await confirmation.getByRole('button', { name: 'Switch on again' }).click();
    await page.getByText('3 on', { exact: true }).waitFor();
    await needingAttention.waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
  });
});
