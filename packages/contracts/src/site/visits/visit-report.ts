/** Schema of `POST /api/visits`. An invalid report is refused as a whole, because only counts are lost. */
import { z } from 'zod';
import { type VisitReport, visitSteps, vitalNames } from './steps.ts';

const maxSteps = 60;
const route = z.string().max(80);

export const visitReport = z
  .object({
    source: z.string().max(200),
    campaign: z.string().max(200),
    steps: z
      .array(z.object({ step: z.enum(visitSteps), route, course: z.string().max(120).optional() }))
      .max(maxSteps),
    vitals: z
      .array(z.object({ vital: z.enum(vitalNames), route, value: z.number().nonnegative().max(3_600_000) }))
      .max(vitalNames.length),
  })
  .meta({
    example: {
      source: 'google',
      campaign: 'safe november',
      steps: [
        { step: 'course_seen', route: '/:category/:slug', course: 'safe-agilist-certification' },
        { step: 'form_opened', route: '/:category/:slug', course: 'safe-agilist-certification' },
      ],
      vitals: [{ vital: 'LCP', route: '/:category/:slug', value: 812 }],
    } satisfies VisitReport,
  });
