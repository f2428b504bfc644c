/** What the calls about orders share. */
import { z } from 'zod';
import { Refusal } from '../../../platform/refusal.ts';

export const note = z.string().trim().min(1, { error: 'Say why' }).max(500);
export const unknownOrder = () => new Refusal('not_found', 'order_unknown', 'There is no such order.');
