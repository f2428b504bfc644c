/** The tables of visits; made by `schema.sql`. */
import type { BigInteger } from '../../platform/database/column-types.ts';

export interface VisitCountTable {
  /** In India, `YYYY-MM-DD`. */
  day: string;
  step: string;
  /** Pattern of the route. */
  route: string;
  /** Name; empty where the step is about none. */
  course: string;
  source: string;
  campaign: string;
  visits: BigInteger;
}

export interface VitalCountTable {
  day: string;
  route: string;
  vital: string;
  /** Upper bound of the bucket: milliseconds, or thousandths for CLS. */
  up_to: number;
  visits: BigInteger;
}

export interface VisitTables {
  visit_counts: VisitCountTable;
  vital_counts: VitalCountTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends VisitTables {}
}
