import type { CareerTab } from '@meridian/contracts/site/courses/career-growth';

/** @returns true if the career section has data for this role */
export function hasCareerData(tab: CareerTab): boolean {
  return Object.values(tab).some(Boolean);
}
