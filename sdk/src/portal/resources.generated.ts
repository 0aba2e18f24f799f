// Generated from contract/ by `npm run generate`.
import type { CallOptions } from '../call.ts';
import type { List } from '../list.ts';
import type { ImageType } from '../methods.ts';
import type { Timestamp, UploadResult } from '../api/types.generated.ts';
import type { NoPortalSession, PortalAccount, PortalApplication, PortalApplicationDetail, PortalApplicationOptions, PortalAuditEntry, PortalBridge, PortalCaller, PortalCheck, PortalCompletedTemplate, PortalConsequences, PortalDevice, PortalDeviceSecrets, PortalInvitation, PortalListedTemplate, PortalMakerAccounts, PortalManager, PortalManagerChannel, PortalManagerDetail, PortalManagerUser, PortalMessage, PortalNewBridge, PortalNewSecret, PortalOverview, PortalSecurity, PortalSeries, PortalSession, PortalSetBridge, PortalSignInFailure, PortalSigningKey, PortalTemplate, PortalTemplateCheck, PortalTemplateMovePlan, PortalTemplateVersion, PortalTemplateVocabulary, PortalToken, PortalUser, PortalUserAgent, PortalUserDetails, PortalUserHome, PortalUserSession, PortalVirtualDevice, PortalVirtualDeviceDetails, PortalWebhookCall, PortalWebhookCalls, VirtualDeviceValue } from './types.generated.ts';

/** The input of `session.signIn`. */
export interface PortalSessionSignInInput {
  /** The account’s e-mail. */
  email: string;
  /** The account’s password. */
  password: string;
}

/** The input of `session.secondFactor`. */
export interface PortalSessionSecondFactorInput {
  /** Six digits from the authenticator, or a recovery code. */
  code: string;
}

/** The input of `passwordLinks.read`. */
export interface PortalPasswordLinksReadInput {
  /** The part of the link after `#`. */
  token: string;
}

/** The input of `passwordLinks.use`. */
export interface PortalPasswordLinksUseInput {
  /** The part of the link after `#`. */
  token: string;
  /** At least 12 characters. */
  password: string;
}

/** The input of `security.rename`. */
export interface PortalSecurityRenameInput {
  /** New display name. */
  name: string;
}

/** The input of `security.changePassword`. */
export interface PortalSecurityChangePasswordInput {
  /** Your current password. */
  current_password: string;
  /** The new password: at least 12 characters. */
  password: string;
}

/** The input of `security.endSession`. */
export interface PortalSecurityEndSessionInput {
  /** Id of one of your sessions. */
  session_id: string;
}

/** The input of `security.beginSecondFactor`. */
export interface PortalSecurityBeginSecondFactorInput {
  /** Your current password. */
  password: string;
}

/** The input of `security.confirmSecondFactor`. */
export interface PortalSecurityConfirmSecondFactorInput {
  /** A code from the authenticator, or a recovery code. */
  code: string;
}

/** The input of `security.removeSecondFactor`. */
export interface PortalSecurityRemoveSecondFactorInput {
  /** Your current password. */
  password: string;
  /** A code from the authenticator, or a recovery code. */
  code: string;
}

/** The input of `security.renewRecoveryCodes`. */
export interface PortalSecurityRenewRecoveryCodesInput {
  /** Your current password. */
  password: string;
  /** A code from the authenticator, or a recovery code. */
  code: string;
}

/** The input of `tokens.create`. */
export interface PortalTokensCreateInput {
  /** What it is for. */
  name: string;
  /**
   * What the token may do, within the role of its account. `users:write` is enough to take over the account
   * of any person: it creates links for a new password.
   */
  scopes: Array<"applications:read" | "applications:write" | "users:read" | "users:write" | "templates:read" | "templates:write" | "devices:read" | "devices:write" | "monitoring:read">;
  /** Days until it expires; 90 by default. */
  days?: number;
}

/** The input of `tokens.revoke`. */
export interface PortalTokensRevokeInput {
  /** Id of the access token. */
  token_id: string;
}

/** The input of `accounts.update`. */
export interface PortalAccountsUpdateInput {
  /** Portal account id. */
  account_id: string;
  /** New display name. */
  name?: string;
  /**
   * What the account may do: an owner everything, a developer everything but manage accounts, a viewer only
   * read.
   */
  role?: "owner" | "developer" | "viewer";
  /** A disabled account is signed out and cannot sign in. */
  state?: "enabled" | "disabled";
}

/** The input of `accounts.remove`. */
export interface PortalAccountsRemoveInput {
  /** Portal account id. */
  account_id: string;
}

/** The input of `accounts.resetSecondFactor`. */
export interface PortalAccountsResetSecondFactorInput {
  /** Portal account id. */
  account_id: string;
}

/** The input of `accounts.resetLink`. */
export interface PortalAccountsResetLinkInput {
  /** Portal account id. */
  account_id: string;
}

/** The input of `invitations.create`. */
export interface PortalInvitationsCreateInput {
  /** E-mail of the new account. */
  email?: string;
  /**
   * What the account may do: an owner everything, a developer everything but manage accounts, a viewer only
   * read.
   */
  role: "owner" | "developer" | "viewer";
}

/** The input of `invitations.revoke`. */
export interface PortalInvitationsRevokeInput {
  /** Invitation id. */
  invitation_id: string;
}

/** The input of `invitations.read`. */
export interface PortalInvitationsReadInput {
  /** The part of the link after `#`. */
  token: string;
}

/** The input of `invitations.accept`. */
export interface PortalInvitationsAcceptInput {
  /** The part of the link after `#`. */
  token: string;
  /** Display name of the account. */
  name: string;
  /** Must be the invitation’s e-mail, if it has one. */
  email: string;
  /** At least 12 characters. */
  password: string;
}

/** The input of `auditLog.list`. */
export interface PortalAuditLogListInput {
  /** An action, or the prefix of several actions: `application`, `portal.account`. */
  action?: string;
  /** Who did it: id or e-mail. */
  actor?: string;
  /** Whom or what it was done to: id or e-mail. */
  target?: string;
  /** Start of the range (inclusive), ISO 8601. */
  from?: string;
  /** End of the range (exclusive), ISO 8601. */
  until?: string;
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
}

/** The input of `applications.assignTemplate`. */
export interface PortalApplicationsAssignTemplateInput {
  /** The `client_id` of the manager. */
  application_id: string;
  /** Template id. */
  template_id: string;
}

/** The input of `applications.releaseTemplate`. */
export interface PortalApplicationsReleaseTemplateInput {
  /** The `client_id` of the manager. */
  application_id: string;
  /** Template id. */
  template_id: string;
}

/** The input of `applications.list`. */
export interface PortalApplicationsListInput {
  /** Part of the name or namespace, or the whole `client_id`. */
  search?: string;
  /**
   * `mobile` has users, `distributor` accesses the users of other applications, `manager` connects devices of
   * a maker.
   */
  type?: "mobile" | "distributor" | "manager";
  /** While disabled, neither the application nor its users can sign in. */
  state?: "enabled" | "disabled";
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  page_size?: number;
}

/** The input of `applications.create`. */
export interface PortalApplicationsCreateInput {
  /** Display name. */
  name: string;
  /**
   * `mobile` has users, `distributor` accesses the users of other applications, `manager` connects devices of
   * a maker.
   */
  type: "mobile" | "distributor" | "manager";
  /** Unique; derived from the name by default. */
  namespace?: string;
  /** URIs to which a sign-in may redirect. */
  redirect_uris?: string[];
  /** Origins whose pages may call the API: `scheme://host[:port]`. */
  origins?: string[];
  /** All scopes of its type by default. */
  scopes?: string[];
  /** Seconds; null means the platform’s default. */
  access_token_lifetime?: number | null;
  /** Seconds; null means the platform’s default. */
  refresh_token_lifetime?: number | null;
  /** Minimum length of its users’ passwords. */
  minimum_password_length?: number;
  /** URL scheme that opens its app; null for none. */
  app_scheme?: string | null;
}

/** The input of `applications.get`. */
export interface PortalApplicationsGetInput {
  /** The application’s `client_id`. */
  application_id: string;
}

/** The input of `applications.update`. */
export interface PortalApplicationsUpdateInput {
  /** The application’s `client_id`. */
  application_id: string;
  /** Display name. */
  name?: string;
  /** URIs to which a sign-in may redirect. */
  redirect_uris?: string[];
  /** Origins whose pages may call the API: `scheme://host[:port]`. */
  origins?: string[];
  /** All scopes of its type by default. */
  scopes?: string[];
  /** Seconds; null means the platform’s default. */
  access_token_lifetime?: number | null;
  /** Seconds; null means the platform’s default. */
  refresh_token_lifetime?: number | null;
  /** Minimum length of its users’ passwords. */
  minimum_password_length?: number;
  /** URL scheme that opens its app; null for none. */
  app_scheme?: string | null;
}

/** The input of `applications.rotateSecret`. */
export interface PortalApplicationsRotateSecretInput {
  /** The application’s `client_id`. */
  application_id: string;
}

/** The input of `applications.endOverlap`. */
export interface PortalApplicationsEndOverlapInput {
  /** The application’s `client_id`. */
  application_id: string;
}

/** The input of `applications.consequences`. */
export interface PortalApplicationsConsequencesInput {
  /** The application’s `client_id`. */
  application_id: string;
}

/** The input of `applications.setState`. */
export interface PortalApplicationsSetStateInput {
  /** The application’s `client_id`. */
  application_id: string;
  /** While disabled, neither the application nor its users can sign in. */
  state: "enabled" | "disabled";
}

/** The input of `applications.link`. */
export interface PortalApplicationsLinkInput {
  /** The `client_id` of the distributor. */
  application_id: string;
  /** The `client_id` of the application. */
  target_id: string;
}

/** The input of `applications.unlink`. */
export interface PortalApplicationsUnlinkInput {
  /** The `client_id` of the distributor. */
  application_id: string;
  /** The `client_id` of the application. */
  target_id: string;
}

/** The input of `applications.remove`. */
export interface PortalApplicationsRemoveInput {
  /** The application’s `client_id`. */
  application_id: string;
  /** The application’s name, as confirmation. */
  name: string;
}

/** The input of `managers.list`. */
export interface PortalManagersListInput {
  /** Part of the name, namespace or id. */
  search?: string;
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
}

/** The input of `managers.get`. */
export interface PortalManagersGetInput {
  /** The `client_id` of the manager. */
  manager_id: string;
}

/** The input of `managers.channels`. */
export interface PortalManagersChannelsInput {
  /** The `client_id` of the manager. */
  manager_id: string;
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
}

/** The input of `managers.users`. */
export interface PortalManagersUsersInput {
  /** The `client_id` of the manager. */
  manager_id: string;
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
}

/** The input of `managers.accounts`. */
export interface PortalManagersAccountsInput {
  /** The `client_id` of the manager. */
  manager_id: string;
}

/** The input of `managers.setAccount`. */
export interface PortalManagersSetAccountInput {
  /** The `client_id` of the manager. */
  manager_id: string;
  /** The `client_id` of the application. */
  application_id: string;
  /** The id of the application at the maker. */
  client_id: string;
  /** Null when the maker gave none. It is sealed, and never returned. */
  client_secret?: string | null;
  /** Where the secret may be sent: `scheme://host[:port]`. */
  origins: string[];
}

/** The input of `managers.removeAccount`. */
export interface PortalManagersRemoveAccountInput {
  /** The `client_id` of the manager. */
  manager_id: string;
  /** The `client_id` of the application. */
  application_id: string;
}

/** The input of `managers.signingKey`. */
export interface PortalManagersSigningKeyInput {
  /** The `client_id` of the manager. */
  manager_id: string;
}

/** The input of `managers.renewHash`. */
export interface PortalManagersRenewHashInput {
  /** The `client_id` of the manager. */
  manager_id: string;
}

/** The input of `managers.calls`. */
export interface PortalManagersCallsInput {
  /** The `client_id` of the manager. */
  manager_id: string;
}

/** The input of `managers.callAgain`. */
export interface PortalManagersCallAgainInput {
  /** The `client_id` of the manager. */
  manager_id: string;
  /** The application’s `client_id`. */
  application_id: string;
  /** A template of the manager. */
  template_id: string;
  /** The `purpose` of the call; `authorize` by default. */
  webhook?: "authorize" | "devices_list" | "receive_token" | "select_device" | "token";
  /** A user of the application. Without it, the call carries an id that no user has. */
  user_id?: string;
}

/** The input of `bridges.create`. */
export interface PortalBridgesCreateInput {
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
  /** Ids of users who may add its devices. */
  user_ids?: string[];
  /**
   * Whether the connection is tried first, as by `bridges.check`; true by default. Where the server runs no
   * bridges, it is never tried.
   */
  check?: boolean;
}

/** The input of `bridges.update`. */
export interface PortalBridgesUpdateInput {
  /** Bridge id. */
  bridge_id: string;
  /**
   * Address of the MQTT server: `mqtt://host[:port]`, or `mqtts`, `ws` or `wss`. Without a user and password.
   */
  mqtt_url?: string;
  /** User at the MQTT server, if it needs one. */
  username?: string;
  /** Password there. It is stored sealed and never returned. */
  password?: string;
  /**
   * The `base_topic` in the settings of Zigbee2MQTT, `zigbee2mqtt` by default; or the discovery prefix of the
   * devices, `homeassistant` by default.
   */
  base_topic?: string;
  /**
   * Whether the connection is tried first, as by `bridges.check`; true by default. Where the server runs no
   * bridges, it is never tried.
   */
  check?: boolean;
}

/** The input of `bridges.share`. */
export interface PortalBridgesShareInput {
  /** Bridge id. */
  bridge_id: string;
  /** User id. */
  user_id: string;
}

/** The input of `bridges.unshare`. */
export interface PortalBridgesUnshareInput {
  /** Bridge id. */
  bridge_id: string;
  /** User id. */
  user_id: string;
}

/** The input of `bridges.remove`. */
export interface PortalBridgesRemoveInput {
  /** Bridge id. */
  bridge_id: string;
}

/** The input of `users.list`. */
export interface PortalUsersListInput {
  /** Only users of this application. */
  application_id?: string;
  /** An inactive user is signed out and cannot sign in. */
  state?: "active" | "inactive";
  /** The beginning of an e-mail or a name; letter case does not matter. */
  search?: string;
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
}

/** The input of `users.get`. */
export interface PortalUsersGetInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.setState`. */
export interface PortalUsersSetStateInput {
  /** User id. */
  user_id: string;
  /** An inactive user is signed out and cannot sign in. */
  state: "active" | "inactive";
}

/** The input of `users.resetLink`. */
export interface PortalUsersResetLinkInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.sessions`. */
export interface PortalUsersSessionsInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.endSession`. */
export interface PortalUsersEndSessionInput {
  /** User id. */
  user_id: string;
  /** Session id. */
  session_id: string;
}

/** The input of `users.endSessions`. */
export interface PortalUsersEndSessionsInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.agents`. */
export interface PortalUsersAgentsInput {
  /** User id. */
  user_id: string;
  /** Language of the sentences, e.g. `de`; the user’s language if absent. */
  language?: string;
}

/** The input of `users.home`. */
export interface PortalUsersHomeInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.export`. */
export interface PortalUsersExportInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.removal`. */
export interface PortalUsersRemovalInput {
  /** User id. */
  user_id: string;
}

/** The input of `users.remove`. */
export interface PortalUsersRemoveInput {
  /** User id. */
  user_id: string;
  /** The user’s e-mail, as confirmation. */
  email: string;
}

/** The input of `templates.check`. */
export interface PortalTemplatesCheckInput {
  /** A channel template. */
  template: unknown;
}

/** The input of `templates.complete`. */
export interface PortalTemplatesCompleteInput {
  /** A channel template. */
  template: unknown;
}

/** The input of `templates.get`. */
export interface PortalTemplatesGetInput {
  /** Template id. */
  template_id: string;
  /** Number of the version. */
  version?: number;
}

/** The input of `templates.create`. */
export interface PortalTemplatesCreateInput {
  /** A channel template. */
  template: unknown;
}

/** The input of `templates.versions`. */
export interface PortalTemplatesVersionsInput {
  /** Template id. */
  template_id: string;
}

/** The input of `templates.save`. */
export interface PortalTemplatesSaveInput {
  /** Template id. */
  template_id: string;
  /** A channel template. */
  template: unknown;
  /** The version that was edited. */
  base_version: number;
}

/** The input of `templates.planMove`. */
export interface PortalTemplatesPlanMoveInput {
  /** Template id. */
  template_id: string;
  /** The version that the channels have. */
  from_version: number;
}

/** The input of `templates.move`. */
export interface PortalTemplatesMoveInput {
  /** Template id. */
  template_id: string;
  /** The version that the channels have. */
  from_version: number;
  /** The newest version. */
  to_version: number;
}

/** The input of `templates.remove`. */
export interface PortalTemplatesRemoveInput {
  /** Template id. */
  template_id: string;
}

/** The input of `devices.list`. */
export interface PortalDevicesListInput {
  /** Part of the device’s name, id or namespace, or of the user’s name or e-mail. */
  search?: string;
  /** Only devices to be claimed. */
  claim?: "open";
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
  /** Only devices of this user. */
  user_id?: string;
  /** Only devices that this application manages. */
  application_id?: string;
}

/** The input of `devices.create`. */
export interface PortalDevicesCreateInput {
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
  /** With a claim code: the application whose users may claim the device. */
  application_id?: string;
}

/** The input of `devices.get`. */
export interface PortalDevicesGetInput {
  /** The device’s `client_id`. */
  device_id: string;
}

/** The input of `devices.update`. */
export interface PortalDevicesUpdateInput {
  /** The device’s `client_id`. */
  device_id: string;
  /** Its new name. */
  name?: string;
  /** Whether it may connect. */
  state?: "enabled" | "disabled";
  /** Whether a new connection of the device ends its older ones. */
  single_connection?: boolean;
}

/** The input of `devices.rotateSecret`. */
export interface PortalDevicesRotateSecretInput {
  /** The device’s `client_id`. */
  device_id: string;
  /** End the previous secret now. By default it works for 24 more hours. */
  immediately?: boolean;
}

/** The input of `devices.newClaimCode`. */
export interface PortalDevicesNewClaimCodeInput {
  /** The device’s `client_id`. */
  device_id: string;
  /** Days until the claim code expires; never by default. */
  claim_days?: number;
}

/** The input of `devices.remove`. */
export interface PortalDevicesRemoveInput {
  /** The device’s `client_id`. */
  device_id: string;
}

/** The input of `virtualDevices.list`. */
export interface PortalVirtualDevicesListInput {
  /** Part of the device’s name, or of the user’s name or e-mail. */
  search?: string;
  /** Only devices in homes of this application. */
  application_id?: string;
  /** Only devices of this user. */
  user_id?: string;
  /** `next` of the previous page. */
  after?: string;
  /** 50 by default. */
  limit?: number;
}

/** The input of `virtualDevices.create`. */
export interface PortalVirtualDevicesCreateInput {
  /** The user who gets the device. */
  user_id: string;
  /** The kind of device. */
  template_id: string;
  /** The template’s name by default. */
  name?: string;
  /** Devices with the same seed and template behave alike. */
  seed?: number;
  /** The faults that it simulates from now on; empty for none. */
  faults?: Array<"late" | "lost" | "duplicate" | "out-of-order" | "offline" | "silent" | "refusing" | "away">;
}

/** The input of `virtualDevices.get`. */
export interface PortalVirtualDevicesGetInput {
  /** Channel id. */
  channel_id: string;
}

/** The input of `virtualDevices.values`. */
export interface PortalVirtualDevicesValuesInput {
  /** Channel id. */
  channel_id: string;
}

/** The input of `virtualDevices.setFaults`. */
export interface PortalVirtualDevicesSetFaultsInput {
  /** Channel id. */
  channel_id: string;
  /** The faults that it simulates from now on; empty for none. */
  faults: Array<"late" | "lost" | "duplicate" | "out-of-order" | "offline" | "silent" | "refusing" | "away">;
}

/** The input of `virtualDevices.report`. */
export interface PortalVirtualDevicesReportInput {
  /** Channel id. */
  channel_id: string;
  /** Id of the component. */
  component: string;
  /** Id of the property. */
  property: string;
  /** Valid against the property’s schema. */
  data: unknown;
  /** Whether the value stays until it is released; false by default. */
  hold?: boolean;
}

/** The input of `virtualDevices.release`. */
export interface PortalVirtualDevicesReleaseInput {
  /** Channel id. */
  channel_id: string;
  /** Id of the component. */
  component: string;
  /** Id of the property. */
  property: string;
}

/** The input of `virtualDevices.remove`. */
export interface PortalVirtualDevicesRemoveInput {
  /** Channel id. */
  channel_id: string;
}

/** The input of `monitoring.series`. */
export interface PortalMonitoringSeriesInput {
  /** `1h` by default. */
  range?: "1h" | "24h";
  /** Only steps after this time, to update earlier results. */
  after?: number;
}

/** The input of `messages.list`. */
export interface PortalMessagesListInput {
  /** Only messages of this application and its users, or of this manager or device. */
  client_id?: string;
  /** Only messages of this user and of the channels that the user may use. */
  user_id?: string;
  /** Only messages about this channel. */
  channel_id?: string;
}

/** The operations of `session`. */
export interface PortalSessionResource {
  /**
   * Read the current session. Also works without a session: `state` is then `none`.
   *
   * `GET /portal/api/session`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  get(input?: Record<string, never>, options?: CallOptions): Promise<PortalSession | NoPortalSession>;
  /**
   * Sign in. Sets the session cookie. Failed attempts are limited as for users.
   *
   * `POST /portal/api/session`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `bad_credentials`, `forged_request`.
   */
  signIn(input: PortalSessionSignInInput, options?: CallOptions): Promise<PortalSession>;
  /**
   * Send the code of the authenticator, or a recovery code. Opens the session. Each code works once.
   *
   * `POST /portal/api/session/second-factor`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `session_required`, `bad_code`, `forged_request`.
   */
  secondFactor(input: PortalSessionSecondFactorInput, options?: CallOptions): Promise<PortalSession>;
  /**
   * Sign out. Ends the session and clears the cookie. Has no effect without a session.
   *
   * `DELETE /portal/api/session`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `forged_request`.
   */
  signOut(input?: Record<string, never>, options?: CallOptions): Promise<void>;
}

/** The operations of `passwordLinks`. */
export interface PortalPasswordLinksResource {
  /**
   * Read the account of a password reset link. Returns `not_found` if the link is invalid or expired.
   *
   * `POST /portal/api/password-link/read`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `forged_request`.
   */
  read(input: PortalPasswordLinksReadInput, options?: CallOptions): Promise<{
    /** The account’s e-mail. */
    email: string;
    /** The account’s name. */
    name: string;
  }>;
  /**
   * Set a new password with a link. Signs the account out everywhere. The link stops working.
   *
   * `POST /portal/api/password-link`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `weak_password`, `not_found`, `forged_request`.
   */
  use(input: PortalPasswordLinksUseInput, options?: CallOptions): Promise<void>;
}

/** The operations of `security`. */
export interface PortalSecurityResource {
  /**
   * Read your security settings. The second factor and the active sessions.
   *
   * `GET /portal/api/account`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  get(input?: Record<string, never>, options?: CallOptions): Promise<PortalSecurity>;
  /**
   * Change your name. The name that other accounts see.
   *
   * `PATCH /portal/api/account`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  rename(input: PortalSecurityRenameInput, options?: CallOptions): Promise<void>;
  /**
   * Change your password. Ends all your other sessions.
   *
   * `PUT /portal/api/account/password`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `weak_password`.
   */
  changePassword(input: PortalSecurityChangePasswordInput, options?: CallOptions): Promise<void>;
  /**
   * End one of your sessions. Signs out on another device or browser.
   *
   * `DELETE /portal/api/account/sessions/{session_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  endSession(input: PortalSecurityEndSessionInput, options?: CallOptions): Promise<void>;
  /**
   * Sign out everywhere else. Ends all your sessions except the current one.
   *
   * `DELETE /portal/api/account/sessions`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  endOtherSessions(input?: Record<string, never>, options?: CallOptions): Promise<void>;
  /**
   * Start setting up an authenticator. Returns the secret for it. The authenticator is not active until you
   * confirm it with a code.
   *
   * `POST /portal/api/account/second-factor`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `already_there`.
   */
  beginSecondFactor(input: PortalSecurityBeginSecondFactorInput, options?: CallOptions): Promise<{
    /** Base32, for typing. */
    secret: string;
    /** `otpauth://totp/…`, for a QR code. */
    uri: string;
  }>;
  /**
   * Confirm the authenticator with a code. From now on, signing in requires a code. Ends all your other
   * sessions.
   *
   * `PUT /portal/api/account/second-factor`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `already_there`.
   */
  confirmSecondFactor(input: PortalSecurityConfirmSecondFactorInput, options?: CallOptions): Promise<{
    /** Each works once. Shown only once. */
    recovery_codes: string[];
  }>;
  /**
   * Turn off the second factor. Removes the authenticator and the recovery codes.
   *
   * `POST /portal/api/account/second-factor/removal`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  removeSecondFactor(input: PortalSecurityRemoveSecondFactorInput, options?: CallOptions): Promise<void>;
  /**
   * Get new recovery codes. The earlier codes stop working.
   *
   * `POST /portal/api/account/recovery-codes`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  renewRecoveryCodes(input: PortalSecurityRenewRecoveryCodesInput, options?: CallOptions): Promise<{
    /** Each works once. Shown only once. */
    recovery_codes: string[];
  }>;
}

/** The operations of `tokens`. */
export interface PortalTokensResource {
  /**
   * List your access tokens. Newest first, with those that expired in the last 30 days; at most 20.
   *
   * `GET /portal/api/account/tokens`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** The access tokens, newest first. */
    tokens: PortalToken[];
  }, PortalToken>;
  /**
   * Create an access token. The token is shown only once. It can never do more than your role, and ends when
   * your password changes or you lose your role.
   *
   * `POST /portal/api/account/tokens`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `quota_exceeded`.
   */
  create(input: PortalTokensCreateInput, options?: CallOptions): Promise<{
    /** The access token, without its secret. */
    record: PortalToken;
    /** Shown only once. */
    token: string;
  }>;
  /**
   * Revoke an access token. It is refused from now on.
   *
   * `DELETE /portal/api/account/tokens/{token_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  revoke(input: PortalTokensRevokeInput, options?: CallOptions): Promise<void>;
  /**
   * Read whose access token this is. Needs no scope. With a session, `token` is null.
   *
   * `GET /portal/api/caller`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  current(input?: Record<string, never>, options?: CallOptions): Promise<PortalCaller>;
}

/** The operations of `accounts`. */
export interface PortalAccountsResource {
  /**
   * List portal accounts. All accounts, sorted by name.
   *
   * `GET /portal/api/accounts`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** The accounts. */
    accounts: PortalAccount[];
  }, PortalAccount>;
  /**
   * Change an account’s name, role or state. Takes effect at the account’s next request. The last owner who
   * can sign in cannot be demoted or disabled.
   *
   * `PATCH /portal/api/accounts/{account_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `last_owner`.
   */
  update(input: PortalAccountsUpdateInput, options?: CallOptions): Promise<PortalAccount>;
  /**
   * Remove an account. Ends its sessions. Its entries in the audit log stay. The last owner cannot be
   * removed.
   *
   * `DELETE /portal/api/accounts/{account_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `last_owner`.
   */
  remove(input: PortalAccountsRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * Remove the second factor of an account. For people who lost their authenticator and recovery codes. Ends
   * the sessions of the account.
   *
   * `DELETE /portal/api/accounts/{account_id}/second-factor`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  resetSecondFactor(input: PortalAccountsResetSecondFactorInput, options?: CallOptions): Promise<PortalAccount>;
  /**
   * Create a password reset link for an account. The link works once and for one day, and replaces an earlier
   * one. It is shown only once.
   *
   * `POST /portal/api/accounts/{account_id}/reset-link`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  resetLink(input: PortalAccountsResetLinkInput, options?: CallOptions): Promise<{
    /** URL of the page for a new password. Shown only once. */
    link: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    expires: Timestamp;
  }>;
}

/** The operations of `invitations`. */
export interface PortalInvitationsResource {
  /**
   * List open invitations. Newest first, without expired ones.
   *
   * `GET /portal/api/invitations`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** The invitations. */
    invitations: PortalInvitation[];
  }, PortalInvitation>;
  /**
   * Invite someone. The link works once and for seven days. It is shown only once.
   *
   * `POST /portal/api/invitations`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `user_exists`, `quota_exceeded`.
   */
  create(input: PortalInvitationsCreateInput, options?: CallOptions): Promise<{
    /** The invitation. */
    invitation: PortalInvitation;
    /** URL of the page that creates the account. Shown only once. */
    link: string;
  }>;
  /**
   * Revoke an invitation. Its link stops working.
   *
   * `DELETE /portal/api/invitations/{invitation_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  revoke(input: PortalInvitationsRevokeInput, options?: CallOptions): Promise<void>;
  /**
   * Read an invitation by its link. Returns `not_found` if the link is invalid or expired.
   *
   * `POST /portal/api/invitations/read`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `forged_request`.
   */
  read(input: PortalInvitationsReadInput, options?: CallOptions): Promise<PortalInvitation>;
  /**
   * Create an account with an invitation. Signs in. The link stops working.
   *
   * `POST /portal/api/invitations/accept`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `weak_password`, `not_found`, `user_exists`, `forged_request`.
   */
  accept(input: PortalInvitationsAcceptInput, options?: CallOptions): Promise<PortalSession>;
}

/** The operations of `auditLog`. */
export interface PortalAuditLogResource {
  /**
   * Read the audit log. Newest first. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/audit-log`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalAuditLogListInput, options?: CallOptions): List<{
    /** The entries of this page. */
    entries: PortalAuditEntry[];
    /** Null on the last page. */
    next: string | null;
  }, PortalAuditEntry>;
}

/** The operations of `applications`. */
export interface PortalApplicationsResource {
  /**
   * Let a manager create devices of a template. A template has only one manager, and the platform no longer
   * simulates devices of it.
   *
   * `PUT /portal/api/applications/{application_id}/templates/{template_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `in_use`.
   */
  assignTemplate(input: PortalApplicationsAssignTemplateInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Unassign a template from a manager. The manager can no longer create devices of it. Existing devices
   * stay.
   *
   * `DELETE /portal/api/applications/{application_id}/templates/{template_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  releaseTemplate(input: PortalApplicationsReleaseTemplateInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Get key figures of the platform. Includes which of the first steps are done.
   *
   * `GET /portal/api/overview`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  overview(input?: Record<string, never>, options?: CallOptions): Promise<PortalOverview>;
  /**
   * List the settings that an application can have. By type, with the platform’s defaults and addresses.
   *
   * `GET /portal/api/application-options`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  options(input?: Record<string, never>, options?: CallOptions): Promise<PortalApplicationOptions>;
  /**
   * List applications. Newest first, in pages. Devices have credentials too, but are not listed.
   *
   * `GET /portal/api/applications`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalApplicationsListInput, options?: CallOptions): List<{
    /** The applications of this page. */
    applications: PortalApplication[];
    /** Number of matches on all pages. */
    total: number;
    /** Null on the last page. */
    next: string | null;
  }, PortalApplication>;
  /**
   * Register an application. Its secret is returned only once.
   *
   * `POST /portal/api/applications`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  create(input: PortalApplicationsCreateInput, options?: CallOptions): Promise<PortalNewSecret>;
  /**
   * Read an application. Returns all settings except the secret.
   *
   * `GET /portal/api/applications/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: PortalApplicationsGetInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Change an application. Members that are not sent stay as they are. Lifetimes apply to tokens issued from
   * now on.
   *
   * `PATCH /portal/api/applications/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  update(input: PortalApplicationsUpdateInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Give an application a new secret. The secret is returned only once. The previous one keeps working for a
   * day.
   *
   * `POST /portal/api/applications/{application_id}/secret`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  rotateSecret(input: PortalApplicationsRotateSecretInput, options?: CallOptions): Promise<PortalNewSecret>;
  /**
   * Revoke the previous secret now. Has no effect if the previous secret no longer works.
   *
   * `DELETE /portal/api/applications/{application_id}/previous-secret`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  endOverlap(input: PortalApplicationsEndOverlapInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Count what depends on an application. For confirmation before it is disabled or deleted.
   *
   * `GET /portal/api/applications/{application_id}/consequences`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  consequences(input: PortalApplicationsConsequencesInput, options?: CallOptions): Promise<PortalConsequences>;
  /**
   * Disable or enable an application. While it is disabled, neither the application nor its users can sign
   * in, and their tokens are rejected. Nothing is deleted.
   *
   * `PUT /portal/api/applications/{application_id}/state`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  setState(input: PortalApplicationsSetStateInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Let a distributor work for an application. The distributor can then access the application’s users and
   * their devices.
   *
   * `PUT /portal/api/applications/{application_id}/works-for/{target_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  link(input: PortalApplicationsLinkInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * End a distributor’s access to an application. Takes effect immediately.
   *
   * `DELETE /portal/api/applications/{application_id}/works-for/{target_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  unlink(input: PortalApplicationsUnlinkInput, options?: CallOptions): Promise<PortalApplicationDetail>;
  /**
   * Delete an application. Deletes it with its users, their homes and devices. The application is gone
   * immediately; what depends on it is deleted shortly after. The application of `/home` cannot be deleted.
   *
   * `DELETE /portal/api/applications/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `in_use`.
   */
  remove(input: PortalApplicationsRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `managers`. */
export interface PortalManagersResource {
  /**
   * List managers. Newest first. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/managers`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalManagersListInput, options?: CallOptions): List<{
    /** The managers of this page. */
    managers: PortalManager[];
    /** Number of managers that match. */
    total: number;
    /** Null on the last page. */
    next: string | null;
  }, PortalManager>;
  /**
   * Read a manager. With its templates, webhooks and the numbers of its channels and users.
   *
   * `GET /portal/api/managers/{manager_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: PortalManagersGetInput, options?: CallOptions): Promise<PortalManagerDetail>;
  /**
   * List the channels of a manager. Sorted by template and id. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/managers/{manager_id}/channels`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  channels(input: PortalManagersChannelsInput, options?: CallOptions): List<{
    /** The channels of this page. */
    channels: PortalManagerChannel[];
    /** Null on the last page. */
    next: string | null;
  }, PortalManagerChannel>;
  /**
   * List the users who have channels of a manager. Sorted by id, among the users of the first 100,000
   * channels. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/managers/{manager_id}/users`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  users(input: PortalManagersUsersInput, options?: CallOptions): List<{
    /** The users of this page. */
    users: PortalManagerUser[];
    /** Null on the last page. */
    next: string | null;
  }, PortalManagerUser>;
  /**
   * List the accounts of applications at the maker of a manager. Without their secrets.
   *
   * `GET /portal/api/managers/{manager_id}/accounts`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  accounts(input: PortalManagersAccountsInput, options?: CallOptions): Promise<PortalMakerAccounts>;
  /**
   * Set the account of an application at the maker of a manager. Replaces the account before. Without
   * `client_secret` the stored secret stays, which is refused when an origin is added: the secret was not
   * given for it. Returns all accounts.
   *
   * `PUT /portal/api/managers/{manager_id}/accounts/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`.
   */
  setAccount(input: PortalManagersSetAccountInput, options?: CallOptions): Promise<PortalMakerAccounts>;
  /**
   * Remove the account of an application at the maker of a manager. Its users can no longer sign in at the
   * maker. Returns the remaining accounts.
   *
   * `DELETE /portal/api/managers/{manager_id}/accounts/{application_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  removeAccount(input: PortalManagersRemoveAccountInput, options?: CallOptions): Promise<PortalMakerAccounts>;
  /**
   * Show the key with which webhooks to a manager are signed. As Standard Webhooks writes it. It is derived
   * from the keys in DATA_DIR/keys and changes with `azulejo keys rotate`. Each call is in the audit log.
   *
   * `POST /portal/api/managers/{manager_id}/signing-key`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  signingKey(input: PortalManagersSigningKeyInput, options?: CallOptions): Promise<PortalSigningKey>;
  /**
   * Renew the confirmation hash of a manager. The hash proves to the manager that the platform calls.
   * Managers read the new one themselves; it is not returned.
   *
   * `POST /portal/api/managers/{manager_id}/renew-hash`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  renewHash(input: PortalManagersRenewHashInput, options?: CallOptions): Promise<void>;
  /**
   * List the last calls to a manager and its maker. The last 50 since the server started, newest first,
   * without what was sent and answered.
   *
   * `GET /portal/api/managers/{manager_id}/calls`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  calls(input: PortalManagersCallsInput, options?: CallOptions): Promise<PortalWebhookCalls>;
  /**
   * Call a webhook of a manager again. Changes nothing, and returns how the call went. `authorize` asks where
   * users of this application sign in for devices of this template, `devices_list` which devices the user
   * has; without `user_id`, both are called with the id of a user who does not exist. A good answer to
   * `authorize` says that the manager can be reached, accepts the platform’s hash and knows where people sign
   * in. `devices_list` returns 404 when the manager has no tokens of the user. A manager that looks people up
   * may answer 403, which it also does for a wrong hash. Other calls are refused, with the reason:
   * `receive_token` could replace newer tokens at the manager by older ones, `select_device` adds devices,
   * and the maker redeems a `token` once.
   *
   * `POST /portal/api/managers/{manager_id}/calls`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  callAgain(input: PortalManagersCallAgainInput, options?: CallOptions): Promise<PortalWebhookCall>;
}

/** The operations of `bridges`. */
export interface PortalBridgesResource {
  /**
   * List bridges. All of them, also those that users of Home connected.
   *
   * `GET /portal/api/bridges`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** The oldest first. */
    bridges: PortalBridge[];
  }, PortalBridge>;
  /**
   * Connect a bridge. Tries the connection, stores the bridge and starts it. The users named may add its
   * devices in Home.
   *
   * `POST /portal/api/bridges`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`, `already_there`, `quota_exceeded`.
   */
  create(input: PortalBridgesCreateInput, options?: CallOptions): Promise<PortalNewBridge>;
  /**
   * Change how a bridge is reached. Members that are left out stay as they are, also the password, unless
   * there is a new `username`. An empty text removes the user or password. Its devices stay, and its process
   * is started again.
   *
   * `PATCH /portal/api/bridges/{bridge_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`, `already_there`.
   */
  update(input: PortalBridgesUpdateInput, options?: CallOptions): Promise<PortalSetBridge>;
  /**
   * Let a user add the devices of a bridge. The user finds them in Home under Add.
   *
   * `PUT /portal/api/bridges/{bridge_id}/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `quota_exceeded`.
   */
  share(input: PortalBridgesShareInput, options?: CallOptions): Promise<void>;
  /**
   * No longer let a user add the devices of a bridge. Devices that the user added stay.
   *
   * `DELETE /portal/api/bridges/{bridge_id}/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  unshare(input: PortalBridgesUnshareInput, options?: CallOptions): Promise<void>;
  /**
   * Remove a bridge. Stops it, and removes its devices from all homes, with their values and history. Nothing
   * changes in the system that it connected.
   *
   * `DELETE /portal/api/bridges/{bridge_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  remove(input: PortalBridgesRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `users`. */
export interface PortalUsersResource {
  /**
   * Find users. Sorted by e-mail. With `search`: first users whose e-mail begins with the text, then users
   * whose name does, sorted by name. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/users`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalUsersListInput, options?: CallOptions): List<{
    /** The users of this page. */
    users: PortalUser[];
    /** Null on the last page. */
    next: string | null;
  }, PortalUser>;
  /**
   * Read a user. Includes preferences and counts of what belongs to the user.
   *
   * `GET /portal/api/users/{user_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: PortalUsersGetInput, options?: CallOptions): Promise<PortalUserDetails>;
  /**
   * Disable or enable a user. Disabling ends all sessions and live connections. Everything else is kept.
   *
   * `PUT /portal/api/users/{user_id}/state`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  setState(input: PortalUsersSetStateInput, options?: CallOptions): Promise<PortalUserDetails>;
  /**
   * Create a password reset link for a user. Give the link to the user. It works once and for one hour, and
   * replaces an earlier one.
   *
   * `POST /portal/api/users/{user_id}/reset-link`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  resetLink(input: PortalUsersResetLinkInput, options?: CallOptions): Promise<{
    /** URL of the page for a new password. Shown only once. */
    link: string;
  }>;
  /**
   * List the sessions of a user. Active sessions, last used first; at most 100.
   *
   * `GET /portal/api/users/{user_id}/sessions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  sessions(input: PortalUsersSessionsInput, options?: CallOptions): List<{
    /** The sessions, at most 100. */
    sessions: PortalUserSession[];
    /** Number of all active sessions. */
    total: number;
  }, PortalUserSession>;
  /**
   * Sign a user out of one session. Its tokens are refused from now on, and its live connections end within
   * seconds.
   *
   * `DELETE /portal/api/users/{user_id}/sessions/{session_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  endSession(input: PortalUsersEndSessionInput, options?: CallOptions): Promise<void>;
  /**
   * Sign a user out everywhere. Ends all sessions. The user can sign in again.
   *
   * `DELETE /portal/api/users/{user_id}/sessions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  endSessions(input: PortalUsersEndSessionsInput, options?: CallOptions): Promise<{
    /** Number of sessions that were ended. */
    ended: number;
  }>;
  /**
   * List the automations of a user with their health. In the user’s order; a user can have 200 at most. What
   * they do is not shown. Those of a disabled user are `off`.
   *
   * `GET /portal/api/users/{user_id}/agents`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  agents(input: PortalUsersAgentsInput, options?: CallOptions): List<{
    /** The automations. */
    agents: PortalUserAgent[];
  }, PortalUserAgent>;
  /**
   * View a user’s home as the user sees it. Tiles, groups, channels and last values. Viewing is recorded in
   * the audit log.
   *
   * `POST /portal/api/users/{user_id}/home`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  home(input: PortalUsersHomeInput, options?: CallOptions): Promise<PortalUserHome>;
  /**
   * Download all data stored about a user. A JSON document with the rows of the user and of the devices that
   * the user may use, by table, without secrets (GDPR, article 20). Recorded in the audit log.
   *
   * `GET /portal/api/users/{user_id}/export`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  export(input: PortalUsersExportInput, options?: CallOptions): Promise<{
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    exported: Timestamp;
    /** User id. */
    user_id: string;
    /** The rows, by the name of their table. */
    tables: Record<string, Array<Record<string, unknown>>>;
  }>;
  /**
   * Count what deleting a user would remove. Devices that other users share stay with those users, and a
   * maker’s devices stay with the maker.
   *
   * `GET /portal/api/users/{user_id}/removal`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  removal(input: PortalUsersRemovalInput, options?: CallOptions): Promise<{
    /** Channels deleted with values and history. */
    channels: number;
    /** Channels that stay with others. */
    shared_channels: number;
    /** Tiles that are deleted. */
    tiles: number;
    /** Places that are deleted. */
    places: number;
    /** Uploaded pictures that are deleted. */
    uploads: number;
    /** Active sessions that end. */
    sessions: number;
  }>;
  /**
   * Delete a user. Deletes everything that belongs only to the user; entries of the audit log stay. The user
   * is signed out first. If there is much data, the response after a few seconds is `done: false`: call again
   * until it is done.
   *
   * `POST /portal/api/users/{user_id}/remove`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  remove(input: PortalUsersRemoveInput, options?: CallOptions): Promise<{
    /** Whether everything is deleted; false: call again. */
    done: boolean;
  }>;
}

/** The operations of `templates`. */
export interface PortalTemplatesResource {
  /**
   * List templates. Each with its newest version and its number of channels, sorted by vendor and model. A
   * template of the catalogue that is not stored yet has `created` null.
   *
   * `GET /portal/api/templates`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  list(input?: Record<string, never>, options?: CallOptions): List<{
    /** The newest version of each template. */
    templates: PortalListedTemplate[];
  }, PortalListedTemplate>;
  /**
   * List the values that a template can use. Schemas, units, pictures, and the allowed values of
   * enumerations.
   *
   * `GET /portal/api/templates/vocabulary`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  vocabulary(input?: Record<string, never>, options?: CallOptions): Promise<PortalTemplateVocabulary>;
  /**
   * Check a template. Returns errors and warnings. Stores nothing.
   *
   * `POST /portal/api/templates/check`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `body_too_large`.
   */
  check(input: PortalTemplatesCheckInput, options?: CallOptions): Promise<PortalTemplateCheck>;
  /**
   * Complete a short template. Fills in what follows from the rest, as `azulejo template import` does.
   * Existing members stay unchanged. Neither checks nor stores the result.
   *
   * `POST /portal/api/templates/complete`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `body_too_large`.
   */
  complete(input: PortalTemplatesCompleteInput, options?: CallOptions): Promise<PortalCompletedTemplate>;
  /**
   * Read a template. The newest version by default.
   *
   * `GET /portal/api/templates/{template_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: PortalTemplatesGetInput, options?: CallOptions): Promise<PortalTemplate>;
  /**
   * Store a new template. Stores its first version. Fails if a template with this id exists.
   *
   * `POST /portal/api/templates`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `body_too_large`, `already_there`.
   */
  create(input: PortalTemplatesCreateInput, options?: CallOptions): Promise<PortalTemplate>;
  /**
   * List the versions of a template. Newest first, each with its number of channels.
   *
   * `GET /portal/api/templates/{template_id}/versions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  versions(input: PortalTemplatesVersionsInput, options?: CallOptions): List<{
    /** The versions, newest first. */
    versions: PortalTemplateVersion[];
  }, PortalTemplateVersion>;
  /**
   * Store a new version. Earlier versions never change, and channels stay on theirs. `base_version` is the
   * version that was edited: if a newer one exists, nothing is stored. If nothing changed, the existing
   * version is returned.
   *
   * `POST /portal/api/templates/{template_id}/versions`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `body_too_large`, `not_found`, `precondition_failed`.
   */
  save(input: PortalTemplatesSaveInput, options?: CallOptions): Promise<PortalTemplate>;
  /**
   * Preview moving channels to the newest version. For the channels with one earlier version.
   *
   * `GET /portal/api/templates/{template_id}/move`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  planMove(input: PortalTemplatesPlanMoveInput, options?: CallOptions): Promise<PortalTemplateMovePlan>;
  /**
   * Move channels to the newest version. Moves a batch at a time: call it until none remain. `to_version`
   * must be the newest version. The last values of removed properties are deleted; their history stays.
   *
   * `POST /portal/api/templates/{template_id}/move`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `precondition_failed`.
   */
  move(input: PortalTemplatesMoveInput, options?: CallOptions): Promise<{
    /** Number of channels that this call moved. */
    moved: number;
    /** Number of channels that still have `from_version`. */
    remaining: number;
  }>;
  /**
   * Delete a template. Deletes all its versions. Only possible while no channel uses any of them. The
   * catalogue does not restore it.
   *
   * `DELETE /portal/api/templates/{template_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`, `in_use`.
   */
  remove(input: PortalTemplatesRemoveInput, options?: CallOptions): Promise<void>;
  /**
   * Upload a picture for templates. A PNG, JPEG or WebP of at most 5 MB, re-encoded as PNG or JPEG.
   *
   * `POST /portal/api/templates/pictures`
   *
   * @param image The file.
   * @param type Its content type, unless it is a Blob that has one.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `invalid_image`, `body_too_large`, `quota_exceeded`, `unsupported_media_type`.
   */
  uploadPicture(image: Blob | Uint8Array<ArrayBuffer>, type?: ImageType, options?: CallOptions): Promise<UploadResult>;
}

/** The operations of `devices`. */
export interface PortalDevicesResource {
  /**
   * List devices. Newest first. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalDevicesListInput, options?: CallOptions): List<{
    /** The devices of this page. */
    devices: PortalDevice[];
    /** Null on the last page. */
    next: string | null;
  }, PortalDevice>;
  /**
   * Create a device. With `user_id` in this user’s home; else with a claim code, for users of
   * `application_id` or, without it, of any application.
   *
   * `POST /portal/api/devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`, `quota_exceeded`.
   */
  create(input: PortalDevicesCreateInput, options?: CallOptions): Promise<PortalDeviceSecrets>;
  /**
   * Read a device. Without its secret, which is not stored.
   *
   * `GET /portal/api/devices/{device_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: PortalDevicesGetInput, options?: CallOptions): Promise<PortalDevice>;
  /**
   * Rename, disable or enable a device. Disabling closes its connections within five seconds.
   *
   * `PATCH /portal/api/devices/{device_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`.
   */
  update(input: PortalDevicesUpdateInput, options?: CallOptions): Promise<PortalDevice>;
  /**
   * Give a device a new secret. Connections that used the previous secret are closed when it stops working.
   *
   * `POST /portal/api/devices/{device_id}/rotate-secret`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`.
   */
  rotateSecret(input: PortalDevicesRotateSecretInput, options?: CallOptions): Promise<PortalDeviceSecrets>;
  /**
   * Give a device a new claim code. Only for a device without an owner. The previous code stops working.
   *
   * `POST /portal/api/devices/{device_id}/claim-code`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`, `in_use`.
   */
  newClaimCode(input: PortalDevicesNewClaimCodeInput, options?: CallOptions): Promise<PortalDeviceSecrets>;
  /**
   * Delete a device. Removes it from all homes, with its channels and values. Its connections are closed.
   *
   * `DELETE /portal/api/devices/{device_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  remove(input: PortalDevicesRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `virtualDevices`. */
export interface PortalVirtualDevicesResource {
  /**
   * List virtual devices. Newest first. Send `next` as `after` to get the next page.
   *
   * `GET /portal/api/virtual-devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalVirtualDevicesListInput, options?: CallOptions): List<{
    /** The devices of this page. */
    devices: PortalVirtualDevice[];
    /** Null on the last page. */
    next: string | null;
  }, PortalVirtualDevice>;
  /**
   * Add a virtual device to a user’s home. Uses the newest version of the template. Without `seed`, it gets
   * its own.
   *
   * `POST /portal/api/virtual-devices`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`.
   */
  create(input: PortalVirtualDevicesCreateInput, options?: CallOptions): Promise<PortalVirtualDevice>;
  /**
   * Read a virtual device. Includes its properties, its values and the user’s tiles.
   *
   * `GET /portal/api/virtual-devices/{channel_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  get(input: PortalVirtualDevicesGetInput, options?: CallOptions): Promise<PortalVirtualDeviceDetails>;
  /**
   * Read or follow the values of a virtual device. With `Accept: text/event-stream`, the stored values are
   * sent first, then every change.
   *
   * `GET /portal/api/virtual-devices/{channel_id}/values`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  values(input: PortalVirtualDevicesValuesInput, options?: CallOptions): Promise<{
    /** The last value of each property. */
    values: VirtualDeviceValue[];
  }>;
  /**
   * Set the faults of a virtual device. Takes effect immediately.
   *
   * `PUT /portal/api/virtual-devices/{channel_id}/faults`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`.
   */
  setFaults(input: PortalVirtualDevicesSetFaultsInput, options?: CallOptions): Promise<PortalVirtualDevice>;
  /**
   * Make a virtual device report a value. Reports immediately, like any device. The simulation continues from
   * this value. With `hold`, the value stays the same until it is released, and a write to it is answered
   * with the held value.
   *
   * `POST /portal/api/virtual-devices/{channel_id}/report`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`, `invalid_value`.
   */
  report(input: PortalVirtualDevicesReportInput, options?: CallOptions): Promise<void>;
  /**
   * Release a held value. Has no effect if the value is not held.
   *
   * `POST /portal/api/virtual-devices/{channel_id}/release`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `malformed_body`, `not_found`.
   */
  release(input: PortalVirtualDevicesReleaseInput, options?: CallOptions): Promise<void>;
  /**
   * Remove a virtual device. Removes it from all homes, with its channel, tiles and stored data.
   *
   * `DELETE /portal/api/virtual-devices/{channel_id}`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   * @throws AzulejoError, also `not_found`.
   */
  remove(input: PortalVirtualDevicesRemoveInput, options?: CallOptions): Promise<void>;
}

/** The operations of `monitoring`. */
export interface PortalMonitoringResource {
  /**
   * Get recent metrics. The last hour in steps of 5 seconds, or the last day in steps of a minute. Only of
   * this server and since it started.
   *
   * `GET /portal/api/monitoring/series`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  series(input?: PortalMonitoringSeriesInput, options?: CallOptions): Promise<PortalSeries>;
  /**
   * List failed sign-ins. In the last 24 hours, by account and address, most frequent first; at most 50.
   *
   * `GET /portal/api/monitoring/sign-in-failures`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  signInFailures(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** The failures. */
    failures: PortalSignInFailure[];
  }>;
  /**
   * Run health checks. Runs the checks now. A check that is not good says what to do about it.
   *
   * `GET /portal/api/monitoring/health`
   *
   * @param input Nothing.
   * @param options `signal` aborts the call.
   */
  health(input?: Record<string, never>, options?: CallOptions): Promise<{
    /** Version of the platform. */
    version: string;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    started: Timestamp;
    /** ISO 8601 with milliseconds and the offset `+0000`. */
    now: Timestamp;
    /** The results, in a fixed order. */
    checks: PortalCheck[];
  }>;
}

/** The operations of `messages`. */
export interface PortalMessagesResource {
  /**
   * Watch messages live. With `Accept: text/event-stream`: first the stored failures, then every message on
   * this server, as `message` events; `skipped` events give the number of messages left out because the
   * reader was too slow. Without it: only the stored failures, oldest first. At most one filter can be used.
   * Watching is recorded in the audit log.
   *
   * `GET /portal/api/messages`
   *
   * @param input The members of path, query and body.
   * @param options `signal` aborts the call.
   */
  list(input?: PortalMessagesListInput, options?: CallOptions): List<{
    /** The stored failures, oldest first. */
    messages: PortalMessage[];
  }, PortalMessage>;
}

/** All resources, by name. */
export interface PortalResources {
  /** The operations of `session`. */
  readonly session: PortalSessionResource;
  /** The operations of `passwordLinks`. */
  readonly passwordLinks: PortalPasswordLinksResource;
  /** The operations of `security`. */
  readonly security: PortalSecurityResource;
  /** The operations of `tokens`. */
  readonly tokens: PortalTokensResource;
  /** The operations of `accounts`. */
  readonly accounts: PortalAccountsResource;
  /** The operations of `invitations`. */
  readonly invitations: PortalInvitationsResource;
  /** The operations of `auditLog`. */
  readonly auditLog: PortalAuditLogResource;
  /** The operations of `applications`. */
  readonly applications: PortalApplicationsResource;
  /** The operations of `managers`. */
  readonly managers: PortalManagersResource;
  /** The operations of `bridges`. */
  readonly bridges: PortalBridgesResource;
  /** The operations of `users`. */
  readonly users: PortalUsersResource;
  /** The operations of `templates`. */
  readonly templates: PortalTemplatesResource;
  /** The operations of `devices`. */
  readonly devices: PortalDevicesResource;
  /** The operations of `virtualDevices`. */
  readonly virtualDevices: PortalVirtualDevicesResource;
  /** The operations of `monitoring`. */
  readonly monitoring: PortalMonitoringResource;
  /** The operations of `messages`. */
  readonly messages: PortalMessagesResource;
}
