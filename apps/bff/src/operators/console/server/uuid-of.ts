import { parseUuid } from '@meridian/contracts/uuid';
import { messageOf } from '../../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';

/** @returns the id in the path, in lower case @throws HttpProblem 404 */
export function uuidOf({ params }: { params: Record<string, string> }): string {
  const id = parseUuid(params.id ?? '');
  if (id === undefined) throw new HttpProblem(404, messageOf(404));
  return id;
}
