import { messageOf } from '../../../platform/http/error-handler.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** @returns the id in the path, in lower case @throws HttpProblem 404 */
export function uuidOf({ params }: { params: Record<string, string> }): string {
  const { id = '' } = params;
  if (!isUuid(id)) throw new HttpProblem(404, messageOf(404));
  return id.toLowerCase();
}
