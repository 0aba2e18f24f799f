import assert from 'node:assert/strict';
import { toDefinitionParts } from '@azulejo/automations';
import type { ChannelTemplate } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../../support/browser.ts';
import type { Stage } from '../../support/scene.ts';
import { type Dialect, dialects, IOS_FETCH_ADDRESS, type Requested } from './bridges.ts';
import { pageDevicesOf, templates } from './devices.ts';

export type EditorType = 'trigger' | 'state' | 'action';
export type AllPageDevices = { channels: object[]; tiles: object[] };

/** A unit as the editor returns it. */
export type EditedUnit = {
  profile: string;
  channel: string;
  component: string;
  property: string;
  label: string;
  choices: { id: string; choice: { rule: string } }[];
  labels: Record<'component' | 'profile' | 'channel', string>;
  photoUrl?: string;
  photoUrlAlt?: string;
};
export type Saved = { ruleUnit: { type: string; rules: EditedUnit[] } };

export type EditorOptions = {
  dialect: Dialect;
  options: object;
  width?: number;
  colorScheme?: 'light' | 'dark';
};

/** The rule editor in an app. */
export type EditorHarness = {
  page: Page;
  /** What the page returned to the app. */
  saved: Saved[];
  readyCount: number;
  fetchCount: number;
  /** Errors of the page, violations of its policy, and requests other than for its own files. */
  pageErrors: string[];
};

/** Opens the rule editor of the platform as an app does, which injects its bridge when the page is loaded. */
async function openEditor(
  browser: TestBrowser,
  url: string,
  { dialect, options, width = 390, colorScheme = 'light' }: EditorOptions,
): Promise<EditorHarness> {
  const { page, pageErrors } = await browser.open({ width, colorScheme });
  const harness: EditorHarness = { page, saved: [], readyCount: 0, fetchCount: 0, pageErrors };
  page.on('request', (request) => {
    if (dialect === 'ios' && request.url() === IOS_FETCH_ADDRESS) harness.fetchCount += 1;
  });
  const acts: Record<string, (requested: Requested) => unknown> = {
    saveRule: ({ data }) => harness.saved.push(data.d as Saved),
    bridgeReady: () => {
      harness.readyCount += 1;
    },
  };
  await page.exposeFunction('receivedByApp', (text: string) => {
    const requested = JSON.parse(text) as Requested;
    const act = acts[requested.data.a];
    if (act) act(requested);
    else pageErrors.push(`the app knows no ${requested.data.a} here`);
  });
  await page.goto(`${url}/worker-editor-v3/`);
  await page.evaluate(dialects[dialect].inject(options));
  return harness;
}

/** Returns options of the editor, with the preferences and members that each app passes on. */
const editorOptions = (
  dialect: Dialect,
  type: EditorType,
  pageDevices: AllPageDevices,
  preferences: object = {},
): object => ({
  type,
  version: dialect === 'ios' ? '2.0' : '2.1',
  ...(dialect === 'android' && { apiVersion: 'v3', rules: [] }),
  capabilities: ['location', 'push-notifications', 'bg-audio'],
  ...pageDevices,
  preferences: { units: 'metric', language: 'en', locale: 'en_GB', ...preferences },
});

/** Returns the rules that were saved last. */
export const rulesIn = ({ saved }: EditorHarness): Record<string, unknown>[] =>
  (saved.at(-1)?.ruleUnit.rules ?? []).map(
    ({ choices }) => JSON.parse(choices[0]?.choice.rule ?? '') as Record<string, unknown>,
  );

export const ofKind = (kind: string): ChannelTemplate => {
  const found = templates.find((template) => template.kind === kind);
  assert.ok(found, kind);
  return found;
};

/** Returns a device of each kind, as an app passes them to the editor. */
export function pageDevicesOfKinds(dialect: Dialect, ...kinds: string[]): AllPageDevices {
  const all = kinds.map((kind, index) => pageDevicesOf(ofKind(kind), dialect, `ch-${index + 1}`));
  return { channels: all.flatMap(({ channels }) => channels), tiles: all.flatMap(({ tiles }) => tiles) };
}

export const choose = (page: Page, label: string, at = 0) =>
  page.locator('select').nth(at).selectOption({ label });
export const save = (page: Page) => page.getByRole('button', { name: 'Done' }).click();

/** Closes the editor. Throws if it had problems, or returned units that the platform does not understand. */
export async function finish({ page, saved, pageErrors }: EditorHarness): Promise<void> {
  assert.deepEqual(pageErrors, []);
  for (const { ruleUnit } of saved) {
    const units = ruleUnit.rules.map(({ channel, component, choices }) => ({
      channel,
      component,
      rule: choices[0]?.choice.rule,
    }));
    const none = { triggers: [], states: [], actions: [] };
    const read = toDefinitionParts({ ...none, [`${ruleUnit.type}s`]: units });
    assert.ok('parts' in read, JSON.stringify(units));
  }
  await page.close();
}

export type EditorScene = Awaited<ReturnType<typeof setUpEditor>>;

/** Starts a platform and a browser. `open` opens the editor in an app. */
export async function setUpEditor(stage: Stage) {
  const platform = await stage.start();
  const browser = stage.use(await startBrowser());
  type More = { preferences?: object; width?: number; colorScheme?: 'light' | 'dark' };
  const open = (
    dialect: Dialect,
    type: EditorType,
    pageDevices: AllPageDevices,
    { preferences, ...more }: More = {},
  ) =>
    openEditor(browser, platform.url, {
      dialect,
      options: editorOptions(dialect, type, pageDevices, preferences),
      ...more,
    });
  return { platform, browser, open };
}
