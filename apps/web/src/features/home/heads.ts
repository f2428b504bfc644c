import { instance } from '@meridian/contracts/site/instance';
import { api } from '../../api/api.ts';
import type { Heads } from '../../routing/head.ts';
import { courseListData, organisationData } from './structured-data.ts';

export const homeHeads: Heads = {
  '/': ({ state, publicUrl }) => {
    const courses = api.endpoints.home.select({})(state).data?.course ?? [];
    return {
      title: 'Home',
      description: `Live ${instance().subjects.long} training and certification with ${instance().name}: small groups, trainers from practice, batches every week.`,
      canonical: '/',
      structuredData: import.meta.env.SSR
        ? [organisationData(publicUrl), ...courseListData(publicUrl, courses)]
        : [],
    };
  },
};
