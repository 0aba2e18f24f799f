import type { ModelFeature, SupportedModel, SupportedModelDetail } from '@azulejo/contract';
import { type Html, html } from '../../platform/http/html.ts';
import { htmlPage } from '../../platform/http/html-page.ts';
import { BRAND } from '../../platform/http/page-styles.ts';
import { kindLabel, kinds } from './kinds.ts';
import { STYLES } from './page-styles.ts';

/** What a visitor asked for, and where its page begins in the list. */
export type Asked = { readonly text: string; readonly kind: string | undefined; readonly start: number };

const frame = (title: string, content: Html): string =>
  htmlPage({
    language: 'en',
    title,
    styles: STYLES,
    body: html`<div class="page">
<header><a class="brand" href="/">${BRAND}</a></header>
<main>
${content}
</main>
</div>`,
  });

const form = ({ text, kind }: Asked): Html => html`<form role="search" action="/devices">
<div><label for="search">Brand, model or words</label>
<input type="search" id="search" name="search" value="${text}" maxlength="100" autocomplete="off"></div>
<div><label for="kind">Kind of device</label>
<select id="kind" name="kind"><option value="">All kinds</option>
${kinds.map(([id, label]) =>
  id === kind
    ? html`<option value="${id}" selected>${label}</option>`
    : html`<option value="${id}">${label}</option>`,
)}</select></div>
<button type="submit">Search</button>
</form>`;

const card = ({ id, name, vendor, model, kind, thumbnail }: SupportedModel): Html => html`<li class="model">
<img src="${thumbnail}" alt="" width="56" height="56" loading="lazy">
<div><a href="/devices/${encodeURIComponent(id)}">${name}</a>
<span class="soft">${vendor} ${model} · ${kindLabel(kind)}</span></div></li>`;

function addressOf({ text, kind }: Asked, start: number): string {
  const query = new URLSearchParams({ search: text, kind: kind ?? '', start: String(start) });
  return `/devices?${query}`;
}

function pages(asked: Asked, total: number, pageSize: number): Html {
  const { start } = asked;
  const earlier = Math.max(0, start - pageSize);
  const later = start + pageSize;
  return html`<nav class="pages" aria-label="Pages">
${start > 0 ? html`<a rel="prev" href="${addressOf(asked, earlier)}">Previous</a>` : html`<span></span>`}
${later < total ? html`<a rel="next" href="${addressOf(asked, later)}">Next</a>` : html`<span></span>`}
</nav>`;
}

function countOf({ start }: Asked, shown: number, total: number): string {
  if (total === 0) return 'No device found. Try fewer words, or the model name on the device.';
  const number = total.toLocaleString('en');
  if (shown === total) return total === 1 ? '1 device' : `${number} devices`;
  return shown === 0 ? `${number} devices` : `${start + 1} to ${start + shown} of ${number} devices`;
}

/** Renders the search with one page of its results. */
export function searchPage(
  asked: Asked,
  { models, size }: { models: readonly SupportedModel[]; size: number },
  pageSize: number,
): string {
  return frame(
    'Is my device supported?',
    html`<h1>Is my device supported?</h1>
<p class="soft">Search the devices that this platform knows by brand, model or what they are.</p>
${form(asked)}
<p role="status" class="soft">${countOf(asked, models.length, size)}</p>
<ul class="models">${models.map(card)}</ul>
${pages(asked, size, pageSize)}`,
  );
}

function accessOf({ reported, writable, unit }: ModelFeature): string {
  const words = [reported ? 'shown' : '', writable ? 'can be set' : ''].filter((word) => word !== '');
  return [unit, words.join(', ')].filter((part) => part !== '').join(' · ');
}

const feature = (each: ModelFeature): Html => html`<li>${each.label}<span>${accessOf(each)}</span></li>`;

/** Renders the page of one model. */
export function modelPage(model: SupportedModelDetail): string {
  const { name, vendor, image, kind, sold_as, features } = model;
  return frame(
    `${name} · Is my device supported?`,
    html`<div class="device"><img src="${image}" alt="" width="112" height="112">
<div><h1>${name}</h1><p class="soft">${vendor} ${model.model} · ${kindLabel(kind)}</p></div></div>
<p>Yes, this device is supported.</p>
${sold_as.length === 0 ? '' : html`<h2>Also sold as</h2><ul class="columns">${sold_as.map((other) => html`<li>${other.vendor} ${other.model}</li>`)}</ul>`}
<h2>What it offers</h2>
${
  features.length === 0
    ? html`<p>It passes on the messages of other devices, and has no values of its own.</p>`
    : html`<ul class="features">${features.map(feature)}</ul>`
}
<h2>How it is connected</h2>
<p>By Zigbee. You need a Zigbee adapter, and a bridge that connects the Zigbee network with this platform.</p>
<p class="back"><a href="/devices">Search for another device</a></p>`,
  );
}
