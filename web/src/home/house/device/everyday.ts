import type { Property } from '@azulejo/contract';
import { isOfClass } from '../../devices/controls/property.ts';
import { groupOf } from './property-group.ts';

/** Classes of what people use every day although no tile shows it. */
const USED =
  /\.(lighting\.effect|climate\.(preset|system-mode|boost-heating|humidity)|settings\.(operating-mode|child-lock|window-detection|open-window)|device\.(child-lock|window-detection)|safety\.(warning|siren-on|alarm-control)|control\.(fan-mode|fan-speed|action))$/;

/**
 * Returns the properties that are shown on the page itself; everything else is folded under Settings. They are the
 * properties that a tile shows, except a low battery if the charge is shown. A component without a property on a
 * tile or in a hero shows all properties that are not settings.
 */
export function everydayOf(properties: readonly Property[], hasHero: boolean): readonly Property[] {
  const hasCharge = properties.some((each) => isOfClass(each, /\.battery\.battery$/));
  const isRedundant = (each: Property) => hasCharge && isOfClass(each, /\.battery\.battery-low$/);
  const used = properties.filter(
    (each) =>
      !isRedundant(each) &&
      !isSingleChoice(each) &&
      (each.mainActionPriority > 0 || each.mainInformationPriority > 0 || isOfClass(each, USED)),
  );
  return used.length > 0 || hasHero ? used : properties.filter((each) => groupOf(each) === 'main');
}

/** Returns whether it is a mode with a single option, as some devices have: there is nothing to choose. */
const isSingleChoice = ({ controlInterfaces: [first] }: Property): boolean =>
  Array.isArray(first?.config['options']) && first.config['options'].length < 2;
