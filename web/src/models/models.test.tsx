import { resources, type SupportedModel, type SupportedModelDetail } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderDesign } from '../testing/render-design.tsx';
import { ModelPanel } from './model-panel.tsx';
import { ModelSearch } from './model-search.tsx';
import type { ModelSource } from './models-query.ts';
import { readModelsSearch } from './models-search.ts';

const bulb: SupportedModel = {
  id: 'bulb',
  name: 'Philips Hue bulb',
  vendor: 'Philips',
  model: '9290022166',
  kind: 'color-light',
  image: 'https://home.example/bulb.png',
  thumbnail: 'https://home.example/small/bulb.png',
  sold_as: [],
};

/** A lamp with a switch, as the server describes it. */
const detail = resources.supportedModels.get.example.reply as SupportedModelDetail;

function Page({ source }: { source: ModelSource }) {
  const [text, setText] = useState('');
  return (
    <ModelSearch
      source={source}
      text={text}
      onText={setText}
      renderLink={({ id }, className, content) => (
        <a href={`#${id}`} className={className}>
          {content}
        </a>
      )}
    />
  );
}

function show(models: readonly SupportedModel[]) {
  const searched: (string | undefined)[] = [];
  const source: ModelSource = {
    search: async ({ search, page_start_index: start = 0, page_size: size = 0 }) => {
      searched.push(search);
      return { models: models.slice(start, start + size), size: models.length };
    },
    get: async () => detail,
  };
  return { user: renderDesign(<Page source={source} />), searched, source };
}

describe('the search for models', () => {
  it('shows what the models are, a page at a time', async () => {
    const { user } = show(Array.from({ length: 30 }, (_, index) => ({ ...bulb, id: `bulb-${index}` })));
    expect(await screen.findByText('The first 24 of 30 devices')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('30 devices')).toBeTruthy();
    expect(screen.getAllByRole('link')[0]?.textContent).toBe(
      'Philips Hue bulbPhilips 9290022166 · Colour light',
    );
  });

  it('searches once for what was typed', async () => {
    const { user, searched } = show([]);
    await user.type(await screen.findByRole('searchbox'), 'toaster');
    await expect.poll(() => searched.at(-1)).toBe('toaster');
    expect(searched.length).toBeLessThan(5);
    expect(await screen.findByRole('heading', { name: 'No device found' })).toBeTruthy();
  });
});

describe('the page of a model', () => {
  const open = (members: Partial<SupportedModelDetail>) => {
    const source = { ...show([]).source, get: async () => ({ ...detail, ...members }) };
    return renderDesign(<ModelPanel source={source} id="bulb" />);
  };

  it('shows other names, features and what it needs', async () => {
    const brightness = { label: 'Brightness', reported: true, writable: true, switchable: false, unit: '%' };
    open({
      sold_as: [{ vendor: 'Signify', model: 'X1' }],
      features: [brightness, { ...brightness, label: 'On/off', switchable: true, unit: '' }],
    });
    expect(await screen.findByText('Signify X1')).toBeTruthy();
    expect(screen.getByText('% · shown, can be set')).toBeTruthy();
    expect(screen.getByText('shown, can be switched')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Read the guide' }).getAttribute('href')).toBe(
      '/docs/guides/zigbee2mqtt',
    );
  });

  it('shows its tile with example values, whose switch can be tried', async () => {
    const user = open({});
    const lamp = await screen.findByRole('switch', { name: detail.name });
    expect(lamp.getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('On')).toBeTruthy();
    await user.click(lamp);
    expect(lamp.getAttribute('aria-checked')).toBe('false');
    expect(screen.getByText('Off')).toBeTruthy();
  });
});

describe('readModelsSearch', () => {
  it('reads a model number as text, and ignores what is not valid', () => {
    expect(readModelsSearch({ find: 9290022166, model: 7 })).toEqual({
      find: '9290022166',
      model: undefined,
    });
  });
});
