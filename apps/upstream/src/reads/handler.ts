import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { Content } from '../content/content.ts';

/** What a read answers from. */
export interface ReadContext {
  content: Content;
  /** Day in India. */
  today: number;
}

/** Answers a read; undefined where what was asked for does not exist. */
export type ReadHandler<Name extends ReadCallName> = (
  request: ReadRequest<Name>,
  context: ReadContext,
) => ReadData<Name> | undefined;

/** @returns one page of a list */
export function pageOf<Item>(items: readonly Item[], offset: number, size: number): Item[] {
  return items.slice(offset, offset + size);
}
