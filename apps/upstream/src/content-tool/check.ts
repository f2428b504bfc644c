import { ContentError, describeFinding, type Finding } from '../content/content-error.ts';
import { createContentLoader } from '../content/load.ts';
import { findSamplePolicies } from './sample-policies.ts';

/**
 * Checks a content folder without a database. Files with a mistake are not replaced by their last valid
 * versions.
 * @returns one line per mistake
 */
export async function checkContent(contentDir: string): Promise<{ lines: string[]; hasErrors: boolean }> {
  const describe = (severity: string) => (finding: Finding) => `${severity} ${describeFinding(finding)}`;
  try {
    const { faults } = await createContentLoader(contentDir)();
    const errors = faults.filter(({ effect }) => effect !== 'warning');
    const warnings = [
      ...faults.filter(({ effect }) => effect === 'warning'),
      ...(await findSamplePolicies(contentDir)),
    ];
    const lines = [...errors.map(describe('error  ')), ...warnings.map(describe('warning'))];
    return {
      lines: lines.length > 0 ? lines : ['The content has no mistakes.'],
      hasErrors: errors.length > 0,
    };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { lines: error.findings.map(describe('error  ')), hasErrors: true };
  }
}
