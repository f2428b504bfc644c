import type { ReactNode } from 'react';
import { oneLine } from '../safe-text.ts';
import type { MailDocument } from './schemas.ts';
import { link, paragraph } from './text.ts';

/** @param title what the document is, as in `The invoice` */
export function documentParts(title: string, document: MailDocument | null): ReactNode[] {
  if (document === null) return [];
  if (document.state === 'later') return [paragraph(`${title} follows: it will be on your booking page.`)];
  const named = `${title} ${oneLine(document.number, 30)}`;
  if (document.state === 'attached') return [paragraph(`${named} is attached to this email.`)];
  return [paragraph(`${named} is ready: `, link('open the PDF', document.url), '.')];
}
