import type { ChannelTemplate, TemplateTile } from '@azulejo/contract';
import type { Part, Parts } from './components.ts';
import type { MappedProperty } from './properties.ts';
import { isInContractTable } from './units.ts';

type Information = TemplateTile['information'][number];
type Action = TemplateTile['actions'][number];

/** Maximum in addition to the coloured icon. The phone apps draw two; the others are for larger screens. */
const MAX_INFORMATION = 4;

/** The light bulb in the apps’ icon font, as a Java escape, which both apps parse (ios-app 5.2). */
const BULB = '\\uE80F';

const SWITCHES = new Set(['status', 'locked']);

function isSwitch({ property, shape }: MappedProperty): boolean {
  return SWITCHES.has(property.id) && shape.kind === 'boolean' && property.io === 'rws';
}

function actionOf(part: Part): Action | undefined {
  const switches = part.properties
    .filter(isSwitch)
    .toSorted((a, b) => a.property.mainActionPriority - b.property.mainActionPriority);
  const [first] = switches;
  return (
    first && {
      componentType: part.component.type,
      property: first.property.id,
      type: 'tri-state',
      options: {
        icon: first.property.id === 'locked' ? 'lock' : 'on_off',
        mappings: { off: false, on: true },
        outputPath: '$',
      },
    }
  );
}

/**
 * Returns how an information is drawn: as `text-unit` only if the contract's table has the unit and its targets,
 * since otherwise the phone apps show `?!US` (android-app 5.4).
 */
function drawn({ property, shape }: MappedProperty): Pick<Information, 'type' | 'options'> {
  if (shape.kind === 'color') {
    return { type: 'icon-color', options: { char: BULB, format: 'hsv' } };
  }
  if (shape.kind !== 'number') return { type: 'text', options: { inputPath: '$' } };
  const { options, shown } = shape.unit;
  return options && isInContractTable(options)
    ? { type: 'text-unit', options: { inputPath: '$', inputUnit: property.unitsOptions.vendorUnit } }
    : {
        type: 'text-expression',
        options: { inputPath: '$', mathExpression: shown.expression, prefix: '', suffix: shown.suffix },
      };
}

/**
 * Returns the information of a tile, without the action’s property, since with it the toggle would never move
 * (android-app 5.3, ios-app 5.5).
 */
function informationOf(part: Part, action: Action | undefined): Information[] {
  const main = part.properties
    .filter(({ property }) => property.mainInformationPriority > 0 && property.id !== action?.property)
    .toSorted((a, b) => a.property.mainInformationPriority - b.property.mainInformationPriority);
  const icons = main.filter(({ shape }) => shape.kind === 'color').slice(0, 1);
  const texts = main.filter(({ shape }) => shape.kind !== 'color').slice(0, MAX_INFORMATION);
  return [...icons, ...texts].map((mapped) => ({
    componentType: part.component.type,
    property: mapped.property.id,
    ...drawn(mapped),
  }));
}

function tileOf(part: Part, label: string | undefined): TemplateTile | undefined {
  const action = actionOf(part);
  const information = informationOf(part, action);
  if (!action && information.length === 0) return undefined;
  return {
    ...(label === undefined ? {} : { label }),
    components: [part.component.id],
    information,
    actions: action ? [action] : [],
    isGroupable: action !== undefined,
  };
}

/** Maximum of values on the tile of a device that has none of the usual features. */
const MAX_FALLBACK = 2;

/**
 * Returns a tile with the first values that a part reports, or with none if it only takes commands. Without a tile,
 * people would see nothing of a pet feeder or a restart button, and could not remove it.
 */
function fallbackTile({ component, properties }: Part, label?: string): TemplateTile {
  const reported = properties.filter(({ property }) => /[rs]/.test(property.io));
  const information = reported.slice(0, MAX_FALLBACK).map((mapped) => ({
    componentType: component.type,
    property: mapped.property.id,
    ...drawn(mapped),
  }));
  const named = label === undefined ? {} : { label };
  return { ...named, components: [component.id], information, actions: [], isGroupable: false };
}

const countOf = ({ properties }: Part): number =>
  properties.length + 1_000 * properties.filter(({ property }) => /[rs]/.test(property.io)).length;

/** Returns whether a part reports something else than settings and the state of the device itself. */
const hasValues = ({ properties }: Part): boolean =>
  properties.some(({ property, feature }) => /[rs]/.test(property.io) && feature.category === undefined);

/** Returns one tile for each part of a device: one for a bulb, but one per socket for a power strip. */
export function tilesOf({ parts, hasRepeatedParts }: Parts): ChannelTemplate['tiles'] {
  const tiles = parts.flatMap((part) => {
    const label = hasRepeatedParts ? part.component.label : undefined;
    return tileOf(part, label) ?? (hasRepeatedParts && hasValues(part) ? fallbackTile(part, label) : []);
  });
  if (tiles.length > 0) return tiles;
  const [main] = parts.toSorted((one, other) => countOf(other) - countOf(one));
  return main && main.properties.length > 0 ? [fallbackTile(main)] : [];
}
