import type { TemplateVersion } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { When } from '../../../../design/when.tsx';
import { writerOf } from './writer.ts';

/** Says where a version comes from, and when it was stored. */
export function WrittenAt({ version }: { version: Pick<TemplateVersion, 'origin' | 'author' | 'created'> }) {
  const { created } = version;
  return (
    <>
      {writerOf(version)}, {created === null ? t`not in use` : <When at={created} />}
    </>
  );
}
