import { t } from '@lingui/core/macro';

/** Links to a guide, which the server shows and which opens in a new tab. */
export const GuideLink = ({ name }: { name: string }) => (
  <a href={`/docs/guides/${name}`} target="_blank" hrefLang="en" rel="noreferrer">
    {t`Read the guide`}
  </a>
);
