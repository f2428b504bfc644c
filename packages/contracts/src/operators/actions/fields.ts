/** Fields that inputs of several actions have. */
import { z } from 'zod';

/** Why something is done; kept in the history, so without names. */
export const note = z.string().trim().min(1, { error: 'Say why' }).max(500);
