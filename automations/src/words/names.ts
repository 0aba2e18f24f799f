import type { Property, TemplateProperty } from '@azulejo/contract';
import type { Address } from '@azulejo/model';

/** A property as people know it, in the reader's language. */
export type NamedProperty = {
  /** The name of the device: the label of its tile, or that of the channel. */
  readonly device: string;
  /** The property, with labels that are already translated (`inWords` of `@azulejo/model`). */
  readonly property: Pick<
    Property | TemplateProperty,
    'label' | 'classes' | 'controlInterfaces' | 'triggers' | 'states' | 'actions'
  >;
};

/** The names of a home's things by their ids. A name is undefined for what no longer exists. */
export type Names = {
  readonly property: (address: Address) => NamedProperty | undefined;
  /** Names a device by its channel id. */
  readonly device: (channel: string) => string | undefined;
  /** Names a room by its tile group id. */
  readonly room: (id: string) => string | undefined;
  /** Names a place by its id. It is not called for `home`. */
  readonly place: (id: string) => string | undefined;
  /** Names a person by user id; without an id, the owner of the automation. */
  readonly person: (id: string | undefined) => string | undefined;
  readonly scene: (id: string) => string | undefined;
  readonly automation: (id: string) => string | undefined;
  /** Returns a property of a class, e.g. `climate.temperature`, as one of the home's devices has it. */
  readonly class: (name: string) => NamedProperty['property'] | undefined;
  /** Returns the symbol of a unit by its key, e.g. ` °F` for `fahrenheit`, with the space before it. */
  readonly unit: (key: string) => string | undefined;
};
