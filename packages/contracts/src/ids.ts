/** Ids that the upstream gives: positive integers below 2^53. Columns of them are `bigint`. */
import { z } from 'zod';

const idSchema = (options?: { error: string }) => z.int(options).positive();
const named = { error: 'Ids are whole numbers' };

/** Of anything that the upstream names. */
export const upstreamId = idSchema();

export const courseId = idSchema(named);
export const batchId = idSchema(named);
