import type {
  ChannelRecordsResource,
  DevicesCreateChannelInput,
  ManagersChannelsInput,
  ManagersResource,
  Resources,
} from '../api/resources.generated.ts';
import type { ChannelRecord, Grant, NewChannel } from '../api/types.generated.ts';
import type { CallOptions } from '../call.ts';

/** A channel of a user, whom the application that requested it names. */
export type GrantInput = {
  readonly channel_id: string;
  /** The application through which the user requested the device. */
  readonly application_id: string;
  readonly user_id: string;
};

/** The channels that a manager created: one for each device of a person, or of a household. */
export type ManagerChannels = {
  /**
   * Creates a channel. With a `remote_key`, the maker’s own id for the device, it can be repeated: the channel
   * that exists is returned. Rejects with code 2000 when the operator did not assign the template to this
   * manager.
   */
  create(input: DevicesCreateChannelInput, options?: CallOptions): Promise<NewChannel>;
  /** Returns a channel with its name and `remote_key`. */
  readonly get: ChannelRecordsResource['get'];
  /** Lists all channels in the order of their ids. `for await` reads all pages. */
  list(
    input?: Omit<ManagersChannelsInput, 'manager_id'>,
    options?: CallOptions,
  ): ReturnType<ManagersResource['channels']>;
  /** Changes the name of the device. Tiles that their users did not rename follow it. */
  rename(
    input: { readonly channel_id: string; readonly name: string },
    options?: CallOptions,
  ): Promise<ChannelRecord>;
  /**
   * Gives the channel another template of this manager, or the newest version of its own: the device is of another
   * kind now, or describes itself in more detail. Users keep tiles that fit, and values of properties that stay.
   */
  setTemplate(
    input: { readonly channel_id: string; readonly channeltemplate_id: string },
    options?: CallOptions,
  ): Promise<ChannelRecord>;
  /** Deletes a channel with everything that is stored for it. The device disappears from all homes. */
  readonly remove: ChannelRecordsResource['remove'];
  /** Lists the users who have the device. */
  readonly users: ChannelRecordsResource['subscriptions'];
  /** Returns whether this user has the device now. */
  isOf(
    input: { readonly channel_id: string; readonly user_id: string },
    options?: CallOptions,
  ): Promise<boolean>;
  /**
   * Grants the channel to the application and then to its user, in whose home the device appears. May be
   * repeated. Rejects with code 2000 unless the user consented in the last ten minutes.
   */
  grant(input: GrantInput, options?: CallOptions): Promise<Grant>;
};

export function createChannels(
  { devices, grants, managers, channelRecords }: Resources,
  manager_id: string,
): ManagerChannels {
  return {
    create: devices.createChannel,
    get: channelRecords.get,
    list: (input = {}, options) => managers.channels({ manager_id, ...input }, options),
    rename: channelRecords.update,
    setTemplate: channelRecords.update,
    remove: channelRecords.remove,
    users: channelRecords.subscriptions,
    isOf: async (input, options) => (await channelRecords.ofUser(input, options)).elements.length > 0,
    grant: async ({ channel_id, application_id: requesting_client_id, user_id }, options) => {
      const shared = { channel_id, requesting_client_id };
      await grants.create({ ...shared, role: 'application', client_id: requesting_client_id }, options);
      return grants.create({ ...shared, role: 'user', client_id: user_id }, options);
    },
  };
}
