import { brand } from '@meridian/contracts/brand';
import { api } from '../../api/api.ts';
import type { Heads } from '../../routing/head.ts';
import { courseListData, organisationData } from './structured-data.ts';

export const homeHeads: Heads = {
  '/': ({ state, publicUrl }) => {
    const courses = api.endpoints.home.select({})(state).data?.course ?? [];
    return {
      title: 'Home',
      description: `Live agile, Scrum, SAFe, Kanban and project management training and certification with ${brand}: small groups, trainers from practice, batches every week.`,
      canonical: '/',
      structuredData: import.meta.env.SSR
        ? [organisationData(publicUrl), ...courseListData(publicUrl, courses)]
        : [],
    };
  },
};
