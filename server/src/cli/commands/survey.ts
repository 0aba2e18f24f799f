import type { Command } from 'commander';
import { onPlatform } from '../run.ts';
import { list, timeText } from '../text.ts';

export function addSurvey(program: Command): void {
  program
    .command('survey')
    .description('What people say of an app.')
    .command('list')
    .description('List their answers, newest first.')
    .option('--application <application>', 'of this application’s people only')
    .action(
      onPlatform(async ({ features }, { application }: { application?: string }) => {
        const client = application === undefined ? undefined : await features.applications.get(application);
        const responses = await features.surveys.list(client?.id);
        const rows = responses.flatMap(({ created, email, survey, answers }) =>
          answers.map(({ id, answer }) => [timeText(created), email, survey, id, answer.join(', ')]),
        );
        const data = responses.map(({ created, ...rest }) => ({
          created: new Date(created).toISOString(),
          ...rest,
        }));
        return {
          data,
          text: list(['TIME', 'E-MAIL', 'SURVEY', 'QUESTION', 'ANSWER'], rows, 'Nobody said anything yet.'),
        };
      }),
    );
}
