/** A place of the user, as the account has it. */
export type KnownPlace = {
  readonly id: string;
  /** Degrees; both are 0 when the position is not set. */
  readonly latitude: number;
  readonly longitude: number;
  /** Measured in meters. */
  readonly radius?: number;
  readonly wifi: readonly { readonly ssid: string; readonly bssid: string }[];
};

/** A report of a phone. `at` is the time of measurement, in epoch milliseconds. */
export type Fix = {
  readonly kind: 'fix';
  readonly phone: string;
  readonly at: number;
  readonly latitude: number;
  readonly longitude: number;
  /** Measured in meters. */
  readonly accuracy: number;
};
export type WifiReport = {
  readonly kind: 'wifi';
  readonly phone: string;
  readonly at: number;
  /** Both members are empty when the phone is on no network. */
  readonly ssid: string;
  readonly bssid: string;
};
export type Report = Fix | WifiReport;

/** Why a report says nothing about where the person is. */
export type IgnoredReason =
  | 'no-position'
  | 'inaccurate'
  | 'too-old'
  | 'repeated'
  | 'out-of-order'
  | 'too-fast';

/** The id of a place, `away`, or null while it is not known. */
export type Whereabouts = string | null;

/** The state that is kept for one phone. */
export type PhoneState = {
  readonly phone: string;
  /** When it last reported something that counts. */
  readonly at: number;
  readonly whereabouts: Whereabouts;
  readonly fix: Fix | null;
  readonly wifi: WifiReport | null;
  /** When it seems to have left, and whether a later fix confirmed it. */
  readonly outside: { readonly since: number; readonly isConfirmed: boolean } | null;
  /** The first and the last of fixes that came too fast after `fix` and agree with each other. */
  readonly jump: { readonly since: number; readonly last: Fix } | null;
};

/** Where a person is, as plain JSON. */
export type Presence = {
  readonly whereabouts: Whereabouts;
  /** The one that reported last is first. */
  readonly phones: readonly PhoneState[];
  readonly ignored: Readonly<Partial<Record<IgnoredReason, number>>>;
};
