import { defaultText, settingGroups } from '@azulejo/server';

const introduction = `# Settings

Generated from the server's code by \`npm run generate\`. \`azulejo settings\` prints the same list.

Settings are environment variables, or lines such as \`HTTP_PORT=8080\` in a file \`.env\` in the folder in which the server starts. If a setting is invalid or contradicts another, the server refuses to start and names it. \`azulejo doctor\` checks the settings without starting the server.
`;

/** Returns `docs/settings.md`: every setting by group, with its default and what it does. */
export function renderSettingsPage(): string {
  return [introduction, ...settingGroups.map(renderGroup)].join('\n');
}

function renderGroup({ title, settings }: (typeof settingGroups)[number]): string {
  const rows = Object.entries(settings).map(
    ([name, definition]) => `| \`${name}\` | ${defaultText(definition)} | ${definition.summary} |`,
  );
  return `## ${title}\n\n| Setting | Default | What it does |\n|---|---|---|\n${rows.join('\n')}\n`;
}
