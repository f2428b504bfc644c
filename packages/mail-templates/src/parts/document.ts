import type { ReactNode } from 'react';
import { oneLine } from '../safe-text.ts';
import type { MailDocument } from './schemas.ts';
import { link, paragraph } from './text.ts';

/** @param title title of the document, for example `The invoice` */
export function documentParts(title: string, document: MailDocument | null): ReactNode[] {
  if (document === null) return [];
  if (document.state === 'later') return [paragraph(`${title} will follow on your booking page.`)];
  const named = `${title} ${oneLine(document.number, 30)}`;
  if (document.state === 'attached') return [paragraph(`${named} is attached to this email.`)];
  return [paragraph(`${named} is ready: `, link('open the PDF', document.url), '.')];
}
