import type { ReactNode } from 'react';
import { paragraph, subheading, writtenText } from './text.ts';

/** How to join, or that it follows. */
export function joiningParts(joining: string | null): ReactNode[] {
  const body =
    joining === null || joining.trim() === ''
      ? paragraph('The joining instructions follow by e-mail before the course starts.')
      : writtenText(joining);
  return [subheading('How to join'), body];
}
