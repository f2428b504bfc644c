import { describe, expect, it } from 'vitest';
import { shortCodeOf } from './short-codes.ts';

describe('the short code of a course', () => {
  it.each([
    ['safe-agilist-certification', 'SA'],
    ['safe-popm-certification', 'SAFe POPM'],
    ['safe-scrum-master-certification', 'SSM'],
    ['safe-advanced-scrum-master-certification', 'SASM'],
    ['certified-scrum-master-certification', 'CSM'],
    ['professional-scrum-master-certification', 'PSM'],
    ['icp-acc-agile-coach-certification', 'ICP-ACC'],
    ['safe-release-train-engineer-certification', 'RTE'],
    ['kanban-system-design-certification', 'KMP 1'],
    ['kanban-management-professional-certification', 'KMP 2'],
    ['certified-scrum-product-owner-certification', 'CSPO'],
  ])('of %s is %s', (slug, code) => {
    expect(shortCodeOf(slug)).toBe(code);
  });

  it.each(['pmp-certification-training', '', 'toString', '__proto__'])('is undefined for %j', (slug) => {
    expect(shortCodeOf(slug)).toBeUndefined();
  });
});
