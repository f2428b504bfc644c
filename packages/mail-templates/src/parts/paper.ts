import type { ReactNode } from 'react';
import type { MailPaper } from '../mail-data.ts';
import { oneLine } from '../safe-text.ts';
import { link, paragraph } from './text.ts';

/** @param title what the document is, as in `The invoice` */
export function paperParts(title: string, paper: MailPaper | null): ReactNode[] {
  if (paper === null) return [];
  if (paper.state === 'later') return [paragraph(`${title} follows: it will be on your receipt.`)];
  const named = `${title} ${oneLine(paper.number, 30)}`;
  if (paper.state === 'attached') return [paragraph(`${named} is attached to this mail.`)];
  return [paragraph(`${named} is ready: `, link('open the PDF', paper.url), '.')];
}
