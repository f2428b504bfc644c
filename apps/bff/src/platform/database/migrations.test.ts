import { join } from 'node:path';
import { holdMigrations } from '@meridian/stack/hold-migrations';
import { schemaText } from './schema-text.ts';

await holdMigrations({
  folder: join(import.meta.dirname, 'migrations'),
  released: {
    '0001-schema': 'cf1584c6f8ba',
    '0002-ledger-indexes': '46d1e0860e0f',
  },
  base: '0001-schema',
  schema: schemaText,
});
