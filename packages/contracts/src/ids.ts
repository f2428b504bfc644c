/** Ids that the upstream assigns: positive integers below 2^53. Their columns are `bigint`. */
import { z } from 'zod';

const idSchema = (options?: { error: string }) => z.int(options).positive();
const named = { error: 'Ids are whole numbers' };

/** Id of any entity of the upstream. */
export const upstreamId = idSchema();

export const courseId = idSchema(named);
export const batchId = idSchema(named);
