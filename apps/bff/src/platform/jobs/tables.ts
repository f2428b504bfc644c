/** Records of scheduled runs; the queue's own tables are pg-boss's. */
export interface ScheduleRunTable {
  name: string;
  succeeded_at: Date | null;
  failed_at: Date | null;
}

export interface JobTables {
  schedule_runs: ScheduleRunTable;
}

declare module '../database/database.ts' {
  interface Database extends JobTables {}
}
