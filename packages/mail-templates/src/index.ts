/** Mails as HTML and text, one template for each kind. */
export type * from './mail-data.ts';
export { mailKinds, renderMail } from './render-mail.ts';
