import { runServer } from './process/run-server.ts';

const HELP = `Usage: npm start

Runs the platform until Ctrl-C. It takes no options: settings are environment variables, or lines in .env.
npm run azulejo -- settings lists them.
`;

if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h'))
  process.stdout.write(HELP);
else await runServer();
