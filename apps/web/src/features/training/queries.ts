import { queryOf } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { trainingApi } from './training-api.ts';

export const trainingQueries: Queries = {
  '/class/:token': ({ token = '' }) => [queryOf(trainingApi.endpoints.classList, token)],
  '/feedback/:token': ({ token = '' }) => [queryOf(trainingApi.endpoints.feedback, token)],
  '/certificate/:number': ({ number = '' }) => [queryOf(trainingApi.endpoints.certificate, number)],
};
