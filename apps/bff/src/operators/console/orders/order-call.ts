/** What the calls about orders share. */
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/errors.ts';

export const note = z.string().trim().min(1, { error: 'Say why' }).max(500);
export const unknownOrder = () => new HttpProblem(404, 'There is no such order.');
