import type { z } from 'zod';
import type { Schema } from './schema.ts';

type ColumnName = { [Table in keyof Schema]: `${Table}.${keyof Schema[Table] & string}` }[keyof Schema];

/**
 * A row with a column that does not fit its schema. The message names the row and the fields, never their
 * values.
 */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
  readonly code = 'UNREADABLE_ROW';
  readonly retry = false;
  /** Primary key of the row. */
  readonly key: string;

  constructor(column: ColumnName, key: string, fields: readonly string[]) {
    super(`${column} of ${key} is unreadable: ${fields.join(', ') || 'all of it'}`);
    this.key = key;
  }
}

export interface StoredColumn<Value> {
  /** @param key primary key of the row @throws UnreadableRow */
  parse(value: unknown, key: string): Value;
  /** For lists, which can still show their other rows. @returns undefined if the value is unreadable */
  tryParse(value: unknown): Value | undefined;
}

/** @returns a reader for a JSON or text column whose values `schema.sql` does not fully describe */
export function storedColumn<Value>(column: ColumnName, schema: z.ZodType<Value>): StoredColumn<Value> {
  return {
    parse(value, key) {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      const fields = parsed.error.issues.map(({ path }) => path.map(String).join('.'));
      throw new UnreadableRow(
        column,
        key,
        [...new Set(fields)].filter((field) => field !== ''),
      );
    },
    tryParse: (value) => schema.safeParse(value).data,
  };
}
