import { closeCase } from '../../enrolment/orders/cases/close-case.ts';
import type { AnswerServices } from '../../enrolment/orders/changes/answer-change.ts';
import type { Actions } from './action.ts';

export type CaseActionServices = AnswerServices;

export const createCaseActions = (services: CaseActionServices): Pick<Actions, 'cases.close'> => ({
  'cases.close': {
    async run(transaction, input) {
      const { kind } = await closeCase(transaction, services, input);
      return { done: 'The case is closed.', cases: [{ id: input.id, kind }] };
    },
    audit: ({ id, statement }, { cases: [closed] }) => ({
      subject: { kind: 'case', id },
      detail: { kind: closed?.kind, statement },
    }),
  },
});
