/** CRM state shared by replicas: access token and pause, in one row. */
export interface CrmSessionTable {
  id: 1;
  access_token: string | null;
  api_domain: string | null;
  expires_at: Date | null;
  /** Hash of the token's credentials: new credentials need a new token. */
  credentials: string | null;
  /** End of the pause: throttled, or our credentials were refused. */
  paused_until: Date | null;
}

export interface CrmTables {
  crm_session: CrmSessionTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends CrmTables {}
}
