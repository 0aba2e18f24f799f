import Table from 'cli-table3';

/** A target: at least or at most `value`, for the ratio to the baseline or for the measured value itself. */
export type Aim = { of: 'ratio' | 'measured'; is: 'at least' | 'at most'; value: number };

export type Figure = {
  /** Name of the bench, as for `--only`. */
  bench: string;
  /** Shown to people as the title of the figure. */
  name: string;
  unit: '' | '/s' | 'ms' | 'B' | 'KB' | 'MB' | '%' | 's';
  measured: number;
  baseline?: number;
  ratio?: number;
  /** The processor time that the server takes for each request or message, beside the baseline's. */
  processorUs?: { measured: number; baseline: number };
  aim?: Aim;
  /** The share of one core that the client took, where the client could be the bottleneck. */
  asking?: number;
};

/** Returns whether a figure meets its target, or undefined if it has none. */
export function isMet({ aim, measured, ratio }: Figure): boolean | undefined {
  if (!aim) return undefined;
  const value = aim.of === 'ratio' ? (ratio ?? Number.NaN) : measured;
  return aim.is === 'at least' ? value >= aim.value : value <= aim.value;
}

export function toTable(figures: readonly Figure[]): string {
  const table = new Table({
    head: ['bench', 'figure', 'measured', 'baseline', 'ratio', 'processor time', 'aim', ''],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const figure of figures) {
    const { bench, name, unit, measured, baseline, ratio, processorUs } = figure;
    const met = isMet(figure);
    table.push([
      bench,
      name,
      amount(measured, unit),
      baseline === undefined ? '' : amount(baseline, unit),
      ratio === undefined ? '' : ratio.toFixed(2),
      processorUs ? `${processorUs.measured.toFixed(0)} µs to ${processorUs.baseline.toFixed(0)}` : '',
      aimText(figure),
      met === undefined ? '' : met ? 'pass' : 'MISS',
    ]);
  }
  return table.toString();
}

const aimText = ({ aim, unit }: Figure): string => {
  if (!aim) return '';
  const sign = aim.is === 'at least' ? '≥' : '≤';
  return aim.of === 'ratio' ? `${sign} ${aim.value.toFixed(2)}` : `${sign} ${amount(aim.value, unit)}`;
};

function amount(value: number, unit: Figure['unit']): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return unit === '/s' ? `${value.toFixed(digits)} /s` : `${value.toFixed(digits)} ${unit}`;
}
