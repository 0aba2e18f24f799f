import type { RenderedTile } from '@azulejo/sdk';
import { IconFlask } from '../design/icons.generated.ts';
import type { TileNote } from './tile-note.ts';
import { toggleWord } from './tile-switch.tsx';
import classes from './tile-view.module.css';

type Props = { tile: RenderedTile; note: TileNote | undefined; isVirtual: boolean };

/** The second line of a tile: its values, or the most important note, and the sign of a virtual device. It never wraps. */
export function TileLine({ tile, note, isVirtual }: Props) {
  const shown = note && !note.isAfterValue ? [] : partsOf(tile).slice(0, note ? 1 : 3);
  return (
    <div className={classes.line} data-large={tile.toggle ? undefined : ''}>
      {shown.length > 0 && (
        <dl className={classes.values}>
          {shown.map(({ key, label, isLabelShown, text, unit }) => (
            <div key={key} className={classes.value}>
              <dt className={isLabelShown ? '' : 'visually-hidden'}>{label}</dt>
              <dd>
                {text}
                {unit !== '' && <span className={classes.unit}> {unit}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {note && (
        <span className={classes.note} data-tone={note.tone} title={note.title}>
          {note.text}
        </span>
      )}
      {shown.length === 0 && !note && tile.slots.length > 0 && (
        <span className={classes.empty}>No value yet</span>
      )}
      {isVirtual && (
        <span className={classes.virtual} title="Virtual device">
          <IconFlask size={14} stroke={1.6} aria-hidden="true" />
          <span className="visually-hidden">Virtual device</span>
        </span>
      )}
    </div>
  );
}

type Part = { key: string; label: string; isLabelShown: boolean; text: string; unit: string };

function partsOf({ slots, toggle }: RenderedTile): Part[] {
  const known = slots.filter(({ value }) => value !== undefined);
  const relevant = known.filter(({ isRelevant }) => isRelevant);
  // A button that was never pressed has only its battery to show.
  const shown = relevant.length > 0 || toggle ? relevant : known;
  const parts = shown
    // The state that the switch shows is not repeated.
    .filter(({ text }) => !toggle || text !== toggleWord(toggle))
    .map(({ component, property, label, text, unit, isRelevant }) => {
      const isTarget = property.includes('setpoint');
      return {
        key: `${component} ${property}`,
        label: isTarget ? 'Set to' : label,
        // A number without a unit needs its label, and so does a second temperature.
        isLabelShown: isTarget || !isRelevant || (unit === '' && /^[\d.,]+$/.test(text)),
        text,
        unit,
      };
    });
  if (!toggle) return parts;
  const { label } = toggle;
  return [{ key: 'toggle', label, isLabelShown: false, text: toggleWord(toggle), unit: '' }, ...parts];
}
