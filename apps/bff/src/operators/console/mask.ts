/** Masks contact details for lists. */

/** `asha@example.com` → `a•••@example.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** `+91 98450 12345` → `••• 345` */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length < 6 ? '' : `••• ${digits.slice(-3)}`;
}
