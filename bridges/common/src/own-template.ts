import { createHash } from 'node:crypto';
import type { ChannelTemplate } from '@azulejo/contract';
import {
  type Codec,
  codecOf,
  type Definition,
  type Source,
  templateIdOf,
  templateOf,
} from '@azulejo/devices';

/** A bridge's template and codec for the definition of a device. */
export type Mapped = {
  readonly templateId: string;
  /** The ids of the template's components. */
  readonly components: readonly string[];
  /** Makes the template. It takes 30 KB, and is needed only until the platform has it. */
  readonly makeTemplate: () => ChannelTemplate;
  readonly codec: Codec;
  readonly definition: Definition;
};

/**
 * Returns the template and the codec of a device. The catalogue, or the bridge of another home, may have the same
 * template. A manager may change only its own templates, so the id depends on the manager's id, too.
 */
export function mapDefinition(definition: Definition, source: Source, manager: string): Mapped {
  const templateId = ownId(manager, templateIdOf(definition));
  const codec = codecOf(definition);
  return {
    templateId,
    components: codec.components,
    makeTemplate: () => ({ ...templateOf(definition, source), id: templateId }),
    codec,
    definition,
  };
}

/** Returns the id of one manager's copy of a template (RFC 9562 5.8: version 8, from a hash). */
function ownId(manager: string, id: string): string {
  const bytes = createHash('sha256').update(`${manager}/${id}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
