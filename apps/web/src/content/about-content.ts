/** Text about the provider's past and aims. Content, as `site-content.ts`. */
export const about = {
  intro:
    'Founded in 2020, we have trained over 10,000 people in more than 20 countries, and we work with Fortune 100 clients and over 730 small and mid-sized companies.',
  vision:
    'A working life in which every team knows what matters next, delivers it in small steps, and gets a little better each week.',
  mission:
    'To teach agile and project management the way it is practised: live, in small groups, by people who have done the job, until each learner can do it too.',
} as const;
