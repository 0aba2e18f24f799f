import { loadModels } from '@azulejo/catalog';
import type { Context } from './context.ts';
import { startPlatform } from './platform-process.ts';
import type { Figure } from './report.ts';
import { percentile } from './rounds.ts';

/** A prime, so that the searches are spread over all makers. */
const STRIDE = 7;

/** Measures searches for a model by its maker and name, one after another. */
export async function modelSearch(context: Context): Promise<Figure[]> {
  const { place } = await context.prepared();
  await using platform = await startPlatform(place);
  const { models } = await loadModels();
  const times: number[] = [];
  for (const { vendor, model } of models.filter((_each, index) => index % STRIDE === 0)) {
    const search = new URLSearchParams({ search: `${vendor} ${model}`.slice(0, 100) });
    const began = performance.now();
    const response = await fetch(`${platform.url}/v3/supported-models?${search}`);
    const { size } = (await response.json()) as { size: number };
    times.push(performance.now() - began);
    if (size === 0) throw new Error(`${vendor} ${model} was not found.`);
  }
  const [first = 0, ...others] = times;
  const figure = (name: string, measured: number): Figure => ({
    bench: 'model-search',
    name,
    unit: 'ms',
    measured,
    aim: { of: 'measured', is: 'at most', value: 100 },
  });
  return [
    figure(`first search among ${models.length} models, which reads them`, first),
    figure(`median of ${others.length} others`, percentile(others, 0.5)),
    figure(`worst of ${others.length} others`, Math.max(...others)),
  ];
}
