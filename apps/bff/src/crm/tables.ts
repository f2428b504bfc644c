/** What the replicas share about the CRM: one token and one pause, in a single row. */
export interface CrmSessionTable {
  id: 1;
  access_token: string | null;
  api_domain: string | null;
  expires_at: Date | null;
  /** Fingerprint of the credentials that the token was made with: other credentials, other token. */
  credentials: string | null;
  /** No call before this time: the CRM asked for a rest, or refuses our credentials. */
  paused_until: Date | null;
}

export interface CrmTables {
  crm_session: CrmSessionTable;
}
