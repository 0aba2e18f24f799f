import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandTemplates, loadModels } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { findTemplateErrors } from './check-template.ts';
import { loadServed } from './served.ts';

const served = await loadServed();
const { models } = await loadModels();
const templates = await expandTemplates(models.map(({ id }) => id));

/** Returns one line for each template of which the function finds something. */
const linesOf = (find: (template: ChannelTemplate) => string | undefined): string[] =>
  templates.flatMap((template) => {
    const found = find(template);
    return found === undefined ? [] : [`${template.vendor} ${template.model}: ${found}`];
  });

test('every model of the catalogue has a template that passes the check', () => {
  assert.equal(templates.length, models.length);
  assert.ok(templates.length >= 4500, String(templates.length));
  assert.deepEqual(
    linesOf((template) => {
      const [error] = findTemplateErrors(template, served);
      return error && `${error.field} ${error.reason}`;
    }),
    [],
  );
});

test('gives every model its own template, of the kind that lists show', () => {
  assert.equal(new Set(templates.map(({ id }) => id)).size, templates.length);
  assert.deepEqual(
    templates.map(({ vendor, model, kind }) => [vendor, model, kind]),
    models.map(({ vendor, model, kind }) => [vendor, model, kind]),
  );
});

test('groups command and countdown under their own class ids, not under air', () => {
  const inAir =
    /^com\.muzzley\.properties\.air\.(?!(co2?|voc|pm\d+|hcho|formaldehyde?|aqi|air-quality)(-|$))/;
  assert.deepEqual(
    linesOf(({ properties }) =>
      properties.flatMap(({ classes }) => classes).find((name) => inAir.test(name)),
    ),
    [],
  );
});

test('no template is larger than the platform stores', () => {
  const largest = Math.max(...templates.map((template) => JSON.stringify(template).length));
  assert.ok(largest < 512 * 1024, String(largest));
});
