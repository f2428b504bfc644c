/**
 * All actions of operators. The code compiles only if each action has an implementation and each
 * implementation has an action.
 */
import type { z } from 'zod';
import { leadsAssign, ordersAssign } from './assignments.ts';
import {
  batchesConfirm,
  batchesCreate,
  batchesEdit,
  batchesImport,
  batchesPostpone,
  batchesSetMinimum,
  batchesSetPrice,
} from './batch-editing.ts';
import {
  batchesConfirmChange,
  batchesDismissChange,
  batchesSendMessage,
  batchesSetJoining,
} from './batches.ts';
import { cachePurge } from './cache.ts';
import { casesClose } from './cases.ts';
import { complaintsAcknowledge, complaintsAdd, complaintsClose } from './complaints.ts';
import { couponsAdd, couponsChange, couponsEnd } from './coupons.ts';
import { dataRequestsErase, dataRequestsRefuse } from './data-requests.ts';
import { documentsRegister, documentsReissue, documentsSetFirstNumber } from './documents.ts';
import { emailsResend, emailsUnsuppress } from './emails.ts';
import { couponsImport, couponsUndoImport, optOutsImport, optOutsUndoImport } from './imports.ts';
import { instanceApply } from './instance.ts';
import { jobsCancel, jobsRetry } from './jobs.ts';
import { leadsEdit, leadsErase, leadsReject, leadsRelease, leadsResend, leadsResendDead } from './leads.ts';
import {
  batchesCallOff,
  batchesCompare,
  documentsIssue,
  ordersReconcile,
  ordersReconcileAll,
  waitlistOfferAll,
} from './operations.ts';
import {
  operatorsDisable,
  operatorsEnable,
  operatorsInvite,
  operatorsReset2fa,
  operatorsSetRole,
} from './operators.ts';

import {
  ordersBook,
  ordersCancel,
  ordersCorrectContact,
  ordersErase,
  ordersGoodwill,
  ordersMove,
  ordersRefund,
  ordersRenewReceipt,
  ordersSetAttendees,
  ordersUnbook,
} from './orders.ts';
import { salesClose, salesOpen } from './sales.ts';
import { setupCheck, setupOrder, setupRecordDrill, setupSendTestEmail } from './setup.ts';
import { termsSet } from './terms.ts';
import {
  batchesIssueCertificates,
  batchesRecordAttendance,
  batchesSendClassList,
  certificatesRevoke,
  feedbackPublish,
  feedbackUnpublish,
} from './training.ts';
import { waitlistClose, waitlistOffer } from './waitlist.ts';
import {
  webhooksAdd,
  webhooksPause,
  webhooksRemove,
  webhooksResume,
  webhooksRetry,
  webhooksRotateSecret,
  webhooksSendTest,
} from './webhooks.ts';

const list = [
  batchesCallOff,
  batchesConfirm,
  batchesCreate,
  batchesEdit,
  batchesImport,
  batchesPostpone,
  batchesSetMinimum,
  batchesSetPrice,
  batchesCompare,
  batchesConfirmChange,
  batchesDismissChange,
  batchesIssueCertificates,
  batchesRecordAttendance,
  batchesSendClassList,
  batchesSendMessage,
  batchesSetJoining,
  cachePurge,
  casesClose,
  certificatesRevoke,
  complaintsAcknowledge,
  complaintsAdd,
  complaintsClose,
  couponsAdd,
  couponsChange,
  couponsEnd,
  couponsImport,
  couponsUndoImport,
  dataRequestsErase,
  dataRequestsRefuse,
  documentsIssue,
  documentsRegister,
  documentsReissue,
  documentsSetFirstNumber,
  emailsResend,
  emailsUnsuppress,
  feedbackPublish,
  feedbackUnpublish,
  instanceApply,
  jobsCancel,
  jobsRetry,
  leadsEdit,
  leadsErase,
  leadsAssign,
  ordersAssign,
  leadsReject,
  leadsRelease,
  leadsResend,
  leadsResendDead,
  optOutsImport,
  optOutsUndoImport,
  operatorsDisable,
  operatorsEnable,
  operatorsInvite,
  operatorsReset2fa,
  operatorsSetRole,
  ordersBook,
  ordersCancel,
  ordersCorrectContact,
  ordersErase,
  ordersGoodwill,
  ordersMove,
  ordersReconcile,
  ordersReconcileAll,
  ordersRefund,
  ordersRenewReceipt,
  ordersSetAttendees,
  ordersUnbook,
  salesClose,
  salesOpen,
  termsSet,
  setupCheck,
  setupOrder,
  setupRecordDrill,
  setupSendTestEmail,
  waitlistClose,
  waitlistOffer,
  waitlistOfferAll,
  webhooksAdd,
  webhooksPause,
  webhooksRemove,
  webhooksResume,
  webhooksRetry,
  webhooksRotateSecret,
  webhooksSendTest,
] as const;

type Contract = (typeof list)[number];
export type ActionName = Contract['name'];
type ContractOf<Name extends ActionName> = Extract<Contract, { name: Name }>;

/** Input of an action as sent. */
export type ActionRequest<Name extends ActionName> = z.input<ContractOf<Name>['input']>;
/** Input of an action after parsing. */
export type ActionInput<Name extends ActionName> = z.output<ContractOf<Name>['input']>;
export type ActionResult<Name extends ActionName> = z.output<ContractOf<Name>['result']>;
/** Actions that begin an operation. */
export type OperationName = Extract<Contract, { output: unknown }>['name'];
/** Output of an operation's work. */
export type OperationOutput<Name extends OperationName> = z.output<
  Extract<Contract, { name: Name; output: unknown }>['output']
>;
/** Actions with a `confirm` of their preview. */
export type ConfirmedName = Extract<Contract, { previewed: unknown }>['name'];
type ConfirmedContract<Name extends ConfirmedName> = Extract<Contract, { name: Name; previewed: unknown }>;
/** Input of a preview as sent. */
export type PreviewRequest<Name extends ConfirmedName> = z.input<ConfirmedContract<Name>['previewed']>;
/** Input of a preview after parsing. */
export type PreviewInput<Name extends ConfirmedName> = z.output<ConfirmedContract<Name>['previewed']>;
/** Result of a preview. It has no secrets, because the preview's secrets would not be valid. */
export type ActionPreview<Name extends ActionName> = Name extends ConfirmedName
  ? z.output<ConfirmedContract<Name>['preview']>
  : Pick<ActionResult<Name>, 'done'> & Partial<ActionResult<Name>>;

export const actions = Object.fromEntries(list.map((contract) => [contract.name, contract])) as {
  [Name in ActionName]: ContractOf<Name>;
};

/** Sentence for the audit log, by name of the action. */
export const actionTitles = Object.fromEntries(list.map(({ name, title }) => [name, title])) as Record<
  ActionName,
  string
>;

export const actionNames = list.map(({ name }) => name);

export const isConfirmed = (name: ActionName): name is ConfirmedName => 'previewed' in actions[name];

export const operationNames = list
  .filter((contract) => 'output' in contract)
  .map(({ name }) => name as OperationName);
