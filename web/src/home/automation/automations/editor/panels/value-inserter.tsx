import type { Channel, Tile } from '@azulejo/contract';
import { isReadable, propertiesOf } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useHome } from '../../../../data/live/use-home.ts';
import fields from '../../../../kit/ui/native-fields.module.css';
import { useNowText } from '../shared/now-text.tsx';
import { OfferItem, OfferList } from './offer-list.tsx';
import classes from './panels.module.css';

type Props = { onInsert: (address: Address) => void };

/**
 * Shows a button that unfolds to the devices and what each reports. The chosen value is inserted into the
 * message.
 */
export function ValueInserter({ onInsert }: Props) {
  const { tiles } = useHome();
  const [tileId, setTileId] = useState<string>();
  const tile = tiles.find(({ id }) => id === tileId);
  const [first] = tiles;
  if (!first) return null;
  if (!tile)
    return (
      <button type="button" className={classes.more} onClick={() => setTileId(first.id)}>
        <Trans>Insert a value</Trans>
      </button>
    );
  return (
    <>
      <label className={fields.field}>
        <span>{t`Device`}</span>
        <select
          className={fields.select}
          value={tile.id}
          onChange={({ currentTarget }) => setTileId(currentTarget.value)}
        >
          {tiles.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <ValuesOf
        tile={tile}
        onInsert={(address) => {
          setTileId(undefined);
          onInsert(address);
        }}
      />
    </>
  );
}

function ValuesOf({ tile, onInsert }: Props & { tile: Tile }) {
  const { channels } = useHome();
  const reported = reportedBy(tile, channels.get(tile.channel));
  if (reported.length === 0) return <p className={classes.note}>{t`It offers nothing here.`}</p>;
  return (
    <OfferList label={t`Values`}>
      {reported.map(({ address, label }) => (
        <LiveValue
          key={`${address.component}/${address.property}`}
          address={address}
          label={label}
          onInsert={onInsert}
        />
      ))}
    </OfferList>
  );
}

function LiveValue({ address, label, onInsert }: Props & Reported) {
  return <OfferItem text={label} now={useNowText(address)} onChoose={() => onInsert(address)} />;
}

type Reported = { readonly address: Address; readonly label: string };

/** Returns what the components of a tile report, named with the component where there are several. */
function reportedBy(tile: Tile, channel: Channel | undefined): readonly Reported[] {
  if (!channel) return [];
  const shown = channel.components.filter(({ id }) => tile.components.some((each) => each.id === id));
  return shown.flatMap((component) =>
    propertiesOf(channel, component)
      .filter(isReadable)
      .map(({ id, label }) => ({
        address: { channel: channel.id, component: component.id, property: id },
        label: shown.length > 1 ? `${component.label}: ${label}` : label,
      })),
  );
}
