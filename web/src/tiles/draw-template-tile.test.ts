import { type ChannelTemplate, resources, type SupportedModelDetail } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { drawTemplateTile } from './draw-template-tile.ts';

const { template } = resources.supportedModels.get.example.reply as SupportedModelDetail;
const [component = ''] = template.tiles[0]?.components ?? [];
const thermometer: ChannelTemplate = {
  ...template,
  tiles: [
    {
      components: [component],
      information: [
        {
          componentType: component,
          property: 'temperature',
          type: 'text-expression',
          options: { mathExpression: 'x', suffix: '°' },
        },
      ],
      actions: [],
      isGroupable: false,
    },
  ],
};
const values = new Map([[valueKey(component, 'temperature'), 25.9]]);

describe('the tile of a template', () => {
  const before = i18n.locale;
  afterEach(() => i18n.loadAndActivate({ locale: before || 'en', messages: {} }));

  it.each([
    ['en', '25.9'],
    ['de', '25,9'],
    ['pt', '25,9'],
  ])('writes numbers as the language of the page does: %s', (locale, text) => {
    i18n.loadAndActivate({ locale, messages: {} });
    expect(JSON.stringify(drawTemplateTile(thermometer, 0, values))).toContain(`"${text}"`);
  });
});
