import type { ChannelTemplate, TemplateVocabulary } from '@azulejo/contract';
import { type RenderedTile, type Values, valueKey } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { drawTemplateTile } from '../../../../tiles/draw-template-tile.ts';
import { TileView } from '../../../../tiles/tile-view.tsx';
import { useDraft } from '../draft/draft.tsx';
import classes from './preview.module.css';
import { SampleControl } from './sample-control.tsx';
import { type Sample, samplesOf } from './samples.ts';

type Units = 'metric' | 'imperial';

/** Shows the tiles as people will see them, with values that can be changed. */
export function Preview() {
  const { template, vocabulary } = useDraft();
  const [units, setUnits] = useState<Units>('metric');
  const [moved, setMoved] = useState<ReadonlyMap<string, unknown>>(new Map());
  const drawings = draw(template, vocabulary, moved, units);
  const move = (key: string, value: unknown) => setMoved((earlier) => new Map(earlier).set(key, value));
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          <Trans>Preview</Trans>
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t`Units of the preview`}
          data={[
            { value: 'metric', label: t`Metric` },
            { value: 'imperial', label: t`Imperial` },
          ]}
          value={units}
          onChange={(value) => setUnits(value as Units)}
        />
      </div>
      {drawings.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>No tiles to show.</Trans>
        </Text>
      )}
      {drawings.map(({ tile, samples, values }) => (
        <Stack key={tile.id} gap="sm">
          <TileView
            tile={tile}
            kind={template.kind}
            onToggle={(data) => tile.toggle && move(keyOf(samples, tile.toggle.write), data)}
          />
          {samples.map((sample) => (
            <SampleControl
              key={sample.key}
              sample={sample}
              value={values.get(sample.key)}
              onChange={(value) => move(sample.key, value)}
            />
          ))}
        </Stack>
      ))}
    </section>
  );
}

const keyOf = (
  samples: readonly Sample[],
  { component, property }: { component: string; property: string },
) => samples.find(({ key }) => key === valueKey(component, property))?.key ?? '';

type Drawing = { tile: RenderedTile; samples: Sample[]; values: Values };

/** Renders the tile, or nothing if its parts are invalid; their errors are shown at the fields. */
function draw(
  template: ChannelTemplate,
  vocabulary: TemplateVocabulary,
  moved: ReadonlyMap<string, unknown>,
  units: Units,
): Drawing[] {
  return template.tiles.flatMap((drawing, index): Drawing[] => {
    try {
      const samples = samplesOf(template, drawing, vocabulary);
      const values = new Map(samples.map((sample) => [sample.key, shownValue(sample, moved)]));
      const tile = drawTemplateTile(template, index, values, { units });
      return [{ tile, samples, values }];
    } catch {
      return [];
    }
  });
}

/** Returns the changed value while it has the right type. */
function shownValue(sample: Sample, moved: ReadonlyMap<string, unknown>): unknown {
  const value = moved.get(sample.key);
  if (typeof value !== typeof sample.first) return sample.first;
  if (sample.kind === 'choice' && !sample.choices.includes(String(value))) return sample.first;
  return value;
}
