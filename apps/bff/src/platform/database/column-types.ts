/** Types of columns that several tables have. */
import type { ColumnType } from 'kysely';

/** PostgreSQL's bigint: the driver reads it as text, so that no digit is lost. */
export type BigInteger = ColumnType<string | number, number, number>;
export type Moment = ColumnType<Date, Date, Date>;
export type OptionalMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type Json<Value> = ColumnType<Value, string, string>;
