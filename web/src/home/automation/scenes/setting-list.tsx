import type { SceneSetting, Tile } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useId } from 'react';
import { IconX } from '../../../design/icons.generated.ts';
import items from '../../../design/item-list.module.css';
import { KindIcon } from '../../../tiles/kind-icon.tsx';
import { useHome } from '../../data/live/use-home.ts';
import arrange from '../../devices/arrange/arrange.module.css';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './scenes.module.css';
import { leftOutText, settingText } from './settable.ts';
import { useDeviceNames } from './use-device-names.ts';

type Props = {
  settings: readonly SceneSetting[];
  onChange: (settings: readonly SceneSetting[]) => void;
};

/** Lists what the scene sets, by device. A device is removed with all its settings. */
export function SettingList({ settings, onChange }: Props) {
  const { channels } = useHome();
  const reading = usePreferences();
  const nameOf = useDeviceNames();
  const headed = useId();
  const devices = [...Map.groupBy(settings, ({ channel }) => channel)];
  return (
    <section aria-labelledby={headed}>
      <h3 className={classes.caption} id={headed}>
        <Trans>What it sets</Trans>
      </h3>
      {devices.length === 0 && (
        <Text c="dimmed">
          <Trans>Nothing yet.</Trans>
        </Text>
      )}
      <ul className={items.list}>
        {devices.map(([id, own]) => {
          const channel = channels.get(id);
          const name = nameOf(id);
          return (
            <li key={id} className={classes.setting}>
              <span className={items.icon}>
                <KindIcon kind={channel?.components[0]?.type} />
              </span>
              <div className={items.what}>
                {name}
                <Text size="sm" c="dimmed">
                  {own.map((setting) => settingText(setting, channel, reading)).join(' · ')}
                </Text>
              </div>
              <button
                type="button"
                className={arrange.handle}
                aria-label={t`Remove ${{ device: name }}`}
                onClick={() => onChange(settings.filter(({ channel: other }) => other !== id))}
              >
                <IconX size={20} stroke={1.6} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Names the tiles of which nothing could be taken, each with why. */
export function LeftOut({ tiles }: { tiles: readonly Tile[] }) {
  const { channels } = useHome();
  return (
    <div role="status">
      {tiles.length > 0 && (
        <div className={classes.leftOut}>
          <Text fw={600}>
            <Trans>Not included</Trans>
          </Text>
          <ul>
            {tiles.map((tile) => (
              <li key={tile.id}>
                {tile.label}: {leftOutText(tile, channels.get(tile.channel))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
