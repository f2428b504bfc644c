import type { CareerRole, CareerGrowth as Growth } from '@meridian/contracts/site/courses/career-growth';
import type { Tab } from '@meridian/ui/tabs';

/** The roles with a tab in the career section. */
export const careerRoles: readonly Tab<CareerRole>[] = [
  { value: 'project_manager', label: 'Project Manager' },
  { value: 'project_lead', label: 'Project Lead' },
  { value: 'pmo_lead', label: 'PMO Lead' },
  { value: 'project_director', label: 'Project Director' },
];

/** @returns true if at least one role has data */
export function hasCareerGrowth(growth: Growth): boolean {
  return careerRoles.some(({ value }) => Object.values(growth[value]).some(Boolean));
}
