import type { SupportedModelDetail } from '@azulejo/contract';
import { nameIn } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { GuideLink } from '../design/guide-link.tsx';
import { ErrorState, LoadingState } from '../design/states.tsx';
import { activeDictionary } from '../languages/dictionary.ts';
import { featureText, modelLine } from './model-text.ts';
import { ModelTiles } from './model-tiles.tsx';
import classes from './models.module.css';
import { type ModelSource, modelQuery } from './models-query.ts';

type Props = {
  source: ModelSource;
  id: string;
  /** Says what to do next, below how the device is connected. */
  children?: ReactNode;
};

/** Shows a model: its tiles, what it offers, and how it is connected. */
export function ModelPanel({ source, id, children }: Props) {
  const model = useQuery(modelQuery(source, id));
  if (model.isPending) return <LoadingState label={t`Loading the device`} />;
  if (model.isError) return <ErrorState error={model.error} onRetry={() => void model.refetch()} />;
  return <Model model={model.data}>{children}</Model>;
}

function Model({ model, children }: { model: SupportedModelDetail; children: ReactNode }) {
  const { name, image, sold_as: soldAs, features } = model;
  return (
    <article className={classes.panel}>
      <div className={classes.head}>
        <img src={image} alt="" width={96} height={96} />
        <div>
          <Title order={1}>{name}</Title>
          <Text c="dimmed">{modelLine(model)}</Text>
          <Text fw={600}>
            <Trans>Yes, this device is supported.</Trans>
          </Text>
        </div>
      </div>
      <TilesSection model={model} />
      {soldAs.length > 0 && (
        <section>
          <h2>{t`Also sold as`}</h2>
          <ul className={classes.others}>
            {soldAs.map((other) => (
              <li key={`${other.vendor} ${other.model}`}>
                {other.vendor} {other.model}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{t`What it offers`}</h2>
        {features.length === 0 ? (
          <p>
            <Trans>It passes on the messages of other devices, and has no values of its own.</Trans>
          </p>
        ) : (
          <ul className={classes.features}>
            {features.map((feature) => (
              <li key={feature.label}>
                {nameIn(activeDictionary(), feature.label)}
                <span className={classes.quiet}>{featureText(feature)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2>{t`How it is connected`}</h2>
        <p>
          <Trans>
            By Zigbee. You need a Zigbee adapter, and Zigbee2MQTT, which connects the Zigbee network with this
            platform.
          </Trans>{' '}
          <GuideLink name="zigbee2mqtt" />
        </p>
        {children}
      </section>
    </article>
  );
}

function TilesSection({ model }: { model: SupportedModelDetail }) {
  // A repeater has none.
  if (model.template.tiles.length === 0) return null;
  return (
    <section>
      <h2>{t`How it looks in Home`}</h2>
      <Text size="sm" c="dimmed">
        <Trans>With example values. What can be switched can be tried here.</Trans>
      </Text>
      <div className={classes.tiles}>
        <ModelTiles model={model} />
      </div>
    </section>
  );
}
