import { readFileSync } from 'node:fs';

/** SQL of the current schema, with comments. In the build output the file is next to the bundle. */
export const schemaText = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
