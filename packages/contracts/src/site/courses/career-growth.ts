import { z } from 'zod';
import { text } from '../../lenient.ts';

/** Tabs of the career-growth section, in order. */
export const careerRoles = ['project_manager', 'project_lead', 'pmo_lead', 'project_director'] as const;
export type CareerRole = (typeof careerRoles)[number];

const careerTab = z.object({
  first_title: text,
  first_image: text,
  first_image_title: text,
  second_title: text,
  second_image: text,
  second_image_title: text,
  demand_title: text,
  demand_description: text,
});
export type CareerTab = z.infer<typeof careerTab>;

const emptyTab: CareerTab = careerTab.parse({});

const role = z.preprocess((value) => value ?? emptyTab, careerTab);

export const careerGrowth = z.preprocess(
  (value) => value ?? {},
  z.object({ project_manager: role, project_lead: role, pmo_lead: role, project_director: role }),
);
export type CareerGrowth = z.infer<typeof careerGrowth>;
