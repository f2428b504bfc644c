import { type OperationProgress, operationProgress } from '@meridian/contracts/operators/actions/operation';
import { uuid } from '@meridian/contracts/uuid';
import { messageOf } from '../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../platform/http/problems/errors.ts';
import { findOperation } from '../actions/operations/operations.ts';
import { route } from './server/route.ts';

export const operationRoute = route({
  method: 'GET',
  path: '/operations/:id',
  id: uuid,
  access: 'viewer',
  answer: operationProgress,
  async handle(call): Promise<OperationProgress> {
    const found = await findOperation(call.deps.database, call.id);
    if (!found) throw new HttpProblem(404, messageOf(404));
    const { output: _output, ...progress } = found;
    return progress;
  },
});
