import type { CareerTab } from '@meridian/contracts/site/courses/career-growth';

/** @returns true if a role of the career section has data */
export function hasCareerData(tab: CareerTab): boolean {
  return Object.values(tab).some(Boolean);
}
