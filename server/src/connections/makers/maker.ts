import type { Language } from '@azulejo/model';
import type { FormFields } from '../../platform/http/form-fields.ts';
import type { Html } from '../../platform/http/html.ts';

/** The person who adds devices, their kind, and the application. */
export type DeviceRequest = {
  readonly applicationId: string;
  readonly userId: string;
  readonly templateId: string;
};

/** Where the browser goes after the consent. `remaining` is sealed with the ticket until it returns. */
export type Beginning = { readonly url: string; readonly remaining: unknown };

/** The fields of the maker's form, or the query with which it redirected the browser back. */
export type Returned = { readonly fields: FormFields; readonly language: Language };

/** A device that the person may add. */
export type FoundAtMaker = {
  /** The maker's own id of the device. */
  readonly remoteKey: string;
  readonly name: string;
  /** An absolute URL; undefined for the picture of the template. */
  readonly photoUrl?: string;
};

/** A device that the person chose, with the id under which the app knows it, and maybe another name. */
export type Chosen = FoundAtMaker & { readonly id: string };

/** A chosen device that has a channel now, on which the user holds a grant. */
export type Added = { readonly id: string; readonly channelId: string };

/** The fields that the consent page asks for a maker without its own page. */
export type MakerForm = {
  /** Renders its page. `isIncomplete`: it was submitted, but something is missing. */
  render(
    language: Language,
    isIncomplete: boolean,
  ): { title: string; what: string; fields: Html; submit: string; after: string };
  /** Returns whether `Maker.finish` can be called with these fields. */
  isComplete(fields: FormFields): boolean;
};

/**
 * A source of devices that people can add: the platform itself, or a manager. None of its functions is called
 * within a transaction, because a manager calls the platform while it answers.
 */
export type Maker = {
  /** The manager; undefined for the platform itself. */
  readonly managerId: string | undefined;
  readonly form?: MakerForm;
  /**
   * Whether the manager may grant channels only while it is asked to add devices, and not for a while after the
   * consent.
   */
  readonly grantsOnlyWhileAdding?: true;
  /** Returns where the person signs in at the maker; undefined when the consent is enough. */
  begin(request: DeviceRequest): Promise<Beginning | undefined>;
  /**
   * Called when the person consented and, if sent to the maker, returned from it; before that, nothing is
   * found. Returns the devices of a maker without `list`.
   */
  finish(
    request: DeviceRequest,
    remaining: unknown,
    returned: Returned,
  ): Promise<readonly FoundAtMaker[] | undefined>;
  /**
   * Returns the devices that the person has at the maker, also those that were added before; undefined when
   * the person has to sign in at the maker again.
   */
  readonly list?: (request: DeviceRequest) => Promise<readonly FoundAtMaker[] | undefined>;
  /** Adds the devices. Their channels and grants exist when it resolves; failed devices are missing. */
  add(request: DeviceRequest, chosen: readonly Chosen[]): Promise<readonly Added[]>;
};
