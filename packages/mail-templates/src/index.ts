/** Mails as HTML and text, one template for each kind. */
export type * from './mail-data.ts';
export { renderMail } from './render-mail.ts';
