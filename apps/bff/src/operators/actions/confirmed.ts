/** Helpers of actions that require the `confirm` of their preview. */
import { createHash } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** @returns the `confirm` of a previewed outcome */
export const digestOf = (outcome: unknown): string =>
  createHash('sha256').update(JSON.stringify(outcome)).digest('hex').slice(0, 16);

export const differs = (): Refusal =>
  new Refusal(
    'conflict',
    'preview_differs',
    'The data changed after the preview. Nothing was saved. Please preview again.',
  );
