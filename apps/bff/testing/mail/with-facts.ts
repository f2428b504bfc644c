import { mailFacts } from '../../src/mail/outbox/tables.ts';

/** @returns rows of emails with their facts parsed */
export const withFacts = <Row extends { id: string; facts: unknown }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, facts: mailFacts.parse(row.facts, row.id) }));
