/** Renders emails as HTML and text, with one template per kind. */
export type * from './kinds.ts';
export type { MailSender } from './mail-sender.ts';
export type { MailBatch, MailDocument } from './parts/schemas.ts';
export { renderMail } from './render-mail.ts';
