import type { ReactNode } from 'react';
import { paragraph, subheading, writtenText } from './text.ts';

export const isKnown = (joining: string | null): joining is string =>
  joining !== null && joining.trim() !== '';

const follows = 'You get the joining instructions by email as soon as they are set.';
const isDue = 'If you do not know yet how to join or where to come, please contact us now.';

/**
 * Returns the joining instructions. If there are none, says that they will follow or, if `startsSoon`, asks
 * the reader to contact us.
 */
export function joiningParts(joining: string | null, startsSoon = false): ReactNode[] {
  const body = isKnown(joining) ? writtenText(joining) : paragraph(startsSoon ? isDue : follows);
  return [subheading('How to join'), body];
}
