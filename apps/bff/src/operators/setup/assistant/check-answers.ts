import type { SetupStepId } from '@meridian/contracts/operators/console/setup';
import type { DoctorContext } from '../../doctor/check.ts';
import { checks } from '../../doctor/checks.ts';
import { fault, reasonOf, warning } from '../../doctor/finding.ts';
import type { NamedFinding } from '../../doctor/run-checks.ts';
import { steps } from '../steps.ts';
import { type Answers, contextOf, faultsOf } from './answers.ts';

const openOrWrong = (text: string) =>
  text.endsWith(': is required')
    ? warning(
        text,
        'Leave it empty only if compose.production.yml sets it, under `environment` or by a file in secrets.',
      )
    : fault(text, 'Enter the value again. The text of the step says where to find it.');

/**
 * Checks a step as far as it can be checked without a server and a database.
 * @returns the faults that would prevent the start of a server; without such faults, the findings of the
 * step's checks
 */
export async function checkAnswers(
  id: SetupStepId,
  answers: Answers,
  dns: DoctorContext['dns'],
): Promise<NamedFinding[]> {
  const step = steps[id];
  const faults = faultsOf(answers, step.settings);
  if (faults.length > 0) return faults.map((text) => ({ name: 'settings', ...openOrWrong(text) }));
  const chosen = checks.filter(({ name, beforeStart }) => beforeStart && step.checks.includes(name));
  const context = contextOf(answers, dns);
  return Promise.all(
    chosen.map(async ({ name, run }) => ({
      name,
      ...(await run(context).catch((error: unknown) => fault(reasonOf(error), 'Try again later.'))),
    })),
  );
}
