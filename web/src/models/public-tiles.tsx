/**
 * Draws the tiles on the public page of a model. The server renders everything else, so the page can be read without
 * scripts; then, or if something cannot be loaded, the section with the tiles is left out.
 */
import '../design/tokens.css';
import type { SupportedModelDetail } from '@azulejo/contract';
import { chooseLanguage } from '@azulejo/model';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showModelIn } from '../languages/model-catalogue.ts';
import { ModelTiles } from './model-tiles.tsx';

/** Makes the tokens follow the colour scheme of the browser, as Mantine does on the other pages. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.documentElement.dataset['mantineColorScheme'] = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', follow);
  follow();
}

async function readModel(url: string): Promise<SupportedModelDetail> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response.json();
}

const tiles = document.getElementById('tiles');
// A repeater has no tiles.
if (tiles?.dataset['source'] !== undefined) {
  followColorScheme();
  try {
    const [model] = await Promise.all([
      readModel(tiles.dataset['source']),
      showModelIn(chooseLanguage([document.documentElement.lang]) ?? 'en'),
    ]);
    createRoot(tiles).render(
      <StrictMode>
        <ModelTiles model={model} />
      </StrictMode>,
    );
  } catch (error) {
    tiles.closest('section')?.remove();
    throw error;
  }
}
