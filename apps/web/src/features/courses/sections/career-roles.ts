import type { CareerRole, CareerGrowth as Growth } from '@meridian/contracts/courses/career-growth';
import type { Tab } from '@meridian/ui/tabs';

/** The roles that the career section has a tab for. */
export const careerRoles: readonly Tab<CareerRole>[] = [
  { value: 'project_manager', label: 'Project Manager' },
  { value: 'project_lead', label: 'Project Lead' },
  { value: 'pmo_lead', label: 'PMO Lead' },
  { value: 'project_director', label: 'Project Director' },
];

/** @returns true where at least one role has something to show */
export function hasCareerGrowth(growth: Growth): boolean {
  return careerRoles.some(({ value }) => Object.values(growth[value]).some(Boolean));
}
