import type { Command } from 'commander';
import { onPortal } from '../run.ts';
import { contractingText, list, timeText } from '../text.ts';

export function addServers(program: Command): void {
  program
    .command('servers')
    .description('List the servers that run on the database, with what they measure.')
    .action(
      onPortal(async ({ portal }) => {
        const { database, servers, contracting } = await portal.servers.list();
        const rows = servers.map((server) => [
          server.name,
          server.state,
          server.version,
          server.schema,
          timeText(Date.parse(server.started)),
          text(server.parts),
          text(server.connections),
          server.bus || '-',
          text(server.bus_delay_ms, ' ms'),
          text(server.clock_offset_ms, ' ms'),
        ]);
        const none =
          database === 'sqlite'
            ? 'This installation uses SQLite, which one server can use. Several need DATABASE_URL.'
            : 'No server runs on this database.';
        const waiting = contracting.length > 0 ? `\n${contractingText(contracting)}` : '';
        return { data: { database, servers, contracting }, text: list(TITLES, rows, none) + waiting };
      }),
    );
}

const TITLES = [
  'SERVER',
  'STATE',
  'VERSION',
  'TABLES',
  'STARTED',
  'PARTS',
  'CONNECTIONS',
  'BUS',
  'BUS DELAY',
  'CLOCK',
];

const text = (value: number | null, unit = ''): string => (value === null ? '-' : `${value}${unit}`);
