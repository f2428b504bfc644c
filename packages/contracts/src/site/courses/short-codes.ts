/** Short names of the eleven best-known courses, by slug. */
const shortCodes: Readonly<Record<string, string>> = {
  'safe-agilist-certification': 'SA',
  'safe-popm-certification': 'SAFe POPM',
  'safe-scrum-master-certification': 'SSM',
  'safe-advanced-scrum-master-certification': 'SASM',
  'certified-scrum-master-certification': 'CSM',
  'professional-scrum-master-certification': 'PSM',
  'icp-acc-agile-coach-certification': 'ICP-ACC',
  'safe-release-train-engineer-certification': 'RTE',
  'kanban-system-design-certification': 'KMP 1',
  'kanban-management-professional-certification': 'KMP 2',
  'certified-scrum-product-owner-certification': 'CSPO',
};

/** @returns the short code of a course, or undefined */
export function shortCodeOf(seoSlug: string): string | undefined {
  return Object.hasOwn(shortCodes, seoSlug) ? shortCodes[seoSlug] : undefined;
}
