import { HttpProblem } from '../../platform/http/errors.ts';

const mebibyte = 1024 * 1024;

/** Max file size. The specification names none; the server needs one (OWASP ASVS 5.2.1). */
export const maxFileBytes = 20 * mebibyte;

/** A file error, shown at its field. @param field name of the field */
export function fileProblem(field: string, message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: { [field]: [message] } });
}

export function fileTooLarge(field: string): HttpProblem {
  const message = `The file is larger than ${maxFileBytes / mebibyte} MB. Please upload a smaller one.`;
  return new HttpProblem(413, message, { errors: { [field]: [message] } });
}
