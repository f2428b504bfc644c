import {
  auditActions,
  auditDetails,
  auditSentence,
  auditSubject,
} from '@meridian/contracts/operators/console/audit-labels';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AuditEntry } from './audit-log.ts';

describe('console: labels of the audit log', () => {
  it('every action that the server writes has a label', () => {
    // Types are checked with the tests: an action that the table lacks does not compile.
    expectTypeOf<AuditEntry['action']>().toEqualTypeOf<(typeof auditActions)[number]>();
    expectTypeOf<string>().not.toExtend<AuditEntry['action']>();
  });

  it.each(auditActions)('the label of %s is a sentence', (action) => {
    expect(auditSentence(action)).toMatch(/^[A-Z][a-z]+ (?:[a-z -]|IRN)+(?:: [a-z ]+)?$|^Signed in$/);
  });

  it('no two actions have the same label', () => {
    expect(new Set(auditActions.map(auditSentence)).size).toBe(auditActions.length);
  });

  it('describes subjects and details with labels, and leaves out empty details', () => {
    expect(auditSentence('thing.of_later')).toBe('thing of later');
    expect(auditSubject('data_request')).toBe('request');
    expect(auditSubject('list')).toBe('');
    const detail = { leads: 1_200_000, state: 'refused_late', form: '', searched: true, note: 'not_a Code' };
    expect(auditDetails({ ...detail, all: false, percent: null })).toEqual([
      'leads: 12,00,000',
      'state: refused late',
      'by a search: yes',
      'note: not_a Code',
    ]);
  });
});
