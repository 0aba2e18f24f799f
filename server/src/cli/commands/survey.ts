import type { Command } from 'commander';
import { onPlatform } from '../run.ts';
import { list, timeText } from '../text.ts';

export function addSurvey(program: Command): void {
  program
    .command('survey')
    .description('Feedback about apps.')
    .command('list')
    .description('List answers, newest first.')
    .option('--application <application>', 'only of this application’s users')
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
          text: list(['TIME', 'E-MAIL', 'SURVEY', 'QUESTION', 'ANSWER'], rows, 'There are no answers yet.'),
        };
      }),
    );
}
