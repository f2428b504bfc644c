import type { Check, DoctorContext, Need } from './check.ts';
import { type Finding, fault, reasonOf, skipped } from './finding.ts';

const unexpected = 'This check itself failed; the log of a server may have details.';

export type NamedFinding = Finding & { name: string };

/** Runs the checks one after another, because later checks need the results of earlier checks. */
export async function runChecks(context: DoctorContext, chosen: readonly Check[]): Promise<NamedFinding[]> {
  const given = new Set<Need>();
  const findings: NamedFinding[] = [];
  async function findingOf({ needs, run }: Check): Promise<Finding> {
    const missing = needs.filter((need) => !given.has(need));
    if (missing.length > 0) return skipped(`Needs the ${missing.join(' and the ')}: see the fault above`);
    return run(context).catch((error: unknown) => fault(reasonOf(error), unexpected));
  }
  for (const check of chosen) {
    const finding = await findingOf(check);
    if (check.gives && (finding.state === 'ok' || finding.state === 'warning')) given.add(check.gives);
    findings.push({ name: check.name, ...finding });
  }
  return findings;
}
