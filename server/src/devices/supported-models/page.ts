import type { ModelFeature, SupportedModel, SupportedModelDetail } from '@azulejo/contract';
import { type Dictionary, nameIn } from '@azulejo/model';
import { type Html, html } from '../../platform/http/html.ts';
import { htmlPage } from '../../platform/http/html-page.ts';
import { BRAND } from '../../platform/http/page-styles.ts';
import type { I18n } from '../../platform/languages/index.ts';
import { STYLES } from './page-styles.ts';

/** A visitor's search, and the position in the list where the page begins. */
export type Requested = { readonly text: string; readonly kind: string | undefined; readonly start: number };

const frame = ({ language }: I18n, title: string, content: Html, head = html``): string =>
  htmlPage({
    language,
    title,
    styles: STYLES,
    head,
    body: html`<div class="page">
<header><a class="brand" href="/">${BRAND}</a></header>
<main>
${content}
</main>
</div>`,
  });

function form(i18n: I18n, { text, kind }: Requested, labels: KindLabels): Html {
  const byName = Object.entries(labels).toSorted(([, one], [, other]) =>
    one.localeCompare(other, i18n.locale),
  );
  return html`<form role="search" action="/devices">
<div><label for="search">${i18n.t('Brand, model or words')}</label>
<input type="search" id="search" name="search" value="${text}" maxlength="100" autocomplete="off"></div>
<div><label for="kind">${i18n.t('Kind of device')}</label>
<select id="kind" name="kind"><option value="">${i18n.t('All kinds')}</option>
${byName.map(([id, label]) =>
  id === kind
    ? html`<option value="${id}" selected>${label}</option>`
    : html`<option value="${id}">${label}</option>`,
)}</select></div>
<button type="submit">${i18n.t('Search')}</button>
</form>`;
}

const labelOf = (i18n: I18n, labels: KindLabels, kind: string) => labels[kind] ?? i18n.t('Device');

const card = (
  { id, name, vendor, model, thumbnail }: SupportedModel,
  kind: string,
): Html => html`<li class="model">
<img src="${thumbnail}" alt="" width="56" height="56" loading="lazy">
<div><a href="/devices/${encodeURIComponent(id)}">${name}</a>
<span class="soft">${vendor} ${model} · ${kind}</span></div></li>`;

function addressOf({ text, kind }: Requested, start: number): string {
  const query = new URLSearchParams({ search: text, kind: kind ?? '', start: String(start) });
  return `/devices?${query}`;
}

function pages(
  i18n: I18n,
  requested: Requested,
  { total, pageSize }: { total: number; pageSize: number },
): Html {
  const { start } = requested;
  const earlier = addressOf(requested, Math.max(0, start - pageSize));
  const later = addressOf(requested, start + pageSize);
  return html`<nav class="pages" aria-label="${i18n.t('Pages')}">
${start > 0 ? html`<a rel="prev" href="${earlier}">${i18n.t('Previous')}</a>` : html`<span></span>`}
${start + pageSize < total ? html`<a rel="next" href="${later}">${i18n.t('Next')}</a>` : html`<span></span>`}
</nav>`;
}

function countOf(
  i18n: I18n,
  { start }: Requested,
  { shown, total }: { shown: number; total: number },
): string {
  if (total === 0) return i18n.t('No device found. Try fewer words, or the model name on the device.');
  if (shown === total || shown === 0)
    return i18n.t('{total, plural, one {# device} other {# devices}}', { total });
  return i18n.t('{first, number} to {last, number} of {total, plural, one {# device} other {# devices}}', {
    first: start + 1,
    last: start + shown,
    total,
  });
}

const guideLink = (i18n: I18n, name: string): Html =>
  html`<a href="/docs/guides/${name}" hreflang="en">${i18n.t('Read the guide')}</a>`;

/** Says which devices the catalogue cannot list, and how they are connected. */
const notListed = (i18n: I18n): Html => html`<section><h2>${i18n.t('It is not in the list?')}</h2>
<p>${i18n.t(
  'Devices of ESPHome, Tasmota, Shelly, Z-Wave JS UI, OpenMQTTGateway and many other programs describe themselves over MQTT, so they need no list: connect the MQTT server that they use.',
)} ${guideLink(i18n, 'mqtt-devices')}</p>
<p><a href="/home/add/bridge?type=mqtt-discovery">${i18n.t('Connect MQTT devices in Home')}</a></p></section>`;

/** Renders the search with one page of its results. */
export function searchPage(
  i18n: I18n,
  requested: Requested,
  { models, size: total, pageSize }: { models: readonly SupportedModel[]; size: number; pageSize: number },
): string {
  const labels = kindLabels(i18n);
  const title = i18n.t('Is my device supported?');
  return frame(
    i18n,
    title,
    html`<h1>${title}</h1>
<p class="soft">${i18n.t('Search the devices that this platform knows by brand, model or what they are.')}</p>
${form(i18n, requested, labels)}
<p role="status" class="soft">${countOf(i18n, requested, { shown: models.length, total })}</p>
<ul class="models">${models.map((model) => card(model, labelOf(i18n, labels, model.kind)))}</ul>
${pages(i18n, requested, { total, pageSize })}
${notListed(i18n)}`,
  );
}

function accessOf(i18n: I18n, { reported, writable, switchable, unit }: ModelFeature): string {
  const change = switchable ? i18n.t('can be switched') : i18n.t('can be set');
  const words = [reported ? i18n.t('shown') : '', writable ? change : ''].filter((word) => word !== '');
  return [unit, words.join(', ')].filter((part) => part !== '').join(' · ');
}

/** Renders the place in which a script of the web pages draws the tiles, each as high as the tile will be. */
function tilesOf(i18n: I18n, { template: { tiles } }: SupportedModelDetail, source: string): Html {
  // A repeater has none.
  if (tiles.length === 0) return html``;
  return html`<section class="drawn"><h2>${i18n.t('How it looks in Home')}</h2>
<p class="soft">${i18n.t('With example values. What can be switched can be tried here.')}</p>
<div id="tiles" class="tiles" data-source="${source}">${tiles.map(() => html`<div></div>`)}</div></section>`;
}

type ModelPageParts = {
  /** The labels of the model's features in the language of the page. */
  words: Dictionary;
  /** The elements that load the script which draws tiles. */
  scripts: Html;
};

/** Renders the page of one model. */
export function modelPage(
  i18n: I18n,
  model: SupportedModelDetail,
  { words, scripts }: ModelPageParts,
): string {
  const { id, name, vendor, image, kind, sold_as, features } = model;
  const isDrawn = scripts.html !== '';
  const source = `/v3/supported-models/${encodeURIComponent(id)}`;
  const label = labelOf(i18n, kindLabels(i18n), kind);
  const feature = (each: ModelFeature) =>
    html`<li>${nameIn(words, each.label)}<span>${accessOf(i18n, each)}</span></li>`;
  return frame(
    i18n,
    `${name} · ${i18n.t('Is my device supported?')}`,
    html`<div class="device"><img src="${image}" alt="" width="112" height="112">
<div><h1>${name}</h1><p class="soft">${vendor} ${model.model} · ${label}</p></div></div>
<p>${i18n.t('Yes, this device is supported.')}</p>
${isDrawn ? tilesOf(i18n, model, source) : ''}
${sold_as.length === 0 ? '' : html`<h2>${i18n.t('Also sold as')}</h2><ul class="columns">${sold_as.map((other) => html`<li>${other.vendor} ${other.model}</li>`)}</ul>`}
<h2>${i18n.t('What it offers')}</h2>
${
  features.length === 0
    ? html`<p>${i18n.t('It passes on the messages of other devices, and has no values of its own.')}</p>`
    : html`<ul class="features">${features.map(feature)}</ul>`
}
<h2>${i18n.t('How it is connected')}</h2>
<p>${i18n.t(
      'By Zigbee. You need a Zigbee adapter, and Zigbee2MQTT, which connects the Zigbee network with this platform.',
    )} ${guideLink(i18n, 'zigbee2mqtt')}</p>
<p><a href="/home/add/bridge?type=zigbee2mqtt">${i18n.t('Connect Zigbee2MQTT in Home')}</a></p>
<p class="back"><a href="/devices">${i18n.t('Search for another device')}</a></p>`,
    isDrawn
      ? html`<link rel="preload" href="${source}" as="fetch" crossorigin="anonymous">
${scripts}`
      : html``,
  );
}

type KindLabels = Readonly<Record<string, string>>;

/** Returns the kinds of devices in the words of people. */
const kindLabels = (i18n: I18n): KindLabels => ({
  'air-quality': i18n.t('Air monitor'),
  button: i18n.t('Button or remote'),
  'carbon-monoxide': i18n.t('Carbon monoxide alarm'),
  'climate-sensor': i18n.t('Climate sensor'),
  'color-light': i18n.t('Colour light'),
  contact: i18n.t('Contact sensor'),
  cover: i18n.t('Cover or blind'),
  dimmer: i18n.t('Dimmer'),
  fan: i18n.t('Fan'),
  gas: i18n.t('Gas alarm'),
  leak: i18n.t('Leak sensor'),
  illuminance: i18n.t('Light sensor'),
  lock: i18n.t('Lock'),
  meter: i18n.t('Meter'),
  motion: i18n.t('Motion sensor'),
  device: i18n.t('Other device'),
  plug: i18n.t('Plug or socket'),
  'multi-socket': i18n.t('Power strip'),
  presence: i18n.t('Presence sensor'),
  repeater: i18n.t('Repeater'),
  siren: i18n.t('Siren'),
  smoke: i18n.t('Smoke alarm'),
  switch: i18n.t('Switch'),
  thermostat: i18n.t('Thermostat'),
  valve: i18n.t('Valve'),
  vibration: i18n.t('Vibration sensor'),
  'white-light': i18n.t('White light'),
});
