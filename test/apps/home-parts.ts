/** The parts of a home that both apps read, after their parsers accepted them. */
export type Shown = {
  readonly id?: string;
  readonly type: string;
  readonly componentType: string;
  readonly property: string;
  readonly label?: string;
  readonly options: Readonly<Record<string, unknown>>;
};

export type Tile = {
  readonly id: string;
  readonly label: string;
  readonly channel: string;
  readonly groups: readonly string[];
  readonly components: readonly { readonly id: string; readonly type: string }[];
  readonly information: readonly Shown[];
  readonly actions: readonly Shown[];
};

export type UnitsOptions = {
  readonly muzzleyUnit?: string;
  readonly targetMetric?: string;
  readonly targetImperial?: string;
};

export type Property = {
  readonly id: string;
  readonly label?: string;
  readonly components: readonly string[];
  readonly classes: readonly string[];
  readonly requiredCapabilities?: readonly string[];
  readonly unitsOptions?: UnitsOptions;
  readonly isActionable?: boolean;
  readonly isTriggerable?: boolean;
  readonly isStateful?: boolean;
};

export type Channel = {
  readonly id: string;
  readonly remoteId: string;
  readonly components: readonly {
    readonly id: string;
    readonly type: string;
    readonly classes: readonly string[];
  }[];
  readonly properties: readonly Property[];
  readonly interface: { readonly uuid: string; readonly etag: string };
};

export type TileGroup = { readonly id: string; readonly label: string; readonly parent?: string };

export type Units = {
  readonly unitSpec: Readonly<Record<string, { readonly suffix: string }>>;
  readonly unitCalc: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** A value of a tile and its address, `channel/component/property`. */
export type Slot = {
  readonly tile: Tile;
  readonly shown: Shown;
  readonly channel: string;
  readonly component: string;
  readonly property: Property;
  readonly isAction: boolean;
};

export const publishPath = ({
  channel,
  component,
  property,
}: {
  channel: string;
  component: string;
  property: string;
}) => `/v3/channels/${channel}/components/${component}/properties/${property}/value`;

/** Returns the address within a topic, at any position (android-app 4.2). */
export function addressIn(topic: string) {
  const [, channel, component, property] =
    /\/channels\/([^/]+)\/components\/([^/]+)\/properties\/([^/]+)\/value$/.exec(topic) ?? [];
  return channel && component && property ? { channel, component, property } : undefined;
}

/** The content of a tab: its tiles, and each value on them. */
export type Screen = { readonly tiles: readonly Tile[]; readonly slots: readonly Slot[] };
