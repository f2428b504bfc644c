import type { SetupStepId } from '@meridian/contracts/operators/console/setup';
import type { DoctorContext } from '../doctor/check.ts';
import { checks } from '../doctor/checks.ts';
import type { Finding } from '../doctor/finding.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { steps } from './steps.ts';

export interface StepResult {
  id: SetupStepId;
  state: 'passed' | 'failed';
  /** The finding and its advice. */
  message: string;
}

/** Joins a finding's text and advice. */
export const sentenceOf = ({ text, advice }: Pick<Finding, 'text' | 'advice'>): string =>
  advice === undefined ? `${text}.` : `${text}. ${advice}`;

/** Runs the checks of steps. A step passes only if all its checks are `ok`, without warnings. */
export async function checkSteps(context: DoctorContext, ids: readonly SetupStepId[]): Promise<StepResult[]> {
  const names = new Set(ids.flatMap((id) => steps[id].checks));
  const findings = await runChecks(
    context,
    checks.filter(({ name, gives }) => gives !== undefined || names.has(name)),
  );
  const groundFaults = findings.filter(({ name, state }) => state === 'fault' && !names.has(name));
  return ids.map((id) => {
    const own = findings.filter(({ name }) => steps[id].checks.includes(name));
    const open = own.filter(({ state }) => state !== 'ok');
    const needsGround = open.some(({ state }) => state === 'skipped');
    const shown = needsGround && groundFaults.length > 0 ? groundFaults : open.length > 0 ? open : own;
    return {
      id,
      state: open.length === 0 ? 'passed' : 'failed',
      message: shown.map(sentenceOf).join(' '),
    };
  });
}
