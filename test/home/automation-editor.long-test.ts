import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Automation } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import type { Person } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices, virtualDeviceControl, simulator } = pages.platform.server.features;
  const known = await templates.list();

  async function newDevice(userId: string, model: string, name: string, property: readonly [string, string]) {
    const template = known.find((each) => each.model === model || each.id === model);
    assert.ok(template, model);
    const { channel } = await virtualDevices.create({
      userId,
      templateId: template.id,
      name,
      seed: 7,
      faults: [],
    });
    const [componentId, propertyId] = property;
    await virtualDeviceControl.report({}, channel.id, { componentId, propertyId, data: false }, false);
    return { channel: channel.id, component: componentId, property: propertyId };
  }

  /** Creates a home with a motion sensor that detects no one and a light that is off. */
  async function newMotionHome() {
    const home = await pages.newHome();
    const motion = await newDevice(home.id, '6cc7f403-38c8-5817-a358-168c2d9938df', 'Hall motion', [
      'motion-sensor',
      'occupancy',
    ]);
    const light = await newDevice(home.id, 'GL-C-008P', 'Hall light', ['light-bulb', 'status']);
    await simulator.tick();
    return { home, motion, light };
  }

  const stored = async ({ token }: Person): Promise<Automation[]> => {
    const response = await pages.platform.request('/v3/users/me/automations?language=en', { token });
    assert.ok(response.ok, await response.clone().text());
    return ((await response.json()) as { elements: Automation[] }).elements;
  };
  return { ...pages, newDevice, newMotionHome, stored };
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
/** Waits until a word has the focus. */
const hasFocus = (page: Page, name: string) =>
  page.locator('button:focus').filter({ hasText: name }).waitFor();
/** Types into the search of a panel, and waits for what is found. */
async function search(page: Page, text: string, found: RegExp): Promise<void> {
  await page.locator('input[type="search"]:focus').waitFor();
  await page.keyboard.type(text);
  await page.getByRole('button', { name: found }).first().waitFor();
}
/** Presses Tab until something with the text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (text.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${text}`);
}
const word = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

onSqlite('the editor of automations', setUp, (scene) => {
  it('makes a motion light from nothing with the keyboard alone', async () => {
    const { open, newMotionHome, stored } = scene();
    const { home, motion, light } = await newMotionHome();
    const { page, pageErrors } = await open('/home/automations/new', home, { width: 1440, height: 900 });
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await press('Tab');
    assert.equal(await focused(page), 'something happens');
    await press('Enter');
    await page.getByRole('dialog', { name: 'When what happens?' }).waitFor();
    await search(page, 'motion', /^detects motion/);
    await tabTo(page, /^detects motion/);
    await press('Enter');
    await hasFocus(page, 'do something');
    await press('Enter');
    await page.getByRole('dialog', { name: 'What is done?' }).waitFor();
    await search(page, 'hall light', /^turn on/);
    await tabTo(page, /^turn on/);
    await press('Enter');
    await hasFocus(page, 'turn on');
    await page.getByText('No problem found, and no loop.').waitFor();
    await assertAccessible(page, 'the editor');

    // A condition, a wait and a second step are added by their buttons.
    await page.getByRole('button', { name: 'only if …' }).focus();
    await press('Enter');
    await page.getByRole('dialog', { name: 'Only if what is true?' }).waitFor();
    await page.getByRole('radio', { name: 'Device', exact: true }).focus();
    await press('ArrowRight');
    await page.getByRole('button', { name: 'Between two times of day' }).focus();
    await press('Enter');
    await word(page, '22:00').waitFor();
    await page.getByRole('button', { name: 'Add a step' }).focus();
    await press('Enter');
    await page.getByRole('radio', { name: 'Device', exact: true }).focus();
    await press('ArrowRight');
    await page.getByRole('button', { name: 'Wait a while' }).focus();
    await press('Enter');
    await hasFocus(page, '3 minutes');
    await press('Control+s');
    await page.waitForURL(/\/home\/automations\/(?!new)[^/]+$/);
    const [made] = await stored(home);
    assert.deepEqual(made?.definition, {
      label: 'Turn on Hall light',
      when: [{ kind: 'property', id: 't1', property: motion, is: 'becomes', value: true }],
      onlyIf: { kind: 'time', id: 'c1', time: { from: '22:00', to: '06:00' } },
      then: [
        { kind: 'set', id: 's1', set: light, value: true },
        { kind: 'wait', id: 's2', wait: 'PT3M' },
      ],
    });
    assert.deepEqual(pageErrors, []);
  });

  it('makes an automation on a phone, where panels are sheets', async () => {
    const { open, newMotionHome, stored } = scene();
    const { home, light } = await newMotionHome();
    const { page, pageErrors } = await open('/home/automations/new', home, {
      width: 320,
      height: 700,
      colorScheme: 'dark',
    });
    await word(page, 'something happens').click();
    const when = page.getByRole('dialog', { name: 'When what happens?' });
    await when.getByText('Time', { exact: true }).click();
    await assertAccessible(page, 'the sheet of triggers');
    await when.getByRole('button', { name: 'At a time of day' }).click();
    await word(page, 'do something').click();
    const then = page.getByRole('dialog', { name: 'What is done?' });
    await then.getByRole('button', { name: 'Hall light' }).click();
    await then.getByRole('button', { name: /^turn on/ }).click();
    await assertAccessible(page, 'the editor on a phone');
    await word(page, '07:00').click();
    await page.getByLabel('Time', { exact: true }).fill('06:45');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/home\/automations\/(?!new)[^/]+$/);
    const [made] = await stored(home);
    assert.deepEqual(
      [made?.definition.when, made?.definition.then],
      [
        [{ kind: 'time', id: 't1', time: { at: '06:45' } }],
        [{ kind: 'set', id: 's1', set: light, value: true }],
      ],
    );
    assert.deepEqual(pageErrors, []);
  });

  it('makes an automation of all lights and of steps within a step, in German on a narrow phone', async () => {
    const { open, newDevice, newMotionHome, stored } = scene();
    const { home } = await newMotionHome();
    await newDevice(home.id, 'GL-C-008P', 'Desk light', ['light-bulb', 'status']);
    const { page, pageErrors } = await open('/home/automations/new', home, {
      width: 320,
      height: 700,
      locale: 'de-DE',
    });
    const steps = page.getByRole('dialog', { name: 'Was wird getan?' });
    const conditions = page.getByRole('dialog', { name: 'Nur wenn was gilt?' });
    await word(page, 'etwas geschieht').click();
    await page.getByText('Zeit', { exact: true }).click();
    await page.getByRole('button', { name: 'Zu einer Uhrzeit' }).click();
    await word(page, 'tu etwas').click();
    await steps.getByText('Anderes', { exact: true }).click();
    await steps.getByRole('button', { name: /^Je nachdem/ }).click();
    await word(page, 'etwas gilt').click();
    await conditions.getByText('Mehrere einer Art').click();
    await conditions.getByRole('button', { name: /^Alle Lichter/ }).click();
    await assertAccessible(page, 'the sheet of groups');
    await conditions.getByRole('button', { name: 'irgendein Licht an ist' }).click();
    await word(page, 'tu etwas').click();
    await steps.getByText('Mehrere einer Art').click();
    await steps.getByRole('button', { name: /^Alle Lichter/ }).click();
    await steps.getByRole('button', { name: /^schalte alle Lichter aus/ }).click();
    await word(page, 'irgendein Licht').click();
    await conditions.getByText('Zurzeit: Hall light und Desk light.').waitFor();
    await assertAccessible(page, 'the sheet of a group');
    await conditions.getByRole('button', { name: '„sonst …“ hinzufügen' }).click();
    await word(page, 'tu etwas').click();
    await steps.getByText('Anderes', { exact: true }).click();
    await steps.getByRole('button', { name: 'Eine Weile warten' }).click();
    await assertAccessible(page, 'steps within a step');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.waitForURL(/\/home\/automations\/(?!new)[^/]+$/);
    const [made] = await stored(home);
    const lights = { class: 'control.status', component: 'light-bulb' };
    assert.deepEqual(made?.definition.then, [
      {
        kind: 'if',
        id: 's1',
        if: { kind: 'property', id: 'c1', properties: { ...lights, of: 'any' }, is: 'is', value: true },
        then: [{ kind: 'set', id: 's2', set: { properties: { ...lights, of: 'every' } }, value: false }],
        else: [{ kind: 'wait', id: 's3', wait: 'PT3M' }],
      },
    ]);
    assert.deepEqual(pageErrors, []);
  });
});
