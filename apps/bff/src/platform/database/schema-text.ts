import { readFileSync } from 'node:fs';

/** The statements of the present schema, with their comments. In the bundle the file lies beside it. */
export const schemaText = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
