/** Sentences for error codes of the CRM. The code is also shown. */
const sentences: Readonly<Record<string, string>> = {
  INVALID_DATA: 'The CRM does not accept',
  MANDATORY_NOT_FOUND: 'The CRM requires',
  DUPLICATE_DATA: 'The CRM already has a record with the same',
};

/** @param error an error code such as `INVALID_DATA Last_Name`, or a sentence, which is returned unchanged */
export function errorText(error: string | null): string | null {
  const [, code = '', field = ''] = /^([A-Z_]+)(?: (\w+))?$/.exec(error ?? '') ?? [];
  const sentence = sentences[code];
  if (sentence === undefined) return error;
  return `${sentence} ${field === '' ? 'the record' : `“${field.replaceAll('_', ' ')}”`} (${error})`;
}
