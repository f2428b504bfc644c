import type { Actions } from './action.ts';
import { assignmentActions } from './assignments.ts';
import { createPlanningActions } from './batch-editing.ts';
import { type BatchActionServices, createBatchActions } from './batches.ts';
import { cacheActions } from './cache.ts';
import { type CaseActionServices, createCaseActions } from './cases.ts';
import { complaintActions } from './complaints.ts';
import { createCouponActions } from './coupons.ts';
import { createDataRequestActions, type DataRequestActionServices } from './data-requests.ts';
import { createDocumentActions, type DocumentActionServices } from './documents.ts';
import { createEmailActions, type EmailActionServices } from './emails.ts';
import { createImportActions, type ImportActionServices } from './imports/imports.ts';
import { createInstanceActions, type InstanceActionServices } from './installation/instance.ts';
import { createSalesActions, type SalesActionServices } from './installation/sales.ts';
import { createSetupActions, type SetupActionServices } from './installation/setup.ts';
import { termsActions } from './installation/terms.ts';
import { createWebhookActions, type WebhookActionServices } from './installation/webhooks.ts';
import { createJobActions, type JobActionServices } from './jobs.ts';
import { createLeadActions, type LeadActionServices } from './leads.ts';
import { createOperationActions, type OperationActionServices } from './operations/begin-operations.ts';
import { createOperatorActions, type OperatorActionServices } from './operators.ts';
import { createOrderActions, type OrderActionServices } from './orders.ts';
import type { PlanningActionServices } from './postpone-batch.ts';
import { type CertificateActionServices, createCertificateActions } from './training/certificates.ts';
import { createClassActions } from './training/classes.ts';
import { feedbackActions } from './training/feedback.ts';
import { createWaitlistActions, type WaitlistActionServices } from './waitlist.ts';

export interface ActionServices
  extends BatchActionServices,
    CaseActionServices,
    CertificateActionServices,
    DataRequestActionServices,
    DocumentActionServices,
    ImportActionServices,
    JobActionServices,
    EmailActionServices,
    InstanceActionServices,
    LeadActionServices,
    OperationActionServices,
    OperatorActionServices,
    OrderActionServices,
    PlanningActionServices,
    SalesActionServices,
    SetupActionServices,
    WaitlistActionServices,
    WebhookActionServices {
  jobs: BatchActionServices['jobs'] &
    CaseActionServices['jobs'] &
    DataRequestActionServices['jobs'] &
    DocumentActionServices['jobs'] &
    JobActionServices['jobs'] &
    OperationActionServices['jobs'] &
    OrderActionServices['jobs'] &
    EmailActionServices['jobs'] &
    LeadActionServices['jobs'];
}

/** Creates the implementation of every action. */
export function createActions(services: ActionServices): Actions {
  return {
    ...assignmentActions,
    ...createBatchActions(services),
    ...cacheActions,
    ...createCaseActions(services),
    ...complaintActions,
    ...createCouponActions(services.now),
    ...createDataRequestActions(services),
    ...createDocumentActions(services),
    ...createEmailActions(services),
    ...createImportActions(services),
    ...createInstanceActions(services),
    ...createJobActions(services),
    ...createLeadActions(services),
    ...createOperationActions(services),
    ...createOperatorActions(services),
    ...createOrderActions(services),
    ...createPlanningActions(services),
    ...createSalesActions(services),
    ...termsActions,
    ...createCertificateActions(services),
    ...feedbackActions,
    ...createClassActions(services),
    ...createSetupActions(services),
    ...createWaitlistActions(services),
    ...createWebhookActions(services),
  };
}
