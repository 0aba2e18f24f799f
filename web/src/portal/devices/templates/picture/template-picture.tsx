import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KindIcon } from '../../../../tiles/kind-icon.tsx';
import { usePortal } from '../../../session/portal.ts';
import { vocabularyQuery } from '../data/queries.ts';
import classes from './template-picture.module.css';

/** A thumbnail would be blurred above this size. */
const MAX_THUMBNAIL_PX = 56;

/**
 * Shows a picture by its name or URL. Pictures of other origins are for the apps: this page loads nothing
 * from there.
 */
export function TemplatePicture({
  picture,
  kind,
  size = 48,
}: {
  picture: string;
  kind?: string;
  size?: number;
}) {
  const portal = usePortal();
  const { data: vocabulary } = useQuery(vocabularyQuery(portal));
  const [broken, setBroken] = useState<string>();
  const found = vocabulary?.pictures.find(({ name }) => name === picture);
  const named = size <= MAX_THUMBNAIL_PX ? found?.thumbnail_url : found?.url;
  const isOurs = vocabulary?.image_origins.some((origin) => picture.startsWith(`${origin}/`));
  const url = named ?? (isOurs ? picture : undefined);
  return (
    <span className={classes.frame} style={{ width: size, height: size }}>
      {url !== undefined && url !== broken ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <KindIcon kind={kind} size={Math.round(size / 2.2)} />
      )}
    </span>
  );
}
