import type { BridgeCheck, ChannelTemplate } from '@azulejo/contract';
import type { ConnectionChanges, CountedBridge } from '../../admin/bridges/index.ts';
import type { ConnectionInput } from '../../connections/bridges/index.ts';
import type { FaultName } from '../../connections/virtual-devices/index.ts';
import type { TemplateSummary, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Client, ClientChanges, NewClient } from '../../identity/applications/index.ts';
import type { User } from '../../identity/users/index.ts';

/*
 * What the commands need of a platform, by resource. One implementation opens the database of this machine, the
 * other calls the API of a server elsewhere. All functions take a client_id or a namespace, and a user's id or
 * e-mail, as people type them; they throw an ApiError or a Refusal.
 */

/** An application as commands print it. */
export type Application = Pick<
  Client,
  | 'id'
  | 'name'
  | 'type'
  | 'namespace'
  | 'state'
  | 'scopes'
  | 'redirectUris'
  | 'origins'
  | 'accessTokenLifetime'
  | 'refreshTokenLifetime'
  | 'minimumPasswordLength'
  | 'appScheme'
  | 'created'
  | 'updated'
>;

/** The namespaces of the applications that it works for, and of the distributors that work for it. */
export type ApplicationWithLinks = {
  application: Application;
  worksFor: readonly string[];
  distributors: readonly string[];
};

/** The numbers of users, channels, devices and tiles that are deleted with an application. */
export type Counts = Readonly<
  Record<'users' | 'channels' | 'devices' | 'tiles', { count: number; isMore: boolean }>
>;

export type ApplicationPort = {
  list(): Promise<Application[]>;
  get(id: string): Promise<ApplicationWithLinks>;
  create(input: NewClient): Promise<{ application: Application; secret: string }>;
  update(id: string, changes: ClientChanges): Promise<ApplicationWithLinks>;
  rotateSecret(
    id: string,
  ): Promise<{ application: Application; secret: string; previousExpires: number | undefined }>;
  setState(id: string, state: Client['state']): Promise<Application>;
  /** Lets a distributor work for an application, or ends that. */
  setLink(distributor: string, application: string, isLinked: boolean): Promise<Application[]>;
  consequences(id: string): Promise<{ application: Application; counts: Counts }>;
  remove(application: Application): Promise<void>;
};

/** A user as commands print it. */
export type ShownUser = Pick<
  User,
  'id' | 'email' | 'name' | 'state' | 'clientId' | 'namespace' | 'created' | 'updated'
>;

export type UserQuery = { application?: string | undefined; search?: string | undefined; limit: number };

export type UserPort = {
  /** Lists users, each with the namespace of its application. */
  list(
    query: UserQuery,
  ): Promise<{ users: (ShownUser & { applicationNamespace: string })[]; isMore: boolean }>;
  find(idOrEmail: string, application: string | undefined): Promise<ShownUser>;
  setState(id: string, state: User['state']): Promise<ShownUser>;
  makeResetLink(id: string): Promise<string>;
};

export type TemplatePort = {
  list(): Promise<TemplateSummary[]>;
  /** Returns the newest version. */
  get(id: string): Promise<VersionedTemplate>;
  /** Returns the stored versions that are new. */
  import(definitions: readonly ChannelTemplate[]): Promise<TemplateSummary[]>;
  assign(
    id: string,
    manager: string,
  ): Promise<{
    template: Pick<ChannelTemplate, 'id' | 'vendor' | 'model'>;
    manager: Pick<Client, 'id' | 'name'>;
  }>;
  release(id: string): Promise<void>;
};

/** A manager as commands print it. */
export type ShownManager = Pick<Application, 'id' | 'name' | 'namespace' | 'state'> & {
  /** The templates of which it makes devices. */
  templates: readonly { id: string; name: string }[];
  /** The addresses that the platform calls, by their names. */
  webhooks: Readonly<Record<string, string>>;
};

export type ManagerPort = {
  list(): Promise<ShownManager[]>;
  /** Throws for a client that is not a manager. */
  get(id: string): Promise<ShownManager>;
};

/** A device with credentials, as commands show it. */
export type ShownDevice = Pick<Client, 'id' | 'name' | 'namespace' | 'state' | 'created'> & {
  channels: readonly { id: string; name: string }[];
};

export type NewDevice = { userId: string; templateId: string; name?: string | undefined };

/** The result of creating a device in someone's home. */
export type Created = {
  channel: { id: string; name: string };
  template: Pick<TemplateSummary, 'id' | 'version' | 'vendor' | 'model'> &
    Pick<ChannelTemplate, 'components'>;
  user: { id: string; name: string };
};

/** A device with its credentials, which are shown once. */
export type Made = Pick<Created, 'channel' | 'template'> & {
  client: { id: string; namespace: string };
  secret: string;
};

type Connecting = { hasSingleConnection?: boolean | undefined };

export type DevicePort = {
  list(userId: string | undefined): Promise<ShownDevice[]>;
  create(device: NewDevice & Connecting): Promise<Made & Pick<Created, 'user'>>;
  /** Creates a device that the first person with its code gets, of one application or of any. */
  createUnclaimed(
    device: Omit<NewDevice, 'userId'> &
      Connecting & { application: string | undefined; claimDays: number | undefined },
  ): Promise<Made & { claimCode: string }>;
  rotateSecret(
    id: string,
  ): Promise<{ client: { id: string; name: string }; secret: string; previousExpires: number | undefined }>;
  remove(id: string): Promise<ShownDevice>;
};

export type ChannelPort = {
  /** Creates a channel without an owner. */
  create(device: NewDevice): Promise<Created>;
  createVirtual(
    device: NewDevice & { seed?: number | undefined; faults: readonly FaultName[] },
  ): Promise<Created>;
};

/** A bridge as commands print it. */
export type ShownBridge = Omit<CountedBridge, 'creatorId' | 'revision'>;

export type NewBridge = {
  settings: ConnectionInput;
  name: string | undefined;
  userIds: readonly string[];
  isChecked: boolean;
};

/** A bridge whose connection was tried, unless that was not wanted or the server runs no bridges. */
export type TriedBridge = { bridge: ShownBridge; found: BridgeCheck | undefined };

export type AddedBridge = TriedBridge & {
  /** How the operator runs it, where the server runs no bridges: the command of this machine, and its environment. */
  external:
    | { command: readonly string[] | undefined; environment: Readonly<Record<string, string>> }
    | undefined;
};

export type BridgePort = {
  list(): Promise<ShownBridge[]>;
  add(bridge: NewBridge): Promise<AddedBridge>;
  set(id: string, changes: ConnectionChanges, isChecked: boolean): Promise<TriedBridge>;
  setUser(id: string, userId: string, mayAdd: boolean): Promise<void>;
  remove(id: string): Promise<void>;
};

export type Ports = {
  readonly applications: ApplicationPort;
  readonly users: UserPort;
  readonly templates: TemplatePort;
  readonly managers: ManagerPort;
  readonly bridges: BridgePort;
  readonly devices: DevicePort;
  readonly channels: ChannelPort;
};
