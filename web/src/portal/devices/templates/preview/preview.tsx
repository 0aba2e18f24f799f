import type { Channel, ChannelTemplate, TemplateTile, TemplateVocabulary, Tile } from '@azulejo/contract';
import { channelRecord, inWords, tileLabel, tileRecord } from '@azulejo/model';
import { type RenderedTile, renderTile, type Values, valueKey } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { activeDictionary } from '../../../../languages/dictionary.ts';
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
      const words = activeDictionary();
      const channel = previewChannel(template);
      const local = words ? inWords(channel, words) : channel;
      const tile = renderTile(previewTile(template, drawing, index), local, values, { units, words });
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

const withoutUrl = () => '';

/** Returns the channel that a device of the draft would have, as apps get it. */
function previewChannel(template: ChannelTemplate): Channel {
  const page = { etag: template.interface.etag, src: '', url: '' };
  const details = { id: template.id, user: '', page, picture: withoutUrl, schema: (name: string) => name };
  return { _rev: '', ...channelRecord(template, details) };
}

/** Returns one of its tiles, as apps get it. */
function previewTile(template: ChannelTemplate, drawing: TemplateTile, index: number): Tile {
  const label = tileLabel(template.name, drawing);
  const place = { id: String(index), channel: template.id, user: '', kind: 'device', groups: [] } as const;
  return {
    _rev: '',
    ...tileRecord(template, drawing, { ...place, label, photo: null, picture: withoutUrl }),
  };
}
