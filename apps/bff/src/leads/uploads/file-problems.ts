import { invalidField, Refusal } from '../../platform/refusal.ts';

const mebibyte = 1024 * 1024;

/** Max file size. The specification has no limit; the server needs one (OWASP ASVS 5.2.1). */
export const maxFileBytes = 20 * mebibyte;

/** A file error, shown at its field. @param field name of the field */
export function fileProblem(field: string, message: string): Refusal {
  return invalidField('file_invalid', field, message);
}

export function fileTooLarge(field: string): Refusal {
  const message = `The file is larger than ${maxFileBytes / mebibyte} MB. Please upload a smaller one.`;
  return new Refusal('too_large', 'file_too_large', message, { errors: { [field]: [message] } });
}
