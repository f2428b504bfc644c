import { type OperationProgress, operationProgress } from '@meridian/contracts/operators/actions/operation';
import { messageOf } from '../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../platform/http/problems/errors.ts';
import { findOperation } from '../actions/operations.ts';
import { route } from './server/route.ts';
import { uuidOf } from './server/uuid-of.ts';

export const operationRoute = route({
  method: 'GET',
  path: '/operations/:id',
  access: 'viewer',
  answer: operationProgress,
  async handle(call): Promise<OperationProgress> {
    const found = await findOperation(call.deps.database, uuidOf(call));
    if (!found) throw new HttpProblem(404, messageOf(404));
    const { output: _output, ...progress } = found;
    return progress;
  },
});
