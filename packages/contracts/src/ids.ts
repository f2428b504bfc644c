/** Ids that the upstream gives: positive integers of at most 15 digits; those of batches have 12. Columns of them are `bigint`. */
import { z } from 'zod';

const idSchema = (options?: { error: string }) => z.int(options).positive().max(999_999_999_999_999);
const named = { error: 'Ids are whole numbers' };

/** Of anything that the upstream names. */
export const upstreamId = idSchema();

export const courseId = idSchema(named);
export const batchId = idSchema(named);
