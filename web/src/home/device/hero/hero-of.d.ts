import type { Channel, Component, Property } from '@azulejo/contract';
/**
 * What a device's page begins with. `reading` is the default for devices that only report; a device that
 * neither reports nor has one main control, such as a siren whose alarm is a form, has no hero: its controls
 * come first.
 */
export type HeroKind = 'lamp' | 'thermostat' | 'cover' | 'lock' | 'switch' | 'meter' | 'reading';
/** The properties that a hero shows. Each is shown nowhere else on the page. */
export type HeroParts = Readonly<Partial<Record<PartName, Property>>>;
export type Hero = {
  readonly kind: HeroKind;
  readonly component: Component;
  readonly parts: HeroParts;
};
/** Where a hero's property is found, by the end of its class. */
declare const places: {
  readonly power: RegExp;
  readonly brightness: RegExp;
  readonly white: RegExp;
  readonly color: RegExp;
  readonly target: RegExp;
  readonly temperature: RegExp;
  readonly mode: RegExp;
  readonly running: RegExp;
  readonly position: RegExp;
  readonly movement: RegExp;
  readonly tilt: RegExp;
  readonly locked: RegExp;
  readonly fan: RegExp;
  readonly watts: RegExp;
  readonly energy: RegExp;
};
type PartName = keyof typeof places | 'main';
/** Returns the hero of a component, or undefined if its controls come first. */
export declare function heroOf(component: Component, properties: readonly Property[]): Hero | undefined;
/**
 * Returns the heroes of a device, in the order of its components. Readings of the device as a whole give way
 * to what its parts switch.
 */
export declare function heroesOf(channel: Channel): readonly Hero[];
/** Returns whether a hero shows the property, so that it is shown nowhere else. */
export declare const isOfHero: (heroes: readonly Hero[], { id }: Component, property: Property) => boolean;
