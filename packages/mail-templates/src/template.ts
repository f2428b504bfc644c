import type { ReactNode } from 'react';

/** A mail before it is rendered. */
export interface Template {
  subject: string;
  /** What lists of mails show after the subject. */
  preheader: string;
  body: readonly ReactNode[];
  /** Why the reader gets it, in a sentence. */
  reason: string;
  /** Of mails that can be ended. */
  unsubscribeUrl?: string;
}
