/** Report as text table and JSON. */
import { callNames } from '@meridian/contracts/calls';
import { passes } from './check.ts';
import type { Result, Verdict } from './result.ts';

const shownFindings = 6;
const verdicts: readonly Verdict[] = ['ok', 'tolerated', 'deviates', 'unreachable', 'skipped'];

function countsOf(results: readonly Result[]): Record<Verdict, number> {
  const counts = verdicts.map((verdict) => [
    verdict,
    results.filter((result) => result.verdict === verdict).length,
  ]);
  return Object.fromEntries(counts) as Record<Verdict, number>;
}

export function jsonReport(upstream: string, results: readonly Result[]): string {
  return JSON.stringify({ upstream, passes: passes(results), counts: countsOf(results), results }, null, 2);
}

function findingLines({ verdict, findings }: Result): string[] {
  // The line of the check contains the reason.
  if (verdict === 'skipped') return [];
  const shown = findings.slice(0, shownFindings).map((finding) => `    ${finding}`);
  const left = findings.length - shown.length;
  return left > 0 ? [...shown, `    and ${left} more (all of them with --json)`] : shown;
}

/** One line per check with its findings, and a summary. */
export function tableReport(upstream: string, results: readonly Result[]): string[] {
  const callWidth = Math.max(...callNames.map((name) => name.length));
  const questionWidth = Math.max(...results.map(({ question }) => question.length));
  const lines = results.flatMap((result) => {
    const { call, question, verdict, durationMs } = result;
    const time = durationMs === undefined ? '' : `${durationMs} ms`.padStart(8);
    const tail = verdict === 'skipped' ? result.findings.join() : time;
    const line = [call.padEnd(callWidth), question.padEnd(questionWidth), verdict.padEnd(11), tail];
    return [line.join('  ').trimEnd(), ...findingLines(result)];
  });
  const counts = Object.entries(countsOf(results)).filter(([, count]) => count > 0);
  return [
    ...lines,
    '',
    `${upstream}: ${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`,
    passes(results)
      ? 'The product can work with this upstream.'
      : 'The product cannot work with this upstream.',
  ];
}
