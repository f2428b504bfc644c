import {
  auditActions,
  auditDetails,
  auditSentence,
  auditSubject,
} from '@meridian/contracts/operators/console/audit-labels';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AuditEntry } from './audit-log.ts';

describe('console: the audit log in words', () => {
  it('the server writes no action without words', () => {
    // Types are checked with the tests: an action that the table lacks does not compile.
    expectTypeOf<AuditEntry['action']>().toEqualTypeOf<(typeof auditActions)[number]>();
    expectTypeOf<string>().not.toExtend<AuditEntry['action']>();
  });

  it.each(auditActions)('%s is a sentence', (action) => {
    expect(auditSentence(action)).toMatch(/^[A-Z][a-z]+ [a-z -]+(?:: [a-z ]+)?$|^Signed in$/);
  });

  it('no two actions read the same', () => {
    expect(new Set(auditActions.map(auditSentence)).size).toBe(auditActions.length);
  });

  it('says subjects and details in words, and leaves out what is empty', () => {
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
