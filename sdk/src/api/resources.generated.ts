// Generated from contract/ by `npm run generate`.
import type { CallOptions } from '../call.ts';
import type { List } from '../list.ts';
import type { ImageType } from '../methods.ts';
import type { AccountDeletion, AccountResult, Activity, ActivityList, AddedBridgeDevices, AddedChannel, Agent, AgentAgentStep, AgentAll, AgentAny, AgentCheck, AgentDefinition, AgentDeviceCondition, AgentDeviceTrigger, AgentIfStep, AgentIntervalTrigger, AgentList, AgentMisses, AgentNot, AgentNotifyStep, AgentPersonCondition, AgentPersonTrigger, AgentPropertyCondition, AgentPropertyTrigger, AgentReplacement, AgentRun, AgentSceneStep, AgentSceneTrigger, AgentSetStep, AgentSunCondition, AgentSunTrigger, AgentTemplate, AgentTimeCondition, AgentTimeTrigger, AgentVersion, AgentWaitStep, AgentWaitUntilStep, AgentWebhookStep, AgentWebhookTrigger, AgentWhyNot, Alarm, AlarmList, ApplicationDocument, ApplicationUpdate, AuthorizationPage, Bridge, BridgeCheck, BridgeDevice, BridgeDevices, BridgeList, CapturedSettings, CardElements, CardList, Channel, ChannelList, ChannelRecord, ChannelSubscriptions, ChannelsOfUser, ClaimedDevice, ClientVersion, Command, DeviceList, DeviceRecord, DeviceSecrets, EmailRequest, Energy, Event, EventPage, FoundDevice, Grant, History, HistoryList, HistoryPoint, HomeActivity, HomeActivityList, HomeTime, JsonSchema, LegacyUserRecord, MakerAccountId, MakerTokens, Manager, ManagerUpdate, ManagersChannels, NewChannel, NewPasskeyCredential, NotificationBrowser, NotificationSettings, OwnAccount, OwnSession, Passkey, PasskeyCreationOptions, PasskeyCredential, PasskeyRequestOptions, Place, PlaceList, Preferences, Presence, Profile, ProfileList, QuietHours, RecipeStep, Rehearsal, Scene, SceneIcon, SceneList, ScenePlay, SceneSettingInput, Service, ServiceActivation, ServiceList, ServiceSubscription, ServiceSubscriptionList, Shortcut, ShortcutList, ShortcutSuggestionList, StoredTemplates, SupportedModel, SupportedModelDetail, SupportedModelList, TagList, Template, TemplateList, Tile, TileGroup, TileGroupList, TileIcon, TileList, Timestamp, TokenMetadata, TokenRecord, UnitsTable, UnitsTableV2, UpdateCount, UploadResult, UserRecord, Value, ValueList, Worker, WorkerList } from './types.generated.ts';

/** The input of `accounts.create`. */
export interface AccountsCreateInput {
  /** The application’s `client_id`, or its namespace. */
  appId: string;
  /** `android` or `ios`; known apps also send `iphone`. */
  device?: "android" | "ios" | "iphone";
  /** The user’s e-mail; letter case and full-width characters do not matter. */
  email: string;
  /** The user’s name. */
  name: string;
  /** The application sets the minimum length, 8 characters by default; at most 256. */
  password: string;
  /** Always `account`. */
  type?: "account";
}

/** The input of `tokens.get`. */
export interface TokensGetInput {
  /** Token record id. */
  token_id: string;
}

/** The input of `tokens.delete`. */
export interface TokensDeleteInput {
  /** Token record id. */
  token_id: string;
}

/** The input of `passwordResets.send`. */
export interface PasswordResetsSendInput {
  /** The application’s `client_id`, or its namespace. */
  appId: string;
  /** The user’s e-mail. */
  email: string;
}

/** The input of `emailConfirmations.send`. */
export interface EmailConfirmationsSendInput {
  /** The application’s `client_id`, or its namespace. */
  appId: string;
  /** The user’s e-mail. */
  email: string;
}

/** The input of `ownAccount.prove`. */
export interface OwnAccountProveInput {
  /** Your current password. */
  password: string;
  /** A code of the authenticator, or a recovery code; needed when the second factor is on. */
  code?: string;
}

/** The input of `ownAccount.changePassword`. */
export interface OwnAccountChangePasswordInput {
  /** Your current password. */
  current_password: string;
  /** The new password. The application sets the minimum length; at most 256 characters. */
  password: string;
  /** Whether all your other sessions end. True by default. */
  sign_out_others?: boolean;
}

/** The input of `ownAccount.requestEmail`. */
export interface OwnAccountRequestEmailInput {
  /** The address. */
  email: string;
}

/** The input of `ownSessions.end`. */
export interface OwnSessionsEndInput {
  /** Id of one of your sessions. */
  session_id: string;
}

/** The input of `ownSecondFactor.confirm`. */
export interface OwnSecondFactorConfirmInput {
  /** The code that the authenticator shows. */
  code: string;
}

/** The input of `ownPasskeys.add`. */
export interface OwnPasskeysAddInput {
  /** The name that you gave it. */
  name: string;
  /** The JSON of the credential that the browser created. */
  credential: NewPasskeyCredential;
}

/** The input of `ownPasskeys.rename`. */
export interface OwnPasskeysRenameInput {
  /** Id of one of your passkeys. */
  passkey_id: string;
  /** The name that you gave it. */
  name: string;
}

/** The input of `ownPasskeys.remove`. */
export interface OwnPasskeysRemoveInput {
  /** Id of one of your passkeys. */
  passkey_id: string;
}

/** The input of `ownPasskeys.prove`. */
export interface OwnPasskeysProveInput {
  /** The JSON of the credential that the browser returned. */
  credential: PasskeyCredential;
}

/** The input of `passkeys.signIn`. */
export interface PasskeysSignInInput {
  /** Application client id. */
  client_id: string;
  /** Permissions, separated by comma or space; `application,user` by default. */
  scope?: string;
  /** The JSON of the credential that the browser returned. */
  credential: PasskeyCredential;
}

/** The input of `ownData.requestDeletion`. */
export interface OwnDataRequestDeletionInput {
  /** Your e-mail, to confirm that you mean this account. */
  email: string;
}

/** The input of `users.get`. */
export interface UsersGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `users.update`. */
export interface UsersUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The user’s name. */
  name?: string;
  /** An `https` URL or the URL of an upload; null restores the default picture. */
  photo?: string | null;
  /** The same as `photo`. */
  photoUrl?: string | null;
}

/** The input of `legacyUsers.get`. */
export interface LegacyUsersGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `legacyUsers.update`. */
export interface LegacyUsersUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The user’s name. */
  name?: string;
  /** An `https` URL or the URL of an upload; null restores the default picture. */
  photo?: string | null;
  /** The same as `photo`. */
  photoUrl?: string | null;
  /** Merged like `preferences.update`, with the same limits. A member that is null is removed. */
  preferences?: {
    /** `metric` or `imperial`; null for none. */
    units?: string | null;
    /** 12 or 24; null for none. */
    hourFormat?: number | null;
    /** Whether the app may share the location; null for no answer. */
    location_sharing?: boolean | null;
  };
}

/** The input of `preferences.get`. */
export interface PreferencesGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `preferences.update`. */
export interface PreferencesUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** `metric` or `imperial`. Shared with the legacy user record. */
  units?: string | null;
  /** `24h` or `12h`. Shared with the legacy user record, as its `hourFormat`. */
  hour_format?: string | null;
  /** The phone’s time zone: a name in the time zone database, e.g. `Europe/Lisbon`. */
  timezone?: string | null;
  /**
   * The time zone of the home, by which automations run: a name in the time zone database. Without it,
   * `homeTime.get` returns the one in use. Does not change unless it is sent.
   */
  home_timezone?: string | null;
  /** ISO 4217 code, e.g. `EUR`. */
  currency?: string | null;
  /** E.g. `pt`. */
  language?: string | null;
  /** E.g. `pt_PT`. */
  locale?: string | null;
  /** A string: with an object here, a known app fails to sign in. */
  notifications?: string | null;
  /**
   * Whether reports of the user’s location are accepted; true by default. Stays unchanged unless it is sent.
   */
  location_sharing?: boolean | null;
  /**
   * Ids of tiles and groups of lamps, in the person’s order, at most 100. A tile that was removed may still
   * be named. Stays unchanged unless it is sent.
   */
  favourites?: string[] | null;
  /**
   * The price of energy, for `energy.read`. Does not change unless it is sent; a `second` that is null
   * removes the second rate.
   */
  tariff?: {
    /** ISO 4217 code, e.g. `EUR`. */
    currency: string;
    /** Price of a kWh. */
    price: number;
    /** A second rate at certain times. An hour with both rates is shared by its minutes. */
    second?: {
      /** Price of a kWh at these times. */
      price: number;
      /** When it begins each day, e.g. `22:00`. */
      from: string;
      /** When it ends, e.g. `08:00`; before `from`, it is on the next day. */
      to: string;
      /** Whether it holds all Saturday and Sunday, too. */
      weekends: boolean;
    } | null;
  } | null;
  /**
   * Groups of lamps that Home shows as one tile, at most 50. A tile that was removed may still be named.
   * Stays unchanged unless it is sent.
   */
  lamp_groups?: Array<{
    /** Chosen by the application; `favourites` may name it. */
    id: string;
    /** The name on the tile. */
    name: string;
    /** The tiles of its lamps. */
    tiles: string[];
  }> | null;
  /**
   * Icons that the person chose for tiles, at most 100. A tile that was removed may still be named. Stays
   * unchanged unless it is sent.
   */
  tile_icons?: Array<{
    /** Tile id. */
    tile: string;
    /** What the device is, as the person sees it. */
    icon: TileIcon;
  }> | null;
}

/** The input of `preferences.replace`. */
export interface PreferencesReplaceInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** `metric` or `imperial`. Shared with the legacy user record. */
  units?: string | null;
  /** `24h` or `12h`. Shared with the legacy user record, as its `hourFormat`. */
  hour_format?: string | null;
  /** The phone’s time zone: a name in the time zone database, e.g. `Europe/Lisbon`. */
  timezone?: string | null;
  /**
   * The time zone of the home, by which automations run: a name in the time zone database. Without it,
   * `homeTime.get` returns the one in use. Does not change unless it is sent.
   */
  home_timezone?: string | null;
  /** ISO 4217 code, e.g. `EUR`. */
  currency?: string | null;
  /** E.g. `pt`. */
  language?: string | null;
  /** E.g. `pt_PT`. */
  locale?: string | null;
  /** A string: with an object here, a known app fails to sign in. */
  notifications?: string | null;
  /**
   * Whether reports of the user’s location are accepted; true by default. Stays unchanged unless it is sent.
   */
  location_sharing?: boolean | null;
  /**
   * Ids of tiles and groups of lamps, in the person’s order, at most 100. A tile that was removed may still
   * be named. Stays unchanged unless it is sent.
   */
  favourites?: string[] | null;
  /**
   * The price of energy, for `energy.read`. Does not change unless it is sent; a `second` that is null
   * removes the second rate.
   */
  tariff?: {
    /** ISO 4217 code, e.g. `EUR`. */
    currency: string;
    /** Price of a kWh. */
    price: number;
    /** A second rate at certain times. An hour with both rates is shared by its minutes. */
    second?: {
      /** Price of a kWh at these times. */
      price: number;
      /** When it begins each day, e.g. `22:00`. */
      from: string;
      /** When it ends, e.g. `08:00`; before `from`, it is on the next day. */
      to: string;
      /** Whether it holds all Saturday and Sunday, too. */
      weekends: boolean;
    } | null;
  } | null;
  /**
   * Groups of lamps that Home shows as one tile, at most 50. A tile that was removed may still be named.
   * Stays unchanged unless it is sent.
   */
  lamp_groups?: Array<{
    /** Chosen by the application; `favourites` may name it. */
    id: string;
    /** The name on the tile. */
    name: string;
    /** The tiles of its lamps. */
    tiles: string[];
  }> | null;
  /**
   * Icons that the person chose for tiles, at most 100. A tile that was removed may still be named. Stays
   * unchanged unless it is sent.
   */
  tile_icons?: Array<{
    /** Tile id. */
    tile: string;
    /** What the device is, as the person sees it. */
    icon: TileIcon;
  }> | null;
}

/** The input of `notifications.update`. */
export interface NotificationsUpdateInput {
  /** Which notifications are sent, and how. */
  kinds?: {
    /** Smoke, carbon monoxide, gas, a water leak, or a siren that sounds. */
    alarm?: {
      /** Whether the browsers get it. */
      push?: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail?: boolean;
    };
    /** A door, window or lock that has been left open for `open_minutes`. */
    open?: {
      /** Whether the browsers get it. */
      push?: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail?: boolean;
    };
    /** A device that has not answered for `unreachable_minutes`. */
    unreachable?: {
      /** Whether the browsers get it. */
      push?: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail?: boolean;
    };
    /** A battery that is nearly empty. */
    battery?: {
      /** Whether the browsers get it. */
      push?: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail?: boolean;
    };
    /** A device that was added to the home. */
    device?: {
      /** Whether the browsers get it. */
      push?: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail?: boolean;
    };
    /** Notifications of automations. */
    automation?: {
      /** Whether the browsers get it. */
      push?: boolean;
      /** Whether it is sent by e-mail, once the address is confirmed. */
      mail?: boolean;
    };
  };
  /** How long something is left open before it is sent, 1 to 1440 minutes. */
  open_minutes?: number;
  /** How long a device does not answer before it is sent, 1 to 1440 minutes. */
  unreachable_minutes?: number;
  /** When notifications wait. They are sent afterwards, if they are still true then. Null for never. */
  quiet_hours?: QuietHours | null;
}

/** The input of `notifications.addBrowser`. */
export interface NotificationsAddBrowserInput {
  /** The `endpoint` of the subscription. */
  endpoint: string;
  /** The `keys` of the subscription (RFC 8291). */
  keys: {
    /** The public key of the browser, in base64url. */
    p256dh: string;
    /** The authentication secret, in base64url. */
    auth: string;
  };
  /** A name for the list, e.g. `Chrome on Android`. */
  name: string;
}

/** The input of `notifications.removeBrowser`. */
export interface NotificationsRemoveBrowserInput {
  /** Id of the browser. */
  browser_id: string;
}

/** The input of `notifications.confirmMail`. */
export interface NotificationsConfirmMailInput {
  /** The six digits. */
  code: string;
}

/** The input of `notifications.test`. */
export interface NotificationsTestInput {
  /** Only to this browser. */
  browser_id?: string;
  /** To the confirmed e-mail address instead. */
  mail?: boolean;
}

/** The input of `places.list`. */
export interface PlacesListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `places.create`. */
export interface PlacesCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The user’s name for it. */
  name: string;
  /** Postal address; null for none. */
  address?: string | null;
  /** Degrees. */
  latitude?: number;
  /** Degrees. */
  longitude?: number;
  /** Networks by which a phone notices that it is there. */
  wifi?: Array<{
    /** Name of the network. */
    ssid: string;
    /** MAC address of the access point. */
    bssid: string;
  }>;
  /** How far from its position the place reaches, in meters; 150 if absent. Null removes it. */
  radius?: number | null;
}

/** The input of `places.update`. */
export interface PlacesUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** `home`, `work`, `gym`, `school`, or the id of another place. */
  place_id: string;
  /** The user’s name for it. */
  name?: string;
  /** Postal address; null for none. */
  address?: string | null;
  /** Degrees. */
  latitude?: number;
  /** Degrees. */
  longitude?: number;
  /** Networks by which a phone notices that it is there. */
  wifi?: Array<{
    /** Name of the network. */
    ssid: string;
    /** MAC address of the access point. */
    bssid: string;
  }>;
  /** How far from its position the place reaches, in meters; 150 if absent. Null removes it. */
  radius?: number | null;
}

/** The input of `places.remove`. */
export interface PlacesRemoveInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** `home`, `work`, `gym`, `school`, or the id of another place. */
  place_id: string;
}

/** The input of `homeTime.get`. */
export interface HomeTimeGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `presence.get`. */
export interface PresenceGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `tags.list`. */
export interface TagsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `surveys.respond`. */
export interface SurveysRespondInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Survey id. */
  id: string;
  /** The answers, one element for each question. */
  answers?: Array<{
    /** Question id. */
    id: string;
    /** The chosen or entered texts. */
    answer: string[];
  }>;
}

/** The input of `channels.list`. */
export interface ChannelsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /**
   * Comma-separated. Responses are complete without it. `context` includes the user’s context channel; the
   * other values that clients send (`channelProperties`, `capabilities`, `specs`) name parts that are always
   * included.
   */
  include?: string;
  /** Only channels with at least one property that has this flag. */
  type?: "triggerable" | "actionable" | "stateful";
  /**
   * Lists the properties of channels of the same kind only once, in `sharedProperties`. This makes the
   * response for a large home many times smaller.
   */
  properties?: "shared";
}

/** The input of `values.get`. */
export interface ValuesGetInput {
  /** Channel id. */
  channel_id: string;
  /** Component id. */
  component_id: string;
  /** Property id, or `access`. */
  property_id: string;
}

/** The input of `values.put`. */
export interface ValuesPutInput {
  /** Channel id. */
  channel_id: string;
  /** Component id. */
  component_id: string;
  /** Property id, or `access`. */
  property_id: string;
  /** Valid against the property’s schema. */
  data: unknown;
  /** Maximum number of seconds to wait for the command to be settled. */
  wait?: number;
}

/** The input of `values.history`. */
export interface ValuesHistoryInput {
  /** Channel id. */
  channel_id: string;
  /** Component id. */
  component_id: string;
  /** Property id, or `access`. */
  property_id: string;
  /** Start of the range (inclusive): ISO 8601 with an offset, or milliseconds since 1970. */
  from?: string;
  /**
   * End of the range (exclusive); the newest value by default. To get the next page, use the `timestamp` of
   * the last point.
   */
  to?: string;
  /**
   * Down-samples to one point per interval that has values: `15m`, `1h`, `1d`, `1w` and so on (from `1m` to
   * `366d`; whole hours above one hour). Intervals are counted from 1970 in UTC; with `tz`, intervals of a
   * day or longer begin at midnight in that time zone. A point has the minimum, average and maximum of
   * numbers, or the last value of any other type.
   */
  interval?: string;
  /** The home’s time zone, e.g. `Europe/Lisbon`, which decides when days begin. UTC by default. */
  tz?: string;
  /** Maximum number of points; 100 by default. */
  page_size?: number;
}

/** The input of `values.list`. */
export interface ValuesListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `values.historyList`. */
export interface ValuesHistoryListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Start of the range (inclusive): ISO 8601 with an offset, or milliseconds since 1970. */
  from?: string;
  /**
   * End of the range (exclusive); the newest value by default. To get the next page, use the `timestamp` of
   * the last point.
   */
  to?: string;
  /**
   * Down-samples to one point per interval that has values: `15m`, `1h`, `1d`, `1w` and so on (from `1m` to
   * `366d`; whole hours above one hour). Intervals are counted from 1970 in UTC; with `tz`, intervals of a
   * day or longer begin at midnight in that time zone. A point has the minimum, average and maximum of
   * numbers, or the last value of any other type.
   */
  interval?: string;
  /** The home’s time zone, e.g. `Europe/Lisbon`, which decides when days begin. UTC by default. */
  tz?: string;
  /** Maximum number of points; 100 by default. */
  page_size?: number;
  /** Only the history of this channel. */
  channel?: string;
}

/** The input of `activity.list`. */
export interface ActivityListInput {
  /** Channel id. */
  channel_id: string;
  /** Language in which automations say why they ran, e.g. `de`; the user’s language if absent. */
  language?: string;
  /**
   * End of the range (exclusive): ISO 8601 with an offset, or milliseconds since 1970; the newest by default.
   * To get the next page, use the `timestamp` of the last element.
   */
  to?: string;
  /**
   * Approximate number of elements; 50 by default. Elements of the same millisecond are always on the same
   * page.
   */
  page_size?: number;
}

/** The input of `activity.listOfHome`. */
export interface ActivityListOfHomeInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Language in which automations say why they ran, e.g. `de`; the user’s language if absent. */
  language?: string;
  /**
   * End of the range (exclusive): ISO 8601 with an offset, or milliseconds since 1970; the newest by default.
   * To get the next page, use the `timestamp` of the last element.
   */
  to?: string;
  /**
   * Approximate number of elements; 50 by default. Elements of the same millisecond are always on the same
   * page.
   */
  page_size?: number;
  /**
   * Only what people and applications changed, scenes included, what devices reported, devices that were
   * added and removed, or alarms that began, were acknowledged, and ended. Without it, alarms are only the
   * values that raised and ended them.
   */
  kind?: "changes" | "reports" | "devices" | "alarms";
  /** Only what this user did; a user id. */
  by?: string;
  /** Only devices with a tile in this area or group. */
  group?: string;
}

/** The input of `energy.read`. */
export interface EnergyReadInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The length of a bar: `hour` by default, at most 800 bars; `day`, 400; or `month`, 120. */
  interval?: "hour" | "day" | "month";
  /**
   * Bars that begin from this time on: ISO 8601 with an offset, or milliseconds since 1970. By default the
   * beginning of the day, month or year of the last bar, for hours, days and months.
   */
  from?: string;
  /** Bars that begin before this time; now by default. */
  to?: string;
  /** The IANA time zone of days, months and tariff; by default that of the preferences, or UTC. */
  tz?: string;
  /** Only this device; a channel id. */
  channel?: string;
  /** Only devices with a tile in this area or group; meters of the home only if it has no other. */
  group?: string;
}

/** The input of `alarms.list`. */
export interface AlarmsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /**
   * Only alarms that started before: ISO 8601 with an offset, or milliseconds since 1970. To get the next
   * page, use the `started` of the last element.
   */
  to?: string;
  /**
   * Approximate number of elements; 50 by default. Alarms of the same millisecond are always on the same
   * page.
   */
  page_size?: number;
}

/** The input of `alarms.see`. */
export interface AlarmsSeeInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Alarm id. */
  alarm_id: string;
}

/** The input of `commands.get`. */
export interface CommandsGetInput {
  /** Command id. */
  command_id: string;
}

/** The input of `events.list`. */
export interface EventsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** A cursor. */
  after?: string;
  /** Seconds to wait for new events (long polling). */
  wait?: number;
  /** Maximum number of events; 100 by default. */
  page_size?: number;
}

/** The input of `tiles.list`. */
export interface TilesListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /**
   * Comma-separated. Responses are complete without it. `context` includes the user’s context channel; the
   * other values that clients send (`channelProperties`, `capabilities`, `specs`) name parts that are always
   * included.
   */
  include?: string;
  /** Only channels with at least one property that has this flag. */
  type?: "triggerable" | "actionable" | "stateful";
  /** Comma-separated tile ids to leave out; may be empty. */
  exclude?: string;
}

/** The input of `tiles.get`. */
export interface TilesGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Tile id. */
  tile_id: string;
}

/** The input of `tiles.update`. */
export interface TilesUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Tile id. */
  tile_id: string;
  /** Name of the tile. */
  label?: string;
  /**
   * Ids of the user’s areas and groups. They replace the previous ones; an empty list means the default area.
   */
  groups?: string[];
  /**
   * Its position among the tiles of its first area or group, from 0. A value that is too large means the end.
   */
  position?: number;
  /**
   * Sets `photoUrl` for this user: an `https` URL or the URL of an upload; null restores the channel
   * template’s picture.
   */
  photo?: string | null;
}

/** The input of `tiles.remove`. */
export interface TilesRemoveInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Tile id. */
  tile_id: string;
}

/** The input of `tileGroups.list`. */
export interface TileGroupsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Comma-separated. `unsorted`, the default area, is always included. */
  include?: string;
}

/** The input of `tileGroups.create`. */
export interface TileGroupsCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Name of the area or group. */
  label: string;
  /** The area that contains it. Null or an empty string makes it an area. */
  parent?: string | null;
  /** Position among the others, from 0. A value that is too large means the end. */
  position?: number;
}

/** The input of `tileGroups.get`. */
export interface TileGroupsGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Id of an area or a group. */
  group_id: string;
}

/** The input of `tileGroups.update`. */
export interface TileGroupsUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Id of an area or a group. */
  group_id: string;
  /** Name of the area or group. */
  label?: string;
  /** The area that contains it. Null or an empty string makes it an area. */
  parent?: string | null;
  /** Position among the others, from 0. A value that is too large means the end. */
  position?: number;
}

/** The input of `tileGroups.remove`. */
export interface TileGroupsRemoveInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Id of an area or a group. */
  group_id: string;
}

/** The input of `tileGroups.tiles`. */
export interface TileGroupsTilesInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Id of an area or a group. */
  group_id: string;
}

/** The input of `tileGroups.tile`. */
export interface TileGroupsTileInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Id of an area or a group. */
  group_id: string;
  /** Tile id. */
  tile_id: string;
}

/** The input of `managers.get`. */
export interface ManagersGetInput {
  /** The manager’s own `client_id`. */
  manager_id: string;
}

/** The input of `managers.update`. */
export interface ManagersUpdateInput {
  /** The manager’s own `client_id`. */
  manager_id: string;
  /** Returns where a person signs in at the maker. An https URL; null removes it. */
  authorize?: string | null;
  /** Receives the credentials that the maker issued to the person. An https URL; null removes it. */
  receive_token?: string | null;
  /** Lists the devices of the person. An https URL; null removes it. */
  devices_list?: string | null;
  /** Adds the devices that the person chose. An https URL; null removes it. */
  select_device?: string | null;
}

/** The input of `managers.storeTemplates`. */
export interface ManagersStoreTemplatesInput {
  /** The manager’s own `client_id`. */
  manager_id: string;
  /** Channel templates, as in template files. */
  templates: Array<Record<string, unknown>>;
}

/** The input of `managers.channels`. */
export interface ManagersChannelsInput {
  /** The manager’s own `client_id`. */
  manager_id: string;
  /** A value, or `eq/value/s`, or `in/["a","b"]/j`. */
  "channel.id"?: string;
  /** A value, or `eq/value/s`, or `in/["a","b"]/j`. */
  "channel.channeltemplate_id"?: string;
  /** A value, or `eq/value/s`, or `in/["a","b"]/j`. */
  "channel.name"?: string;
  /** A value, or `eq/value/s`, or `in/["a","b"]/j`. */
  "channel.remote_key"?: string;
  /** Comma-separated members to return, e.g. `channel.id`. */
  fields?: string;
  /** `channel.id`, or `-channel.id`. */
  order_by?: string;
  /** Maximum number of elements; 1,000 by default, at most 10,000. */
  page_size?: string;
  /** Number of elements to skip, in the order of the ids. */
  page_start_index?: string;
}

/** The input of `bridges.check`. */
export interface BridgesCheckInput {
  /**
   * The system that the bridge connects. `zigbee2mqtt` is a Zigbee2MQTT with its MQTT server.
   * `mqtt-discovery` is an MQTT server on which devices announce themselves as for Home Assistant.
   */
  type: "zigbee2mqtt" | "mqtt-discovery";
  /**
   * Address of the MQTT server: `mqtt://host[:port]`, or `mqtts`, `ws` or `wss`. Without a user and password.
   */
  mqtt_url: string;
  /** User at the MQTT server, if it needs one. */
  username?: string;
  /** Password there. It is stored sealed and never returned. */
  password?: string;
  /**
   * The `base_topic` in the settings of Zigbee2MQTT, `zigbee2mqtt` by default; or the discovery prefix of the
   * devices, `homeassistant` by default.
   */
  base_topic?: string;
}

/** The input of `bridges.create`. */
export interface BridgesCreateInput {
  /**
   * The system that the bridge connects. `zigbee2mqtt` is a Zigbee2MQTT with its MQTT server.
   * `mqtt-discovery` is an MQTT server on which devices announce themselves as for Home Assistant.
   */
  type: "zigbee2mqtt" | "mqtt-discovery";
  /**
   * Address of the MQTT server: `mqtt://host[:port]`, or `mqtts`, `ws` or `wss`. Without a user and password.
   */
  mqtt_url: string;
  /** User at the MQTT server, if it needs one. */
  username?: string;
  /** Password there. It is stored sealed and never returned. */
  password?: string;
  /**
   * The `base_topic` in the settings of Zigbee2MQTT, `zigbee2mqtt` by default; or the discovery prefix of the
   * devices, `homeassistant` by default.
   */
  base_topic?: string;
  /** A name; by default that of its type. */
  name?: string;
}

/** The input of `bridges.get`. */
export interface BridgesGetInput {
  /** Bridge id. */
  bridge_id: string;
}

/** The input of `bridges.remove`. */
export interface BridgesRemoveInput {
  /** Bridge id. */
  bridge_id: string;
}

/** The input of `bridges.devices`. */
export interface BridgesDevicesInput {
  /** Bridge id. */
  bridge_id: string;
  /** `next` of the page before. */
  after?: string;
}

/** The input of `bridges.addDevices`. */
export interface BridgesAddDevicesInput {
  /** Bridge id. */
  bridge_id: string;
  /** The devices to add. */
  devices: Array<{
    /** Id of the device’s channel. */
    id: string;
    /** A new name for it. */
    name?: string;
    /** The area or tile group of the person for its tiles. */
    group_id?: string;
  }>;
}

/** The input of `applications.get`. */
export interface ApplicationsGetInput {
  /** The application’s own `client_id`. */
  application_id: string;
}

/** The input of `applications.update`. */
export interface ApplicationsUpdateInput {
  /** The application’s own `client_id`. */
  application_id: string;
  /** Addresses by name, at most 20; they replace those before. Null removes them. */
  quote_actions?: Record<string, string> | null;
}

/** The input of `channelRecords.get`. */
export interface ChannelRecordsGetInput {
  /** Channel id. */
  channel_id: string;
}

/** The input of `channelRecords.update`. */
export interface ChannelRecordsUpdateInput {
  /** Channel id. */
  channel_id: string;
  /** The new name. Only the first 200 characters are kept. */
  name?: string;
  /** The channel template that it gets. */
  channeltemplate_id?: string;
}

/** The input of `channelRecords.remove`. */
export interface ChannelRecordsRemoveInput {
  /** Channel id. */
  channel_id: string;
}

/** The input of `channelRecords.subscriptions`. */
export interface ChannelRecordsSubscriptionsInput {
  /** Channel id. */
  channel_id: string;
}

/** The input of `channelRecords.ofUser`. */
export interface ChannelRecordsOfUserInput {
  /** User id. */
  user_id: string;
  /** Channel id. */
  channel_id: string;
}

/** The input of `devices.createChannel`. */
export interface DevicesCreateChannelInput {
  /** Channel template id. */
  channeltemplate_id: string;
  /** The template’s name by default. Only the first 200 characters are kept. */
  name?: string | null;
  /** The maker’s own id for the device. */
  remote_key?: string;
}

/** The input of `grants.create`. */
export interface GrantsCreateInput {
  /** Channel id. */
  channel_id: string;
  /** The application’s id or the user’s. */
  client_id: string;
  /** Whether `client_id` is an application or a user. */
  role: "application" | "user";
  /** The application for which the grant is. */
  requesting_client_id?: string;
  /** The maker’s own id for the device. */
  remote_key?: string;
}

/** The input of `applicationDevices.list`. */
export interface ApplicationDevicesListInput {
  /** Part of the device’s name, id or namespace, or of the user’s name or e-mail. */
  search?: string;
  /** Only devices to be claimed. */
  claim?: "open";
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
  /** Only the devices of this user. */
  user_id?: string;
}

/** The input of `applicationDevices.create`. */
export interface ApplicationDevicesCreateInput {
  /** Template id; its newest version is used. */
  channeltemplate_id: string;
  /** The user who gets the device. Without it, the device gets a claim code. */
  user_id?: string;
  /** The template’s name by default. */
  name?: string;
  /** Whether a new connection of the device ends its older ones. */
  single_connection?: boolean;
  /** Days until the claim code expires; never by default. */
  claim_days?: number;
}

/** The input of `applicationDevices.get`. */
export interface ApplicationDevicesGetInput {
  /** The device’s `client_id`. */
  device_id: string;
}

/** The input of `applicationDevices.update`. */
export interface ApplicationDevicesUpdateInput {
  /** The device’s `client_id`. */
  device_id: string;
  /** Its new name. */
  name?: string;
  /** Whether it may connect. */
  state?: "enabled" | "disabled";
  /** Whether a new connection of the device ends its older ones. */
  single_connection?: boolean;
}

/** The input of `applicationDevices.rotateSecret`. */
export interface ApplicationDevicesRotateSecretInput {
  /** The device’s `client_id`. */
  device_id: string;
  /** End the previous secret now. By default it works for 24 more hours. */
  immediately?: boolean;
}

/** The input of `applicationDevices.newClaimCode`. */
export interface ApplicationDevicesNewClaimCodeInput {
  /** The device’s `client_id`. */
  device_id: string;
  /** Days until the claim code expires; never by default. */
  claim_days?: number;
}

/** The input of `applicationDevices.remove`. */
export interface ApplicationDevicesRemoveInput {
  /** The device’s `client_id`. */
  device_id: string;
}

/** The input of `claims.use`. */
export interface ClaimsUseInput {
  /** The claim code of the device. */
  code: string;
}

/** The input of `makerCredentials.swap`. */
export interface MakerCredentialsSwapInput {
  /** The manager’s `client_id`; only its own. */
  manager_id: string;
  /** The application. */
  client_id: string;
  /** The user. */
  owner_id: string;
  /** The credentials that the maker gave the user. */
  credentials: {
    /** The maker’s access token. */
    access_token: string;
  };
}

/** The input of `makerCredentials.store`. */
export interface MakerCredentialsStoreInput {
  /** The manager’s `client_id`; only its own. */
  manager_id: string;
  /** The application. */
  client_id: string;
  /** The user. */
  owner_id: string;
  /** Channel template id. */
  channeltemplate_id: string;
  /** An object: the maker’s whole token answer. */
  credentials: unknown;
}

/** The input of `makerCredentials.refresh`. */
export interface MakerCredentialsRefreshInput {
  /** The manager’s `client_id`; only its own. */
  manager_id: string;
  /** A request with `method`, `url` and `headers`, or an array of them, sent one after another. */
  location: unknown;
}

/** The input of `schemas.get`. */
export interface SchemasGetInput {
  /** Schema name, e.g. `on-off`. */
  schema_name: string;
}

/** The input of `templates.list`. */
export interface TemplatesListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Comma-separated members, each with the prefix `+` or `-`; may be repeated. */
  order_by?: string;
  /** Only these members, comma-separated. */
  fields?: string;
  /** Maximum number of elements. */
  page_size?: string;
  /** Number of elements to skip. */
  page_start_index?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  order_index?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  recipe_id?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.id"?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.name"?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.type"?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.vendor"?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.model"?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.kind"?: string;
  /** A value, or `operator/value/type`, e.g. `like/%plug%/s`. */
  "template.additionable"?: string;
}

/** The input of `templates.get`. */
export interface TemplatesGetInput {
  /** Channel template id. */
  template_id: string;
}

/** The input of `supportedModels.search`. */
export interface SupportedModelsSearchInput {
  /** Words, e.g. `hue bulb`. */
  search?: string;
  /** Only models of this kind. */
  kind?: string;
  /** Number of models to skip. */
  page_start_index?: number;
  /** Models on a page. */
  page_size?: number;
}

/** The input of `supportedModels.get`. */
export interface SupportedModelsGetInput {
  /** Channel template id of the model. */
  template_id: string;
}

/** The input of `pairing.authorize`. */
export interface PairingAuthorizeInput {
  /** Channel template id. */
  template_id: string;
  /**
   * Where the page finally redirects: a URL at one of the application’s origins or the platform’s own.
   * Without it, the same as for `GET`.
   */
  redirect_uri?: string;
}

/** The input of `pairing.found`. */
export interface PairingFoundInput {
  /** Channel template id. */
  template_id: string;
}

/** The input of `pairing.add`. */
export interface PairingAddInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Channel template id. */
  profile: string;
  /** The devices to add. */
  channels: Array<{
    /** Id of a found device. */
    id: string;
    /** A new name for it. */
    content?: string;
  }>;
}

/** The input of `recipes.meta`. */
export interface RecipesMetaInput {
  /** Recipe id. */
  recipe_id: string;
}

/** The input of `recipes.execute`. */
export interface RecipesExecuteInput {
  /** Recipe id. */
  recipe_id: string;
  /** Step id. */
  step_id: string;
  /** Channel template id. */
  channeltemplate_id: string;
  /** The signed-in user. */
  owner_id?: string;
  /** The application. */
  client_id?: string;
  /** Known apps send `mz_wl_add_device_process`. */
  process?: string;
  /** The devices that the app shows. */
  devices?: Array<{
    /** Id of the device. */
    id?: string;
  }>;
}

/** The input of `services.list`. */
export interface ServicesListInput {
  /** Known apps send `tutorial`. */
  include?: string;
}

/** The input of `services.subscriptions`. */
export interface ServicesSubscriptionsInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `services.subscribe`. */
export interface ServicesSubscribeInput {
  /** Service id. */
  service_id: string;
  /** Always `subscribe`. */
  op: "subscribe";
}

/** The input of `services.update`. */
export interface ServicesUpdateInput {
  /** Service id. */
  service_id: string;
  /** An https URL; null removes it. */
  activation_uri?: string | null;
}

/** The input of `versions.get`. */
export interface VersionsGetInput {
  /** `android` or `ios`. */
  platform: string;
  /** For example `3.5.2`. */
  version: string;
}

/** The input of `workers.list`. */
export interface WorkersListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `workers.create`. */
export interface WorkersCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The user’s name for it. */
  label: string;
  /** When it runs. */
  triggers?: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The choices of the rule editor. The first element contains the rule. */
    choices: unknown[];
  }>;
  /** Only if. */
  states?: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The choices of the rule editor. The first element contains the rule. */
    choices: unknown[];
  }>;
  /** What it does. */
  actions?: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The choices of the rule editor. The first element contains the rule. */
    choices: unknown[];
  }>;
}

/** The input of `workers.get`. */
export interface WorkersGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  worker_id: string;
}

/** The input of `workers.replace`. */
export interface WorkersReplaceInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  worker_id: string;
  /** The user’s name for it. */
  label: string;
  /** When it runs. */
  triggers?: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The choices of the rule editor. The first element contains the rule. */
    choices: unknown[];
  }>;
  /** Only if. */
  states?: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The choices of the rule editor. The first element contains the rule. */
    choices: unknown[];
  }>;
  /** What it does. */
  actions?: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The choices of the rule editor. The first element contains the rule. */
    choices: unknown[];
  }>;
}

/** The input of `workers.update`. */
export interface WorkersUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  worker_id: string;
  /** Whether it runs. */
  enabled: boolean;
}

/** The input of `workers.remove`. */
export interface WorkersRemoveInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  worker_id: string;
}

/** The input of `workers.play`. */
export interface WorkersPlayInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  worker_id: string;
}

/** The input of `agents.list`. */
export interface AgentsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agents.get`. */
export interface AgentsGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agents.create`. */
export interface AgentsCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Name of the automation, for people. */
  label: string;
  /** Whether it runs; true if absent. */
  enabled?: boolean;
  /**
   * What happens if it is triggered while it is running: `single` (the default) ignores the trigger,
   * `restart` starts again, `queued` runs afterwards, `parallel` runs both. At most 10 runs are active or
   * queued.
   */
  mode?: "single" | "restart" | "queued" | "parallel";
  /** The triggers, any of which starts it. Without one, it only runs when it is played. */
  when: Array<AgentPropertyTrigger | AgentTimeTrigger | AgentSunTrigger | AgentIntervalTrigger | AgentPersonTrigger | AgentDeviceTrigger | AgentWebhookTrigger | AgentSceneTrigger>;
  /** The condition that must be true. If it is unknown, the automation does not run. */
  onlyIf?: AgentPropertyCondition | AgentTimeCondition | AgentSunCondition | AgentPersonCondition | AgentDeviceCondition | AgentAll | AgentAny | AgentNot;
  /** The steps, in this order. */
  then: Array<AgentSetStep | AgentWaitStep | AgentWaitUntilStep | AgentNotifyStep | AgentWebhookStep | AgentSceneStep | AgentAgentStep | AgentIfStep>;
  /** The shortest time between the beginnings of two runs. ISO 8601, from `PT1S` to `P30D`. */
  atMostEvery?: string;
  /**
   * How late a property may be set after an interruption of the server: `skip-after:` and a duration, or
   * `always`. If absent, it is `skip-after:PT15M`, and `always` for steps that end what an earlier one began.
   */
  late?: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
  /** Stores it although it never ends. */
  allow?: "loop";
  /** `api` if absent. */
  origin?: "web" | "api" | "template";
}

/** The input of `agents.replace`. */
export interface AgentsReplaceInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Name of the automation, for people. */
  label: string;
  /** Whether it runs; true if absent. */
  enabled?: boolean;
  /**
   * What happens if it is triggered while it is running: `single` (the default) ignores the trigger,
   * `restart` starts again, `queued` runs afterwards, `parallel` runs both. At most 10 runs are active or
   * queued.
   */
  mode?: "single" | "restart" | "queued" | "parallel";
  /** The triggers, any of which starts it. Without one, it only runs when it is played. */
  when: Array<AgentPropertyTrigger | AgentTimeTrigger | AgentSunTrigger | AgentIntervalTrigger | AgentPersonTrigger | AgentDeviceTrigger | AgentWebhookTrigger | AgentSceneTrigger>;
  /** The condition that must be true. If it is unknown, the automation does not run. */
  onlyIf?: AgentPropertyCondition | AgentTimeCondition | AgentSunCondition | AgentPersonCondition | AgentDeviceCondition | AgentAll | AgentAny | AgentNot;
  /** The steps, in this order. */
  then: Array<AgentSetStep | AgentWaitStep | AgentWaitUntilStep | AgentNotifyStep | AgentWebhookStep | AgentSceneStep | AgentAgentStep | AgentIfStep>;
  /** The shortest time between the beginnings of two runs. ISO 8601, from `PT1S` to `P30D`. */
  atMostEvery?: string;
  /**
   * How late a property may be set after an interruption of the server: `skip-after:` and a duration, or
   * `always`. If absent, it is `skip-after:PT15M`, and `always` for steps that end what an earlier one began.
   */
  late?: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
  /** Stores it although it never ends. */
  allow?: "loop";
}

/** The input of `agents.update`. */
export interface AgentsUpdateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Its name. */
  label?: string;
  /** Whether it runs. */
  enabled?: boolean;
}

/** The input of `agents.remove`. */
export interface AgentsRemoveInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
}

/** The input of `agents.reorder`. */
export interface AgentsReorderInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation ids. */
  order: string[];
}

/** The input of `agents.check`. */
export interface AgentsCheckInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The definition of an automation: *when* something happens, *only if* something is true, *then* steps. */
  definition: AgentDefinition;
  /** Id of the automation that the definition would replace. */
  agent?: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agents.replaceDevice`. */
export interface AgentsReplaceDeviceInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Channel id of the device that is replaced. */
  from: string;
  /** Channel id of the device that takes its place. */
  to: string;
  /** Changes the automations that fit. Otherwise nothing is stored. */
  apply?: boolean;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agents.templates`. */
export interface AgentsTemplatesInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agentVersions.list`. */
export interface AgentVersionsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agentVersions.restore`. */
export interface AgentVersionsRestoreInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Number of the version. */
  version: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agentRuns.list`. */
export interface AgentRunsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
  /** Id of a run: only earlier ones. */
  before?: string;
  /** How many runs; 20 if absent. */
  page_size?: number;
}

/** The input of `agentRuns.get`. */
export interface AgentRunsGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Id of the run. */
  run_id: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agentRuns.misses`. */
export interface AgentRunsMissesInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agentRuns.play`. */
export interface AgentRunsPlayInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** Whether its conditions are checked; false if absent. */
  conditions?: boolean;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `agentRuns.signingKey`. */
export interface AgentRunsSigningKeyInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
}

/** The input of `agentRuns.createHook`. */
export interface AgentRunsCreateHookInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
}

/** The input of `agentRuns.removeHook`. */
export interface AgentRunsRemoveHookInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
}

/** The input of `agentRuns.callHook`. */
export interface AgentRunsCallHookInput {
  /** The key in the address. */
  hook_key: string;
}

/** The input of `rehearsals.create`. */
export interface RehearsalsCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The definition of an automation: *when* something happens, *only if* something is true, *then* steps. */
  definition: AgentDefinition;
  /** Id of the automation that the definition would replace. */
  agent?: string;
  /** How many days to look back; 7 if absent. */
  days?: number;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `rehearsals.whyNot`. */
export interface RehearsalsWhyNotInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Automation id. */
  agent_id: string;
  /** A time: ISO 8601 with an offset, or milliseconds since 1970. */
  at: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `scenes.list`. */
export interface ScenesListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `scenes.get`. */
export interface ScenesGetInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Scene id. */
  scene_id: string;
}

/** The input of `scenes.create`. */
export interface ScenesCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The user’s name for it. */
  label: string;
  /** The picture that apps draw. */
  icon?: SceneIcon;
  /** Whether apps show it on a watch. */
  show_in_watch?: boolean;
  /** The settings of the scene, in this order. A property can be set only once. */
  settings: SceneSettingInput[];
}

/** The input of `scenes.replace`. */
export interface ScenesReplaceInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Scene id. */
  scene_id: string;
  /** The user’s name for it. */
  label: string;
  /** The picture that apps draw. */
  icon?: SceneIcon;
  /** Whether apps show it on a watch. */
  show_in_watch?: boolean;
  /** The settings of the scene, in this order. A property can be set only once. */
  settings: SceneSettingInput[];
}

/** The input of `scenes.remove`. */
export interface ScenesRemoveInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Scene id. */
  scene_id: string;
}

/** The input of `scenes.play`. */
export interface ScenesPlayInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Scene id. */
  scene_id: string;
  /** How many seconds to wait for the devices to answer. Default: 0. */
  wait?: number;
}

/** The input of `scenes.reorder`. */
export interface ScenesReorderInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Scene ids. */
  order: string[];
}

/** The input of `scenes.capture`. */
export interface ScenesCaptureInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Tile ids. */
  tiles: string[];
}

/** The input of `shortcuts.list`. */
export interface ShortcutsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `shortcuts.suggestions`. */
export interface ShortcutsSuggestionsInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `shortcuts.create`. */
export interface ShortcutsCreateInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** The user’s name for it. */
  label: string;
  /** Whether apps show it on a watch. */
  showInWatch?: boolean;
  /** The settings, in this order. */
  actions: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The setting in words. */
    label?: string;
    /** The choices of the rule editor. The first element contains the setting. */
    choices: unknown[];
  }>;
}

/** The input of `shortcuts.replace`. */
export interface ShortcutsReplaceInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Scene id. */
  scene_id: string;
  /** The user’s name for it. */
  label: string;
  /** Whether apps show it on a watch. */
  showInWatch?: boolean;
  /** The settings, in this order. */
  actions: Array<{
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** The setting in words. */
    label?: string;
    /** The choices of the rule editor. The first element contains the setting. */
    choices: unknown[];
  }>;
}

/** The input of `cards.list`. */
export interface CardsListInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `cards.listLegacy`. */
export interface CardsListLegacyInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `cards.clear`. */
export interface CardsClearInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
}

/** The input of `cards.answer`. */
export interface CardsAnswerInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Card id. */
  card_id: string;
}

/** The input of `cards.view`. */
export interface CardsViewInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Card id. */
  card_id: string;
  /** Advertisement id. */
  ad_id: string;
}

/** The input of `cards.click`. */
export interface CardsClickInput {
  /** Id of the user; by default `me`, the signed-in user. */
  user_id?: string;
  /** Card id. */
  card_id: string;
  /** Advertisement id. */
  ad_id: string;
}

/** The operations of `accounts`. */
export interface AccountsResource {
  /**
   * Create a user with e-mail. Creates a user of the application and signs the user in. If the operator
   * requires confirmed e-mail addresses (`CONFIRM_EMAIL`, off by default), the token is refused and signing
   * in fails with `email_unconfirmed` until the link in a mail is opened. If `Accept-Language` prefers
   * German, English, French, Portuguese or Spanish, the default area is named in that language, and mails and
   * notifications are in it until the user’s preferences name another.
   *
   * `POST /v3/legacy/account`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `weak_password`, `user_exists`.
   */
  create(input: AccountsCreateInput, options?: CallOptions): Promise<AccountResult>;
}

/** The operations of `tokens`. */
export interface TokensResource {
  /**
   * Read a token record. Does not include the tokens themselves, which are not stored.
   *
   * `GET /v3/tokens/{token_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  get(input: TokensGetInput, options?: CallOptions): Promise<TokenMetadata>;
  /**
   * Sign out. Revokes the sign-in of this token, with all its access and refresh tokens.
   *
   * `DELETE /v3/tokens/{token_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  delete(input: TokensDeleteInput, options?: CallOptions): Promise<void>;
}

/** The operations of `passwordResets`. */
export interface PasswordResetsResource {
  /**
   * Request a password reset link by e-mail. The response is the same whether or not a user with this e-mail
   * exists. The link works once and for one hour; a newer link replaces it.
   *
   * `POST /v3/legacy/sendreset`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  send(input: PasswordResetsSendInput, options?: CallOptions): Promise<{
    /** Human-readable result text. */
    message: string;
    /** Always true, whether or not there is such a user. */
    success: true;
  }>;
}

/** The operations of `emailConfirmations`. */
export interface EmailConfirmationsResource {
  /**
   * Send the link to confirm an e-mail again. For accounts that cannot sign in before their address is
   * confirmed. The response is the same whether or not there is such an account.
   *
   * `POST /v3/account/email/confirmation`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  send(input: EmailConfirmationsSendInput, options?: CallOptions): Promise<{
    /** Human-readable result text. */
    message: string;
    /** Always true, whether or not there is such a user. */
    success: true;
  }>;
}

/** The operations of `ownAccount`. */
export interface OwnAccountResource {
  /**
   * Read your account. How you sign in, and pending confirmations.
   *
   * `GET /v3/account`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  get(input?: Record<string, never>, options?: CallOptions): Promise<OwnAccount>;
  /**
   * Confirm your password again. Allows this session, for ten minutes, the changes that otherwise fail with
   * `proof_required`. Failures are limited like those of signing in.
   *
   * `POST /v3/account/proof`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  prove(input: OwnAccountProveInput, options?: CallOptions): Promise<{
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    expires: Timestamp;
  }>;
  /**
   * Change your password. Ends all other sessions, unless `sign_out_others` is false. With a second factor, a
   * proof is also required.
   *
   * `PUT /v3/account/password`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `weak_password`, `proof_required`.
   */
  changePassword(input: OwnAccountChangePasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Change or confirm your e-mail. Sends a link to the new address, and a notice to the current one. Nothing
   * changes until the link is opened; it expires after a day, or when the password changes. A new request
   * replaces an earlier one. If you send your current address, it is only confirmed.
   *
   * `PUT /v3/account/email-request`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `user_exists`.
   */
  requestEmail(input: OwnAccountRequestEmailInput, options?: CallOptions): Promise<EmailRequest>;
  /**
   * Cancel the change of your e-mail. The link that was sent stops working.
   *
   * `DELETE /v3/account/email-request`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  cancelEmail(input?: Record<string, never>, options?: CallOptions): Promise<void>;
}

/** The operations of `ownSessions`. */
export interface OwnSessionsResource {
  /**
   * List where you are signed in. The last used first, at most 100.
   *
   * `GET /v3/account/sessions`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** Your active sessions. */
    sessions: OwnSession[];
    /** Number of active sessions. */
    total: number;
  }, OwnSession>;
  /**
   * End one of your sessions. Signs out another browser or app, and its live connections within seconds.
   *
   * `DELETE /v3/account/sessions/{session_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `not_found`.
   */
  end(input: OwnSessionsEndInput, options?: CallOptions): Promise<void>;
  /**
   * Sign out everywhere else. Ends all your sessions except the current one.
   *
   * `DELETE /v3/account/sessions`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`.
   */
  endOthers(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** Number of sessions that ended. */
    ended: number;
  }>;
}

/** The operations of `ownSecondFactor`. */
export interface OwnSecondFactorResource {
  /**
   * Start setting up an authenticator. Returns the secret for it. Nothing changes until you confirm it with a
   * code.
   *
   * `POST /v3/account/second-factor`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `already_there`.
   */
  begin(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** Base32, for typing. */
    secret: string;
    /** `otpauth://totp/…`, for a QR code. */
    uri: string;
  }>;
  /**
   * Confirm the authenticator with a code. From now on, signing in asks for a code. Ends all your other
   * sessions.
   *
   * `PUT /v3/account/second-factor`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `already_there`.
   */
  confirm(input: OwnSecondFactorConfirmInput, options?: CallOptions): Promise<{
    /** Each works once. Shown only once. */
    recovery_codes: string[];
  }>;
  /**
   * Turn off the second factor. Removes the authenticator and the recovery codes.
   *
   * `DELETE /v3/account/second-factor`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `not_found`.
   */
  remove(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /**
   * Get new recovery codes. The earlier codes stop working.
   *
   * `POST /v3/account/recovery-codes`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `not_found`.
   */
  renewCodes(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** Each works once. Shown only once. */
    recovery_codes: string[];
  }>;
}

/** The operations of `ownPasskeys`. */
export interface OwnPasskeysResource {
  /**
   * List your passkeys. The newest last, at most 20.
   *
   * `GET /v3/account/passkeys`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** Your passkeys. */
    passkeys: Passkey[];
  }, Passkey>;
  /**
   * Start to add a passkey. Returns the options for `navigator.credentials.create`, with a challenge that
   * works once within five minutes. A new one replaces an earlier one.
   *
   * `POST /v3/account/passkeys/challenge`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `passkeys_unavailable`, `quota_exceeded`.
   */
  begin(input?: Record<string, never>, options?: CallOptions): Promise<PasskeyCreationOptions>;
  /**
   * Add the passkey that the browser created. From now on you can sign in with it, without password and code.
   *
   * `POST /v3/account/passkeys`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `passkeys_unavailable`, `already_there`, `quota_exceeded`.
   */
  add(input: OwnPasskeysAddInput, options?: CallOptions): Promise<Passkey>;
  /**
   * Rename a passkey. Only you see the name.
   *
   * `PATCH /v3/account/passkeys/{passkey_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  rename(input: OwnPasskeysRenameInput, options?: CallOptions): Promise<Passkey>;
  /**
   * Remove a passkey. It no longer signs in. Ends your other sessions that were started with it.
   *
   * `DELETE /v3/account/passkeys/{passkey_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`, `not_found`.
   */
  remove(input: OwnPasskeysRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * Confirm with a passkey that it is you. Does the same as `ownAccount.prove`, with one of your passkeys
   * instead of password and code. The challenge comes from `passkeys.challenge`.
   *
   * `POST /v3/account/proof/passkey`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `passkeys_unavailable`.
   */
  prove(input: OwnPasskeysProveInput, options?: CallOptions): Promise<{
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    expires: Timestamp;
  }>;
}

/** The operations of `passkeys`. */
export interface PasskeysResource {
  /**
   * Start to sign in with a passkey. Returns the options for `navigator.credentials.get`, with a challenge
   * that works once within five minutes. They are the same for everybody: the authenticator knows the
   * account.
   *
   * `POST /v3/auth/passkey/challenge`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `passkeys_unavailable`.
   */
  challenge(input?: Record<string, never>, options?: CallOptions): Promise<PasskeyRequestOptions>;
  /**
   * Sign in with a passkey. Replaces password and code. Failures are limited like those of signing in with a
   * password.
   *
   * `POST /v3/auth/passkey`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `invalid_scope`, `invalid_client`, `passkeys_unavailable`, `passkey_refused`,
   * `email_unconfirmed`.
   */
  signIn(input: PasskeysSignInInput, options?: CallOptions): Promise<TokenRecord>;
}

/** The operations of `ownData`. */
export interface OwnDataResource {
  /**
   * Download your data. A JSON document with everything that is stored about you and the devices that you may
   * use, by table, without secrets (GDPR, article 20). At most five an hour.
   *
   * `GET /v3/account/data`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`.
   */
  export(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    exported: Timestamp;
    /** User id. */
    user_id: string;
    /** The rows of each table. */
    tables: Record<string, Array<Record<string, unknown>>>;
  }>;
  /**
   * Prepare a download of your data. Returns a ticket for the same document as a file, for pages that do not
   * want to hold it in memory: submit a form with the field `ticket` to `POST /download-my-data`. A ticket
   * works once, within a minute. Counts towards the five an hour.
   *
   * `POST /v3/account/data`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`.
   */
  prepareDownload(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** A secret: it belongs in the body of the form, not in a URL. */
    ticket: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    expires: Timestamp;
  }>;
  /**
   * Read the effects of deleting your account. Also says whether it was requested.
   *
   * `GET /v3/account/deletion`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  deletion(input?: Record<string, never>, options?: CallOptions): Promise<AccountDeletion>;
  /**
   * Delete your account. The account is deleted after the days that the operator has set; until then it can
   * be kept by signing in. Ends all your other sessions.
   *
   * `POST /v3/account/deletion`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `proof_required`.
   */
  requestDeletion(input: OwnDataRequestDeletionInput, options?: CallOptions): Promise<{
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    due: Timestamp;
  }>;
  /**
   * Cancel the deletion of your account. Withdraws the request to delete it.
   *
   * `DELETE /v3/account/deletion`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  keepAccount(input?: Record<string, never>, options?: CallOptions): Promise<void>;
}

/** The operations of `users`. */
export interface UsersResource {
  /**
   * Read a user. The path has `me` or `self` for the token’s own user, or a user id.
   *
   * `GET /v3/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input?: UsersGetInput, options?: CallOptions): Promise<UserRecord>;
  /**
   * Change a user. Changes name and picture. Members that are not sent stay as they are.
   *
   * `PATCH /v3/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  update(input?: UsersUpdateInput, options?: CallOptions): Promise<UserRecord>;
}

/** The operations of `legacyUsers`. */
export interface LegacyUsersResource {
  /**
   * Read a user, with picture and preferences. The user record with the additional members that known apps
   * expect.
   *
   * `GET /v3/legacy/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input?: LegacyUsersGetInput, options?: CallOptions): Promise<LegacyUserRecord>;
  /**
   * Change a user, the user’s picture or preferences. Members that are not sent stay as they are;
   * `preferences` is merged recursively.
   *
   * `PATCH /v3/legacy/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`, `no_user`, `not_found`, `precondition_failed`.
   */
  update(input?: LegacyUsersUpdateInput, options?: CallOptions): Promise<LegacyUserRecord>;
}

/** The operations of `preferences`. */
export interface PreferencesResource {
  /**
   * Read a user’s preferences. Every user has preferences; they are empty at first.
   *
   * `GET /v3/users/{user_id}/preferences`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input?: PreferencesGetInput, options?: CallOptions): Promise<Preferences>;
  /**
   * Change some of a user’s preferences. Objects are merged; any other value replaces the previous one. Any
   * members are allowed, up to 16 KB of JSON and 8 levels deep, without null in lists. A member that is null
   * is removed.
   *
   * `PATCH /v3/users/{user_id}/preferences`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`, `no_user`, `not_found`, `precondition_failed`.
   */
  update(input?: PreferencesUpdateInput, options?: CallOptions): Promise<Preferences>;
  /**
   * Replace a user’s preferences. Members that are not sent are removed, except `location_sharing`,
   * `favourites`, `lamp_groups`, `tile_icons`, `tariff` and `home_timezone`. Any members are allowed, up to
   * 16 KB of JSON and 8 levels deep, without null in lists. A member that is null is removed.
   *
   * `POST /v3/users/{user_id}/preferences`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`, `no_user`, `not_found`, `precondition_failed`.
   */
  replace(input?: PreferencesReplaceInput, options?: CallOptions): Promise<Preferences>;
}

/** The operations of `notifications`. */
export interface NotificationsResource {
  /**
   * Read your notification settings and browsers. Returns the settings of the signed-in person.
   *
   * `GET /v3/notifications`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  get(input?: Record<string, never>, options?: CallOptions): Promise<NotificationSettings>;
  /**
   * Change your notification settings. Members that are not sent do not change. Conditions that already exist
   * when a kind is turned on are not notified.
   *
   * `PATCH /v3/notifications`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  update(input?: NotificationsUpdateInput, options?: CallOptions): Promise<NotificationSettings>;
  /**
   * Send notifications to this browser. Takes what `pushManager.subscribe` returned in the browser, with
   * `public_key` as `applicationServerKey`. A browser that is already there is replaced. At most 10 browsers.
   *
   * `POST /v3/notifications/browsers`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`.
   */
  addBrowser(input: NotificationsAddBrowserInput, options?: CallOptions): Promise<NotificationBrowser>;
  /**
   * Stop sending notifications to a browser. Queued notifications for it are not sent.
   *
   * `DELETE /v3/notifications/browsers/{browser_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  removeBrowser(input: NotificationsRemoveBrowserInput, options?: CallOptions): Promise<void>;
  /**
   * Send a code to confirm the e-mail address. Sends six digits to the address of the account. They work for
   * half an hour. An earlier code stops working. 400 if the platform has no mail server.
   *
   * `POST /v3/notifications/mail/code`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  sendCode(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /**
   * Confirm the e-mail address. Confirms with the code that was sent there. After five wrong ones, another
   * code is needed.
   *
   * `POST /v3/notifications/mail/confirmation`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  confirmMail(input: NotificationsConfirmMailInput, options?: CallOptions): Promise<NotificationSettings>;
  /**
   * Send a test notification. Sends to all browsers of the person, or to one, even in quiet hours. 400 for
   * `mail` if the platform has no mail server or the address is not confirmed.
   *
   * `POST /v3/notifications/test`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  test(input?: NotificationsTestInput, options?: CallOptions): Promise<{
    /** To how many browsers or addresses it is being sent. */
    queued: number;
  }>;
}

/** The operations of `places`. */
export interface PlacesResource {
  /**
   * List a user’s places. Every user has home, work, gym and school.
   *
   * `GET /v3/legacy/users/{user_id}/places`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: PlacesListInput, options?: CallOptions): List<PlaceList, Place>;
  /**
   * Add a place. A user can have up to 100 places in addition to home, work, gym and school.
   *
   * `POST /v3/legacy/users/{user_id}/places`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`, `no_user`, `not_found`.
   */
  create(input: PlacesCreateInput, options?: CallOptions): Promise<Place>;
  /**
   * Change a place. Members that are not sent stay as they are.
   *
   * `PATCH /v3/legacy/users/{user_id}/places/{place_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  update(input: PlacesUpdateInput, options?: CallOptions): Promise<Place>;
  /**
   * Remove a place. Home, work, gym and school are cleared instead of removed.
   *
   * `DELETE /v3/legacy/users/{user_id}/places/{place_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  remove(input: PlacesRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `homeTime`. */
export interface HomeTimeResource {
  /**
   * Read the time zone of a user’s home. Automations run by it. It is chosen by `home_timezone` of the
   * preferences, and no phone changes it.
   *
   * `GET /v3/users/{user_id}/home-time`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  get(input?: HomeTimeGetInput, options?: CallOptions): Promise<HomeTime>;
}

/** The operations of `presence`. */
export interface PresenceResource {
  /**
   * Read at which place a user is. The place is also the property `location/place` of the context channel,
   * whose changes are in the event log. It is null while the user does not share the location.
   *
   * `GET /v3/users/{user_id}/presence`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  get(input?: PresenceGetInput, options?: CallOptions): Promise<Presence>;
}

/** The operations of `tags`. */
export interface TagsResource {
  /**
   * List the tags under which a phone registers for push notifications. Known apps do not register when the
   * list is empty. Depends on the `User-Agent`.
   *
   * `GET /v3/legacy/users/{user_id}/tags`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: TagsListInput, options?: CallOptions): List<TagList, string>;
}

/** The operations of `surveys`. */
export interface SurveysResource {
  /**
   * Give feedback. Stores a user’s answers to an app’s questions, for the operator to read. The newest 100
   * are kept.
   *
   * `POST /v3/legacy/users/{user_id}/survey-responses`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  respond(input: SurveysRespondInput, options?: CallOptions): Promise<void>;
}

/** The operations of `channels`. */
export interface ChannelsResource {
  /**
   * List a user’s channels. The channels on which the user has a grant, oldest grant first. The user’s
   * context channel comes last, unless `include` is set without `context`. Labels of components and
   * properties, and texts of their states and commands, are in the language that `Accept-Language` prefers:
   * German, English, French, Portuguese or Spanish, and English for others. Labels that are not in the
   * platform’s dictionaries stay as they are stored.
   *
   * `GET /v3/legacy/users/{user_id}/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: ChannelsListInput, options?: CallOptions): List<ChannelList, Channel>;
}

/** The operations of `values`. */
export interface ValuesResource {
  /**
   * Read the last value. The last stored value. 404 while there is none.
   *
   * `GET /v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/value`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  get(input: ValuesGetInput, options?: CallOptions): Promise<Value>;
  /**
   * Write a value. Sends a command to the channel’s owner to set the value, and returns the command: 200 once
   * it is settled, 202 while it is open. When the caller is the channel’s owner, the value is a report and
   * settled at once. A channel without an owner stores the value directly.
   *
   * `PUT /v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/value`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `invalid_value`, `not_writable`, `too_many_writes`.
   */
  put(input: ValuesPutInput, options?: CallOptions): Promise<Command>;
  /**
   * Read earlier values. Newest first. A page may have fewer points than `page_size` when values are large or
   * numerous; only an empty page is the end. For times before the retention, only the hourly minimum, average
   * and maximum of numbers are kept; they are returned with `interval`. The earliest interval of a range
   * begins at or before `from`; the page before it is empty.
   *
   * `GET /v3/channels/{channel_id}/components/{component_id}/properties/{property_id}/history`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  history(input: ValuesHistoryInput, options?: CallOptions): List<History, HistoryPoint>;
  /**
   * Read all values of a home. The last value of every property of every channel that the user may use.
   *
   * `GET /v3/users/{user_id}/values`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: ValuesListInput, options?: CallOptions): List<ValueList, {
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** Property id, or `access`. */
    property: string;
    /** Valid against the property’s schema. */
    data: unknown;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    changed?: Timestamp;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    timestamp: Timestamp;
    /** The client that set it, or through which it was set. */
    sender?: string;
    /** The user for whom it was set. */
    on_behalf_of?: string;
    /**
     * `report` when the device reported it on its own, `read` in answer to a read, `command:<id>` in answer
     * to a write.
     */
    cause: string;
    /** The device did not answer in time. */
    stale?: boolean;
  }>;
  /**
   * Read earlier values of a home. Like `history`, for every property that has values, with up to `page_size`
   * points each: 100 by default, and fewer in a home with more than 500 properties, because a response has at
   * most 50,000 points.
   *
   * `GET /v3/users/{user_id}/history`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  historyList(input?: ValuesHistoryListInput, options?: CallOptions): List<HistoryList, {
    /** Channel id. */
    channel: string;
    /** Component id. */
    component: string;
    /** Property id, or `access`. */
    property: string;
    /** Newest first. */
    elements: HistoryPoint[];
  }>;
}

/** The operations of `activity`. */
export interface ActivityResource {
  /**
   * List the activity of a device. The values of all properties that are writable or not numeric, newest
   * first; measurements are in the history. An empty page is the end.
   *
   * `GET /v3/channels/{channel_id}/activity`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  list(input: ActivityListInput, options?: CallOptions): List<ActivityList, Activity>;
  /**
   * List the activity of a home. Like `list`, for all devices that the user may use, with the devices that
   * were added and removed. The activity of a device begins with the user’s access to it. An empty page is
   * the end.
   *
   * `GET /v3/users/{user_id}/activity`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_request`.
   */
  listOfHome(input?: ActivityListOfHomeInput, options?: CallOptions): List<HomeActivityList, HomeActivity>;
}

/** The operations of `energy`. */
export interface EnergyResource {
  /**
   * Read how much energy a home used and produced. Computed from the hours of counters of energy; devices
   * that measure only power are not included. A counter that falls begins a new count, and so does one that
   * rises by more than 100 kWh in an hour. An increase between two values belongs to the hour of the first
   * one; an increase over hours without a value is spread evenly over them, and is `estimated`. The past of a
   * device begins with the first whole hour after the user got access to it.
   *
   * `GET /v3/users/{user_id}/energy`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_request`.
   */
  read(input?: EnergyReadInput, options?: CallOptions): Promise<Energy>;
}

/** The operations of `alarms`. */
export interface AlarmsResource {
  /**
   * List the alarms of a home. The alarms of all devices that the user may use, the latest first, since the
   * user’s access to the device. They are kept as long as the history. An empty page is the end.
   *
   * `GET /v3/users/{user_id}/alarms`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_request`.
   */
  list(input?: AlarmsListInput, options?: CallOptions): List<AlarmList, Alarm>;
  /**
   * Acknowledge an alarm. Acknowledges it for everybody who may use the device. The first acknowledgement is
   * kept, and an alarm that has ended does not change. A new alarm has to be acknowledged again.
   *
   * `PUT /v3/users/{user_id}/alarms/{alarm_id}/seen`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  see(input: AlarmsSeeInput, options?: CallOptions): Promise<Alarm>;
}

/** The operations of `commands`. */
export interface CommandsResource {
  /**
   * Read the result of a write. Commands are kept for 30 days.
   *
   * `GET /v3/commands/{command_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: CommandsGetInput, options?: CallOptions): Promise<Command>;
}

/** The operations of `events`. */
export interface EventsResource {
  /**
   * Follow what happens in a home. Returns every event exactly once and in order, also across lost
   * connections and restarts: send the `cursor` of the last response as `after`. Without `after`, only the
   * current cursor is returned. With `Accept: text/event-stream`, events are sent as Server-Sent Events with
   * their cursor as `id`, and the stream resumes after `Last-Event-ID`. Events are kept for 30 days unless
   * the operator sets another time. An older or unknown cursor results in 410 with the current cursor in
   * `cursor`: read all values again, then continue from it.
   *
   * `GET /v3/users/{user_id}/events`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `resync`.
   */
  list(input?: EventsListInput, options?: CallOptions): List<EventPage, Event>;
}

/** The operations of `tiles`. */
export interface TilesResource {
  /**
   * List a user’s tiles. In display order. With `include=context` the list includes the tiles of the user’s
   * context channel.
   *
   * `GET /v3/legacy/users/{user_id}/tiles`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: TilesListInput, options?: CallOptions): List<TileList, Tile>;
  /**
   * Read a tile. The tile as in the list.
   *
   * `GET /v3/legacy/users/{user_id}/tiles/{tile_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input: TilesGetInput, options?: CallOptions): Promise<Tile>;
  /**
   * Rename or move a tile, or change its picture. Members that are not sent stay as they are.
   *
   * `PATCH /v3/legacy/users/{user_id}/tiles/{tile_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  update(input: TilesUpdateInput, options?: CallOptions): Promise<Tile>;
  /**
   * Remove a tile; removing the last tile removes the device. Removing the last tile of a channel ends the
   * user’s grant on it. A channel without any grants that is not owned by a manager or device is deleted with
   * its history.
   *
   * `DELETE /v3/legacy/users/{user_id}/tiles/{tile_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  remove(input: TilesRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `tileGroups`. */
export interface TileGroupsResource {
  /**
   * List a user’s areas and groups. Always includes the default area. If `include` is set without `context`,
   * the area of the user’s context channel is left out.
   *
   * `GET /v3/legacy/users/{user_id}/tile-groups`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: TileGroupsListInput, options?: CallOptions): List<TileGroupList, TileGroup>;
  /**
   * Add an area, or a group to an area. Added at the end by default. A user can have up to 200 areas and
   * groups.
   *
   * `POST /v3/legacy/users/{user_id}/tile-groups`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`, `no_user`, `not_found`.
   */
  create(input: TileGroupsCreateInput, options?: CallOptions): Promise<TileGroup>;
  /**
   * Read an area or a group. The same as in the list.
   *
   * `GET /v3/legacy/users/{user_id}/tile-groups/{group_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input: TileGroupsGetInput, options?: CallOptions): Promise<TileGroup>;
  /**
   * Rename or move an area or a group. Members that are not sent stay as they are, even with PUT.
   *
   * `PATCH /v3/legacy/users/{user_id}/tile-groups/{group_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  update(input: TileGroupsUpdateInput, options?: CallOptions): Promise<TileGroup>;
  /**
   * Remove an area or a group. Its tiles are kept. The tiles of a group move to its area; the tiles and
   * groups of an area move to the default area.
   *
   * `DELETE /v3/legacy/users/{user_id}/tile-groups/{group_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  remove(input: TileGroupsRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * List the tiles of an area or a group. Only the tiles directly in it, not the tiles of its groups.
   *
   * `GET /v3/legacy/users/{user_id}/tile-groups/{group_id}/tiles`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  tiles(input: TileGroupsTilesInput, options?: CallOptions): List<TileList, Tile>;
  /**
   * Read a tile of an area or a group. Returns 404 if the tile is in another area or group.
   *
   * `GET /v3/legacy/users/{user_id}/tile-groups/{group_id}/tiles/{tile_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  tile(input: TileGroupsTileInput, options?: CallOptions): Promise<Tile>;
}

/** The operations of `managers`. */
export interface ManagersResource {
  /**
   * Get a manager. A manager reads its own record; every other one is `not_found`.
   *
   * `GET /v3/managers/{manager_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: ManagersGetInput, options?: CallOptions): Promise<Manager>;
  /**
   * Set the webhooks of a manager. Members that are left out stay unchanged. Every address must be an https
   * URL at a public host, unless the operator allows its network. When an address changes, so does
   * `confirmation_hash`.
   *
   * `PATCH /v3/managers/{manager_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  update(input: ManagersUpdateInput, options?: CallOptions): Promise<ManagerUpdate>;
  /**
   * Store the templates of a manager’s devices. Each template is stored or refused independently. A new one
   * is assigned to the manager, which may later change only templates that are assigned to it; a changed one
   * becomes a new version. Templates may leave out what `azulejo template check` fills in.
   *
   * `POST /v3/managers/{manager_id}/channel-templates`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  storeTemplates(input: ManagersStoreTemplatesInput, options?: CallOptions): Promise<StoredTemplates>;
  /**
   * List the channels of a manager. The channels that the manager created, in the order of their ids.
   *
   * `GET /v3/managers/{manager_id}/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  channels(input: ManagersChannelsInput, options?: CallOptions): List<ManagersChannels, {
    /** The channel, or the members of it that `fields` names. */
    channel: {
      /** Channel id. */
      id?: string;
      /** Channel template id. */
      channeltemplate_id?: string;
      /** The version of the template that the channel has. */
      channeltemplate_version?: number;
      /** Ids of the components of its template. */
      component_ids?: string[];
      /** Name of the device at the maker. */
      name?: string;
      /** The maker’s own id for the device, or empty. */
      remote_key?: string;
      /** Path of the channel. */
      href?: string;
    };
  }>;
}

/** The operations of `bridges`. */
export interface BridgesResource {
  /**
   * List the bridges of a person. Returns bridges that the signed-in user connected and those that the
   * operator shared with this user, and whether this user may connect a bridge.
   *
   * `GET /v3/bridges`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<BridgeList, Bridge>;
  /**
   * Try a connection before it is stored. Connects to the MQTT server, for at most ten seconds, and looks for
   * Zigbee2MQTT or counts the devices that announce themselves. Stores nothing. When it fails, the error is
   * `invalid_request` and names the member that is wrong: `mqtt_url` for an address that cannot be reached,
   * `password` when the MQTT server refuses the user or password, and for the type `zigbee2mqtt` `base_topic`
   * when nothing is found below it. Devices may announce themselves at any time, so it is no error when none
   * has.
   *
   * `POST /v3/bridges/check`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `forbidden`.
   */
  check(input: BridgesCheckInput, options?: CallOptions): Promise<BridgeCheck>;
  /**
   * Connect a bridge. Tries the connection like `bridges.check`, stores the bridge and starts it. Its devices
   * appear in `bridges.devices` as they are found. Connecting is the consent to add them: only this user can.
   *
   * `POST /v3/bridges`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `forbidden`, `already_there`, `quota_exceeded`.
   */
  create(input: BridgesCreateInput, options?: CallOptions): Promise<Bridge>;
  /**
   * Read a bridge. Returns its settings without the password, and its state.
   *
   * `GET /v3/bridges/{bridge_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: BridgesGetInput, options?: CallOptions): Promise<Bridge>;
  /**
   * Remove a bridge. Only by the user who connected it. Stops it, and removes its devices from all homes,
   * with their values and history. Nothing changes in the system that it connected.
   *
   * `DELETE /v3/bridges/{bridge_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `forbidden`.
   */
  remove(input: BridgesRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * List the devices of a bridge. All devices and groups that the bridge found, also those that the person
   * added. `devices` of the bridge’s record grows while it finds them.
   *
   * `GET /v3/bridges/{bridge_id}/devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  devices(input: BridgesDevicesInput, options?: CallOptions): List<BridgeDevices, BridgeDevice>;
  /**
   * Add devices of a bridge to the home. Each gets its tiles in the given group, or in the default area.
   * Devices that were added before stay as they are.
   *
   * `POST /v3/bridges/{bridge_id}/devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `quota_exceeded`.
   */
  addDevices(input: BridgesAddDevicesInput, options?: CallOptions): Promise<AddedBridgeDevices>;
}

/** The operations of `applications`. */
export interface ApplicationsResource {
  /**
   * Get an application. An application reads its own record; every other one is `not_found`.
   *
   * `GET /v3/applications/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: ApplicationsGetInput, options?: CallOptions): Promise<ApplicationDocument>;
  /**
   * Set the addresses of an application. Stores where the application answers questions about quotes, so that
   * application managers start. The platform has no quotes and calls none of these addresses. Every address
   * must be an https URL at a public host, unless the operator allows its network. When one changes, so does
   * `confirmation_hash`.
   *
   * `PATCH /v3/applications/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  update(input: ApplicationsUpdateInput, options?: CallOptions): Promise<ApplicationUpdate>;
}

/** The operations of `channelRecords`. */
export interface ChannelRecordsResource {
  /**
   * Get a channel. The channel’s owner also gets its name and its `remote_key`.
   *
   * `GET /v3/channels/{channel_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: ChannelRecordsGetInput, options?: CallOptions): Promise<ChannelRecord>;
  /**
   * Change a channel. Changes the name that the owner gave it, its template, or both. Tiles that their users
   * did not rename follow the name. With another template, users keep the tiles that fit it, values and
   * history of properties that it has too stay, and a template of which there is a newer version is used in
   * that version. A manager may use the templates that are assigned to it.
   *
   * `PATCH /v3/channels/{channel_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `not_granted`.
   */
  update(input: ChannelRecordsUpdateInput, options?: CallOptions): Promise<ChannelRecord>;
  /**
   * Delete a channel. The device disappears from all homes, with everything that is stored for it. A later
   * channel with the same `remote_key` is a new one.
   *
   * `DELETE /v3/channels/{channel_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  remove(input: ChannelRecordsRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * List the users of a channel. The users who hold a grant on the channel, oldest grant first.
   *
   * `POST /v3/channels/{channel_id}/retrieve-user-subscriptions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  subscriptions(input: ChannelRecordsSubscriptionsInput, options?: CallOptions): Promise<ChannelSubscriptions>;
  /**
   * Check whether a user has a channel. For a manager about the channels that it created, and for an
   * application about its users. 204 without a body when the user has no such channel.
   *
   * `GET /v3/users/{user_id}/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `no_user`.
   */
  ofUser(input: ChannelRecordsOfUserInput, options?: CallOptions): Promise<ChannelsOfUser>;
}

/** The operations of `devices`. */
export interface DevicesResource {
  /**
   * Create a channel for a device. For the device itself, for the manager to which the operator assigned the
   * template, or for an application with a template that is assigned to no manager. The caller becomes the
   * channel’s owner and can grant it to others. If the caller used the same `remote_key` before, the existing
   * channel is returned, or 409 when it has another template.
   *
   * `POST /v3/devices/self/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `not_granted`, `already_there`, `quota_exceeded`.
   */
  createChannel(input: DevicesCreateChannelInput, options?: CallOptions): Promise<NewChannel>;
}

/** The operations of `grants`. */
export interface GrantsResource {
  /**
   * Grant a channel. The channel’s owner grants it first to an application, then to the application’s user.
   * Granting again has no effect. A grant to a user adds the device’s tiles to the user’s home. A manager can
   * only grant to a user who requested devices of this kind on the authorization page in the last ten
   * minutes, and to the application of such a user; one that set webhooks only while it adds the devices that
   * the user chose. A device can only grant to a user or application that requested the grant over MQTT in
   * the last two minutes. After the user removed the device, a new request is needed. An application grants
   * its own channels only to itself and its users.
   *
   * `POST /v3/channels/{channel_id}/grant-access`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `not_granted`, `quota_exceeded`.
   */
  create(input: GrantsCreateInput, options?: CallOptions): Promise<Grant>;
}

/** The operations of `applicationDevices`. */
export interface ApplicationDevicesResource {
  /**
   * List the application’s devices. Newest first. Send `next` as `after` to get the next page.
   *
   * `GET /v3/applications/self/devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: ApplicationDevicesListInput, options?: CallOptions): List<DeviceList, DeviceRecord>;
  /**
   * Create a device for a user, or one with a claim code. Creates the device with its credentials and a
   * channel. With `user_id`, it belongs to that user of the application. Without it, the device has no owner
   * until a user enters the claim code. The secret and the code are shown only here.
   *
   * `POST /v3/applications/self/devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `quota_exceeded`.
   */
  create(input: ApplicationDevicesCreateInput, options?: CallOptions): Promise<DeviceSecrets>;
  /**
   * Read a device of the application. Without its secret, which is not stored.
   *
   * `GET /v3/applications/self/devices/{device_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: ApplicationDevicesGetInput, options?: CallOptions): Promise<DeviceRecord>;
  /**
   * Rename, disable or enable a device. Disabling closes its connections within five seconds, and refuses its
   * tokens and secret.
   *
   * `PATCH /v3/applications/self/devices/{device_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  update(input: ApplicationDevicesUpdateInput, options?: CallOptions): Promise<DeviceRecord>;
  /**
   * Give a device a new secret. Connections that used the previous secret are closed when it stops working.
   *
   * `POST /v3/applications/self/devices/{device_id}/rotate-secret`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  rotateSecret(input: ApplicationDevicesRotateSecretInput, options?: CallOptions): Promise<DeviceSecrets>;
  /**
   * Give a device a new claim code. Only for a device without an owner. The previous code stops working.
   *
   * `POST /v3/applications/self/devices/{device_id}/claim-code`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `in_use`.
   */
  newClaimCode(input: ApplicationDevicesNewClaimCodeInput, options?: CallOptions): Promise<DeviceSecrets>;
  /**
   * Delete a device. Removes it from all homes, with its channels and values. Its connections are closed.
   *
   * `DELETE /v3/applications/self/devices/{device_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  remove(input: ApplicationDevicesRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `claims`. */
export interface ClaimsResource {
  /**
   * Add a device by its claim code. Adds the device to the home of the signed-in user. A code works once, and
   * every wrong one gets the same error. Spaces, hyphens and case are ignored; failures are limited by
   * account and network.
   *
   * `POST /v3/devices/claim`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `wrong_claim_code`, `quota_exceeded`.
   */
  use(input: ClaimsUseInput, options?: CallOptions): Promise<ClaimedDevice>;
}

/** The operations of `makerCredentials`. */
export interface MakerCredentialsResource {
  /**
   * Find out to which account at the maker a token belongs. Returns the `client_id` that the application has
   * at the maker, if this access token was stored for the user, for any template.
   *
   * `POST /v3/managers/{manager_id}/swap-credentials`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  swap(input: MakerCredentialsSwapInput, options?: CallOptions): Promise<MakerAccountId>;
  /**
   * Replace the credentials that a maker gave a user. Replaces the stored record of this application, user
   * and template. Stores nothing when there is none: the first record is stored when the user signs in at the
   * maker.
   *
   * `POST /v3/managers/{manager_id}/store-credentials`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  store(input: MakerCredentialsStoreInput, options?: CallOptions): Promise<UpdateCount>;
  /**
   * Renew a token at the maker. Sends the request in `location` to the maker, with `{client_id}` and
   * `{client_secret}` of the account that the operator set for the application, and returns the maker’s
   * answer if it has an `access_token`. The headers `X-Client-ID` (application), `X-Owner-ID` (user) and
   * `X-Refresh-Token` are required. Requests go only to the origins of the account. The query of a POST
   * becomes its body: JSON, or a form if `headers` say so. If the maker does not answer with a token, the
   * error is 400.
   *
   * `POST /v3/managers/{manager_id}/refresh-token`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  refresh(input: MakerCredentialsRefreshInput, options?: CallOptions): Promise<MakerTokens>;
}

/** The operations of `units`. */
export interface UnitsResource {
  /**
   * Get the units table. Exactly as in the specification, including its mistakes, for programs that rely on
   * them.
   *
   * `GET /units/units_table.json`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `precondition_failed`.
   */
  table(input?: Record<string, never>, options?: CallOptions): Promise<UnitsTable>;
  /**
   * Get the units table with Portuguese names. Keys, suffixes and conversions are the same as in the English
   * table. A known app needs it to sign in on Portuguese phones.
   *
   * `GET /units/units_table_pt.json`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `precondition_failed`.
   */
  tablePt(input?: Record<string, never>, options?: CallOptions): Promise<UnitsTable>;
  /**
   * Get the corrected units table. The same format with exact factors, every conversion in both directions,
   * and the units that the first table lacks.
   *
   * `GET /units/units_table.v2.json`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `precondition_failed`.
   */
  tableV2(input?: Record<string, never>, options?: CallOptions): Promise<UnitsTableV2>;
}

/** The operations of `schemas`. */
export interface SchemasResource {
  /**
   * Get the JSON Schema of a property’s values. JSON Schema, draft 2020-12. A property’s `schemaExtension`
   * narrows it.
   *
   * `GET /schemas/v1/{schema_name}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  get(input: SchemasGetInput, options?: CallOptions): Promise<JsonSchema>;
}

/** The operations of `uploads`. */
export interface UploadsResource {
  /**
   * Upload an image. The body is a PNG, JPEG or WebP of at most 5 MB. It is decoded and re-encoded as PNG or
   * JPEG, which removes any other data in the file.
   *
   * `POST /v3/uploads`
   *
   * @param image The file.
   * @param type Its content type, unless it is a Blob that has one.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `invalid_image`, `body_too_large`, `quota_exceeded`, `unsupported_media_type`.
   */
  create(image: Blob | Uint8Array<ArrayBuffer>, type?: ImageType, options?: CallOptions): Promise<UploadResult>;
}

/** The operations of `templates`. */
export interface TemplatesResource {
  /**
   * List the kinds of devices that a user can add. Sorted by name. A filter is `operator/value/type`.
   * Operators: `eq`, `neq`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with a JSON array, `like` and `nlike`
   * with `%` as wildcard. Types: `n` number, `s` text, `b` boolean, `d` time, `j` JSON. A plain value must be
   * equal.
   *
   * `GET /v3/users/{user_id}/channel-templates`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: TemplatesListInput, options?: CallOptions): List<TemplateList, {
    /** Position in the list. */
    order_index?: number;
    /** The recipe for adding one. */
    recipe_id?: string;
    /** A kind of device. */
    template?: Template;
  }>;
  /**
   * Get a kind of device. The same members as in the list.
   *
   * `GET /v3/channel-templates/{template_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  get(input: TemplatesGetInput, options?: CallOptions): Promise<Template>;
  /**
   * List the kinds of devices in the legacy form. Sorted by name.
   *
   * `GET /v3/legacy/profiles`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `precondition_failed`.
   */
  profiles(input?: Record<string, never>, options?: CallOptions): List<ProfileList, Profile>;
}

/** The operations of `supportedModels`. */
export interface SupportedModelsResource {
  /**
   * Search the models of devices that the platform knows. Every word must be in the brand, the model name,
   * the description or another name of the device. The best matches come first; without words, all models are
   * listed by brand. Limited per network.
   *
   * `GET /v3/supported-models`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `precondition_failed`.
   */
  search(input?: SupportedModelsSearchInput, options?: CallOptions): List<SupportedModelList, SupportedModel>;
  /**
   * Get a model and its features. Limited per network.
   *
   * `GET /v3/supported-models/{template_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  get(input: SupportedModelsGetInput, options?: CallOptions): Promise<SupportedModelDetail>;
}

/** The operations of `pairing`. */
export interface PairingResource {
  /**
   * Get the authorization page for a kind of device. Returns the URL to which `GET` redirects, for apps in a
   * browser, which cannot read the target of a redirect. Open it in the browser; it is for the signed-in user
   * and works once and for 5 minutes.
   *
   * `POST /v3/channel-templates/{template_id}/authorize`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `maker_failed`, `maker_late`.
   */
  authorize(input: PairingAuthorizeInput, options?: CallOptions): Promise<AuthorizationPage>;
  /**
   * List the devices found. Devices of one kind that the signed-in user authorized in the last hour. Empty
   * until the user completes the authorization page.
   *
   * `GET /v3/legacy/profiles/{template_id}/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `maker_failed`, `maker_late`.
   */
  found(input: PairingFoundInput, options?: CallOptions): Promise<FoundDevice[]>;
  /**
   * Add found devices. Each device becomes a channel with tiles in the user’s default area. Devices that were
   * added before stay as they are; if all of them were, the response is 409. A maker may take 45 seconds.
   *
   * `POST /v3/legacy/users/{user_id}/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `not_granted`, `already_there`, `quota_exceeded`,
   * `maker_failed`, `maker_late`.
   */
  add(input: PairingAddInput, options?: CallOptions): Promise<AddedChannel[]>;
}

/** The operations of `recipes`. */
export interface RecipesResource {
  /**
   * Start a recipe. Returns the first request to send.
   *
   * `POST /v3/recipes/{recipe_id}/meta`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  meta(input: RecipesMetaInput, options?: CallOptions): Promise<RecipeStep>;
  /**
   * Execute a step of a recipe. Returns the action for this step, and the next request. Until the user
   * completes the authorization page, the action is `oauth` again.
   *
   * `POST /v3/recipes/{recipe_id}/steps/{step_id}/execute`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `maker_failed`, `maker_late`.
   */
  execute(input: RecipesExecuteInput, options?: CallOptions): Promise<RecipeStep>;
}

/** The operations of `services`. */
export interface ServicesResource {
  /**
   * List the available services. Services that the operator offers. Tutorials are always included.
   *
   * `GET /v3/legacy/services`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `precondition_failed`.
   */
  list(input?: ServicesListInput, options?: CallOptions): List<ServiceList, Service>;
  /**
   * List a user’s subscriptions. Oldest first.
   *
   * `GET /v3/legacy/users/{user_id}/services`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  subscriptions(input?: ServicesSubscriptionsInput, options?: CallOptions): List<ServiceSubscriptionList, ServiceSubscription>;
  /**
   * Subscribe to a service. Subscribes the signed-in user.
   *
   * `POST /v3/legacy/services/{service_id}/authorization`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `already_there`.
   */
  subscribe(input: ServicesSubscribeInput, options?: CallOptions): Promise<ServiceSubscription>;
  /**
   * Set where a service is activated. For the application to which the operator gave the service; every other
   * service is `not_found`. When a user wants the service, the platform calls `activation_uri` with GET and
   * sends the app to the `url` of its answer, `{"location": {"id": …, "url": …}}`. The address must be an
   * https URL at a public host, unless the operator allows its network.
   *
   * `PATCH /v3/services/{service_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  update(input: ServicesUpdateInput, options?: CallOptions): Promise<ServiceActivation>;
}

/** The operations of `versions`. */
export interface VersionsResource {
  /**
   * Read how long an app version may be used. Set by the operator. Without `goodUntil` there is no end date.
   *
   * `GET /v3/legacy/clients/{platform}/versions/{version}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  get(input: VersionsGetInput, options?: CallOptions): Promise<ClientVersion>;
}

/** The operations of `workers`. */
export interface WorkersResource {
  /**
   * List a user’s automations for known apps. Newest first.
   *
   * `GET /v3/legacy/users/{user_id}/workers`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: WorkersListInput, options?: CallOptions): List<WorkerList, Worker>;
  /**
   * Create an automation by a known app. Units of another rule editor are refused: 400 names their `choices`.
   *
   * `POST /v3/legacy/users/{user_id}/workers`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `agent_loop`, `quota_exceeded`.
   */
  create(input: WorkersCreateInput, options?: CallOptions): Promise<Worker>;
  /**
   * Read an automation for known apps. The Android app reads it after a run.
   *
   * `GET /v3/legacy/users/{user_id}/workers/{worker_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  get(input: WorkersGetInput, options?: CallOptions): Promise<Worker>;
  /**
   * Replace an automation by a known app. It stays switched on or off, although apps always send `enabled:
   * true`. Without triggers and actions, as for one that apps cannot edit, only its name changes.
   *
   * `PUT /v3/legacy/users/{user_id}/workers/{worker_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `agent_loop`.
   */
  replace(input: WorkersReplaceInput, options?: CallOptions): Promise<void>;
  /**
   * Switch an automation on or off by a known app. Switching it on ends a stop.
   *
   * `PATCH /v3/legacy/users/{user_id}/workers/{worker_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  update(input: WorkersUpdateInput, options?: CallOptions): Promise<void>;
  /**
   * Remove an automation by a known app. Its runs are cancelled.
   *
   * `DELETE /v3/legacy/users/{user_id}/workers/{worker_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  remove(input: WorkersRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * Run an automation now by a known app. Returns when the run is recorded. Conditions are not checked.
   *
   * `POST /v3/legacy/users/{user_id}/workers/{worker_id}/play`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `agent_not_run`, `too_many_requests`, `unavailable`.
   */
  play(input: WorkersPlayInput, options?: CallOptions): Promise<void>;
}

/** The operations of `agents`. */
export interface AgentsResource {
  /**
   * List a user’s automations. When something happens, only if something is true, then steps.
   *
   * `GET /v3/users/{user_id}/agents`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: AgentsListInput, options?: CallOptions): List<AgentList, Agent>;
  /**
   * Read an automation. Returns the automation and its revision.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input: AgentsGetInput, options?: CallOptions): Promise<Agent>;
  /**
   * Create an automation. It is added after the others. A user can have 200 automations. A definition that
   * cannot run is refused, and so is one that would restart itself endlessly, unless `allow` says `loop` and
   * it waits for at least a second.
   *
   * `POST /v3/users/{user_id}/agents`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `agent_loop`, `quota_exceeded`,
   * `unavailable`.
   */
  create(input: AgentsCreateInput, options?: CallOptions): Promise<Agent>;
  /**
   * Replace an automation. Creates a version. Active runs end with the version with which they started. With
   * `If-Match`, it is replaced only if it has not been changed since. Without `enabled`, the switch does not
   * change.
   *
   * `PUT /v3/users/{user_id}/agents/{agent_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `agent_loop`, `precondition_failed`,
   * `unavailable`.
   */
  replace(input: AgentsReplaceInput, options?: CallOptions): Promise<Agent>;
  /**
   * Rename an automation, or switch it on or off. Switching it off ends its waits and runs. When it is
   * switched on, the current values are the starting point: what is already true does not start it.
   *
   * `PATCH /v3/users/{user_id}/agents/{agent_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  update(input: AgentsUpdateInput, options?: CallOptions): Promise<Agent>;
  /**
   * Delete an automation. With its versions, runs and waits.
   *
   * `DELETE /v3/users/{user_id}/agents/{agent_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  remove(input: AgentsRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * Reorder a user’s automations. They decide in this order. Those that are not listed follow the listed
   * ones, in their present order.
   *
   * `POST /v3/users/{user_id}/agents/reorder`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  reorder(input: AgentsReorderInput, options?: CallOptions): Promise<void>;
  /**
   * Check a definition. Nothing is stored.
   *
   * `POST /v3/users/{user_id}/agents/check`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `too_many_requests`, `unavailable`.
   */
  check(input: AgentsCheckInput, options?: CallOptions): Promise<AgentCheck>;
  /**
   * Replace a device in all automations. Returns which automations name the device and fit the other one.
   * With `apply`, those that fit are changed, all or none; each gets a version, so that an earlier one can be
   * restored. Properties match by component and name, or by their kind if the other device has one of it
   * only. The old device may be gone already. Scenes are not changed.
   *
   * `POST /v3/users/{user_id}/agents/replace-device`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`, `too_many_requests`,
   * `unavailable`.
   */
  replaceDevice(input: AgentsReplaceDeviceInput, options?: CallOptions): Promise<AgentReplacement>;
  /**
   * List ready automations for a user’s devices. Only those that fit the devices, filled in. Nothing is
   * stored.
   *
   * `GET /v3/users/{user_id}/agent-templates`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  templates(input?: AgentsTemplatesInput, options?: CallOptions): List<{
    /** Those that fit. */
    elements: AgentTemplate[];
  }, AgentTemplate>;
}

/** The operations of `agentVersions`. */
export interface AgentVersionsResource {
  /**
   * List the versions of an automation. The last 50, newest first.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}/versions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  list(input: AgentVersionsListInput, options?: CallOptions): List<{
    /** Newest first. */
    elements: AgentVersion[];
  }, AgentVersion>;
  /**
   * Restore a version of an automation. Creates a new version with the definition of that one.
   *
   * `POST /v3/users/{user_id}/agents/{agent_id}/versions/{version}/restore`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `agent_loop`, `precondition_failed`,
   * `unavailable`.
   */
  restore(input: AgentVersionsRestoreInput, options?: CallOptions): Promise<Agent>;
}

/** The operations of `agentRuns`. */
export interface AgentRunsResource {
  /**
   * List the runs of an automation. Newest first, without steps. Runs are kept for 30 days, at most 1,000 of
   * an automation.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}/runs`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  list(input: AgentRunsListInput, options?: CallOptions): List<{
    /** Newest first. */
    elements: AgentRun[];
  }, AgentRun>;
  /**
   * Read a run of an automation. With each step and its outcome.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}/runs/{run_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  get(input: AgentRunsGetInput, options?: CallOptions): Promise<AgentRun>;
  /**
   * Read why an automation did not run. By reason: how often in each hour of the last 30 days, and the last
   * 20 in full.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}/misses`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  misses(input: AgentRunsMissesInput, options?: CallOptions): Promise<AgentMisses>;
  /**
   * Run an automation now. Responds when the run is recorded. Without `conditions`, they are not checked. 409
   * if the automation is switched off, cannot run in the home, does not start, or waits for the run before
   * it: `text` says why.
   *
   * `POST /v3/users/{user_id}/agents/{agent_id}/play`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `agent_not_run`, `too_many_requests`, `unavailable`.
   */
  play(input: AgentRunsPlayInput, options?: CallOptions): Promise<AgentRun>;
  /**
   * Read the key with which requests of an automation are signed. For receivers of its steps `webhook`, which
   * can check `webhook-signature` as in Standard Webhooks. The key changes when the operator rotates the keys
   * of the platform; until the next rotation, requests are also signed with the previous key.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}/signing-key`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `unavailable`.
   */
  signingKey(input: AgentRunsSigningKeyInput, options?: CallOptions): Promise<{
    /** The secret key, as Standard Webhooks writes it. */
    signing_key: string;
  }>;
  /**
   * Create the web address of an automation. For a trigger `webhook`. The address is returned only once;
   * creating it again replaces the previous one.
   *
   * `POST /v3/users/{user_id}/agents/{agent_id}/hook`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  createHook(input: AgentRunsCreateHookInput, options?: CallOptions): Promise<{
    /** The URL. Anyone who knows it can call it. */
    url: string;
  }>;
  /**
   * Remove the web address of an automation. Calls to the address then get 404.
   *
   * `DELETE /v3/users/{user_id}/agents/{agent_id}/hook`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  removeHook(input: AgentRunsRemoveHookInput, options?: CallOptions): Promise<void>;
  /**
   * Call an automation. Starts the automation to which the address belongs, if its conditions are true. The
   * response does not wait for it. Members of the body, a JSON object or a form of at most 64 KB, are
   * ignored. At most 60 calls a minute, and 300 to all automations of a person.
   *
   * `POST /v3/hooks/{hook_key}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `too_many_requests`, `unavailable`.
   */
  callHook(input: AgentRunsCallHookInput, options?: CallOptions): Promise<void>;
}

/** The operations of `rehearsals`. */
export interface RehearsalsResource {
  /**
   * Rehearse a definition on past events. Returns what the definition would have done in the last days, and
   * why it would not have run. Nothing is stored or sent. With `Accept: text/event-stream`, events of type
   * `progress` are sent before the one of type `result`; an `error` instead of it has the members of an error
   * response. A user can have one rehearsal at a time: a new one ends the one before with
   * `too_many_requests`. It also ends when the client disconnects. A server has two at a time; another one is
   * refused with `unavailable`.
   *
   * `POST /v3/users/{user_id}/agents/rehearsals`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `too_many_requests`, `unavailable`.
   */
  create(input: RehearsalsCreateInput, options?: CallOptions): Promise<Rehearsal>;
  /**
   * Ask why an automation did not run at a time. Replays that minute from the event log, with the definition
   * at that time and the home as it is today. It counts as the user’s one concurrent rehearsal.
   *
   * `GET /v3/users/{user_id}/agents/{agent_id}/why-not`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_agent`, `too_many_requests`, `unavailable`.
   */
  whyNot(input: RehearsalsWhyNotInput, options?: CallOptions): Promise<AgentWhyNot>;
}

/** The operations of `scenes`. */
export interface ScenesResource {
  /**
   * List a user’s scenes. A scene sets values of several devices together.
   *
   * `GET /v3/users/{user_id}/scenes`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: ScenesListInput, options?: CallOptions): List<SceneList, Scene>;
  /**
   * Read a scene. Returns the scene and its revision.
   *
   * `GET /v3/users/{user_id}/scenes/{scene_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  get(input: ScenesGetInput, options?: CallOptions): Promise<Scene>;
  /**
   * Create a scene. It is added after the others. A user can have 100 scenes of 50 settings each.
   *
   * `POST /v3/users/{user_id}/scenes`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_value`, `not_writable`, `quota_exceeded`.
   */
  create(input: ScenesCreateInput, options?: CallOptions): Promise<Scene>;
  /**
   * Replace a scene. Settings that the scene already has are kept, even if their device is gone. With
   * `If-Match`, the scene is replaced only if it has not been changed since.
   *
   * `PUT /v3/users/{user_id}/scenes/{scene_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_value`, `not_writable`,
   * `precondition_failed`.
   */
  replace(input: ScenesReplaceInput, options?: CallOptions): Promise<Scene>;
  /**
   * Delete a scene. Nothing changes on its devices.
   *
   * `DELETE /v3/users/{user_id}/scenes/{scene_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  remove(input: ScenesRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * Play a scene. Opens a command for each setting, in the user’s name. A setting that cannot be done does
   * not stop the others.
   *
   * `POST /v3/users/{user_id}/scenes/{scene_id}/play`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `too_many_requests`, `unavailable`.
   */
  play(input: ScenesPlayInput, options?: CallOptions): Promise<ScenePlay>;
  /**
   * Reorder a user’s scenes. Scenes that are not listed follow the listed ones, in their present order.
   *
   * `POST /v3/users/{user_id}/scenes/reorder`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  reorder(input: ScenesReorderInput, options?: CallOptions): Promise<void>;
  /**
   * Read the settings that would restore what devices do now. Returns the present value of each main property
   * of the tiles that can be set, for a new scene. Nothing is stored. Of a light that is off, only that is
   * returned. An unlocked lock is left out.
   *
   * `POST /v3/users/{user_id}/scenes/capture`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  capture(input: ScenesCaptureInput, options?: CallOptions): Promise<CapturedSettings>;
}

/** The operations of `shortcuts`. */
export interface ShortcutsResource {
  /**
   * List a user’s shortcuts. The user’s scenes, in the form of known apps.
   *
   * `GET /v3/legacy/users/{user_id}/shortcuts`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: ShortcutsListInput, options?: CallOptions): List<ShortcutList, Shortcut>;
  /**
   * List shortcuts that a user might like. Always empty. Known apps spell the path in two ways.
   *
   * `GET /v3/legacy/users/{user_id}/shortcut-suggestions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  suggestions(input?: ShortcutsSuggestionsInput, options?: CallOptions): List<ShortcutSuggestionList, Record<string, unknown>>;
  /**
   * Create a shortcut. Stores a scene. Actions of another rule editor are refused.
   *
   * `POST /v3/legacy/users/{user_id}/shortcuts`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_value`, `not_writable`, `quota_exceeded`.
   */
  create(input: ShortcutsCreateInput, options?: CallOptions): Promise<Shortcut>;
  /**
   * Replace a shortcut. The scene keeps its icon.
   *
   * `PUT /v3/legacy/users/{user_id}/shortcuts/{scene_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `invalid_value`, `not_writable`,
   * `precondition_failed`.
   */
  replace(input: ShortcutsReplaceInput, options?: CallOptions): Promise<Shortcut>;
}

/** The operations of `cards`. */
export interface CardsResource {
  /**
   * List a user’s cards. Always empty: the platform creates no cards.
   *
   * `GET /v3/users/{user_id}/cards`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  list(input?: CardsListInput, options?: CallOptions): List<CardElements, Record<string, unknown>>;
  /**
   * List a user’s cards in the legacy form. Always empty: the platform creates no cards.
   *
   * `GET /v3/legacy/users/{user_id}/cards`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`, `precondition_failed`.
   */
  listLegacy(input?: CardsListLegacyInput, options?: CallOptions): List<CardList, Record<string, unknown>>;
  /**
   * Remove a user’s cards. Known apps send `type=automation`. There is nothing to remove.
   *
   * `DELETE /v3/users/{user_id}/cards`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  clear(input?: CardsClearInput, options?: CallOptions): Promise<void>;
  /**
   * Answer a card. Always `not_found`: the platform creates no cards.
   *
   * `POST /v3/users/{user_id}/cards/{card_id}/feedback`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  answer(input: CardsAnswerInput, options?: CallOptions): Promise<void>;
  /**
   * Record that an advertisement was seen. Always `not_found`: the platform shows no advertisements.
   *
   * `POST /v3/users/{user_id}/cards/{card_id}/ads/{ad_id}/view`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  view(input: CardsViewInput, options?: CallOptions): Promise<void>;
  /**
   * Record that an advertisement was clicked. Always `not_found`: the platform shows no advertisements.
   *
   * `POST /v3/users/{user_id}/cards/{card_id}/ads/{ad_id}/click`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `no_user`, `not_found`.
   */
  click(input: CardsClickInput, options?: CallOptions): Promise<void>;
}

/** All resources, by name. */
export interface Resources {
  /** The operations of `accounts`. */
  readonly accounts: AccountsResource;
  /** The operations of `tokens`. */
  readonly tokens: TokensResource;
  /** The operations of `passwordResets`. */
  readonly passwordResets: PasswordResetsResource;
  /** The operations of `emailConfirmations`. */
  readonly emailConfirmations: EmailConfirmationsResource;
  /** The operations of `ownAccount`. */
  readonly ownAccount: OwnAccountResource;
  /** The operations of `ownSessions`. */
  readonly ownSessions: OwnSessionsResource;
  /** The operations of `ownSecondFactor`. */
  readonly ownSecondFactor: OwnSecondFactorResource;
  /** The operations of `ownPasskeys`. */
  readonly ownPasskeys: OwnPasskeysResource;
  /** The operations of `passkeys`. */
  readonly passkeys: PasskeysResource;
  /** The operations of `ownData`. */
  readonly ownData: OwnDataResource;
  /** The operations of `users`. */
  readonly users: UsersResource;
  /** The operations of `legacyUsers`. */
  readonly legacyUsers: LegacyUsersResource;
  /** The operations of `preferences`. */
  readonly preferences: PreferencesResource;
  /** The operations of `notifications`. */
  readonly notifications: NotificationsResource;
  /** The operations of `places`. */
  readonly places: PlacesResource;
  /** The operations of `homeTime`. */
  readonly homeTime: HomeTimeResource;
  /** The operations of `presence`. */
  readonly presence: PresenceResource;
  /** The operations of `tags`. */
  readonly tags: TagsResource;
  /** The operations of `surveys`. */
  readonly surveys: SurveysResource;
  /** The operations of `channels`. */
  readonly channels: ChannelsResource;
  /** The operations of `values`. */
  readonly values: ValuesResource;
  /** The operations of `activity`. */
  readonly activity: ActivityResource;
  /** The operations of `energy`. */
  readonly energy: EnergyResource;
  /** The operations of `alarms`. */
  readonly alarms: AlarmsResource;
  /** The operations of `commands`. */
  readonly commands: CommandsResource;
  /** The operations of `events`. */
  readonly events: EventsResource;
  /** The operations of `tiles`. */
  readonly tiles: TilesResource;
  /** The operations of `tileGroups`. */
  readonly tileGroups: TileGroupsResource;
  /** The operations of `managers`. */
  readonly managers: ManagersResource;
  /** The operations of `bridges`. */
  readonly bridges: BridgesResource;
  /** The operations of `applications`. */
  readonly applications: ApplicationsResource;
  /** The operations of `channelRecords`. */
  readonly channelRecords: ChannelRecordsResource;
  /** The operations of `devices`. */
  readonly devices: DevicesResource;
  /** The operations of `grants`. */
  readonly grants: GrantsResource;
  /** The operations of `applicationDevices`. */
  readonly applicationDevices: ApplicationDevicesResource;
  /** The operations of `claims`. */
  readonly claims: ClaimsResource;
  /** The operations of `makerCredentials`. */
  readonly makerCredentials: MakerCredentialsResource;
  /** The operations of `units`. */
  readonly units: UnitsResource;
  /** The operations of `schemas`. */
  readonly schemas: SchemasResource;
  /** The operations of `uploads`. */
  readonly uploads: UploadsResource;
  /** The operations of `templates`. */
  readonly templates: TemplatesResource;
  /** The operations of `supportedModels`. */
  readonly supportedModels: SupportedModelsResource;
  /** The operations of `pairing`. */
  readonly pairing: PairingResource;
  /** The operations of `recipes`. */
  readonly recipes: RecipesResource;
  /** The operations of `services`. */
  readonly services: ServicesResource;
  /** The operations of `versions`. */
  readonly versions: VersionsResource;
  /** The operations of `workers`. */
  readonly workers: WorkersResource;
  /** The operations of `agents`. */
  readonly agents: AgentsResource;
  /** The operations of `agentVersions`. */
  readonly agentVersions: AgentVersionsResource;
  /** The operations of `agentRuns`. */
  readonly agentRuns: AgentRunsResource;
  /** The operations of `rehearsals`. */
  readonly rehearsals: RehearsalsResource;
  /** The operations of `scenes`. */
  readonly scenes: ScenesResource;
  /** The operations of `shortcuts`. */
  readonly shortcuts: ShortcutsResource;
  /** The operations of `cards`. */
  readonly cards: CardsResource;
}
