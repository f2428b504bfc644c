/** The set-up steps, each with its text, its settings and the doctor's checks that verify it. */
import { type SetupStepId, setupStepIds } from '@meridian/contracts/operators/console/setup';
import type { variables } from '../../platform/settings/variables.ts';

export type SettingName = keyof typeof variables.shape;

export interface SetupStep {
  title: string;
  /** If true, sales can be opened only after this step has passed once, except in a demo. */
  isRequired: boolean;
  /** Tells the operator what is needed and where to find it. */
  text: string;
  settings: readonly SettingName[];
  /** Names of checks. */
  checks: readonly string[];
}

export const steps: Record<SetupStepId, SetupStep> = {
  server: {
    title: 'Server and database',
    isRequired: true,
    text: 'A server for the product and a PostgreSQL database, 15 or later. With compose.production.yml, leave DATABASE_URL and UPSTREAM_URL empty: the file sets them.',
    settings: ['APP_ENV', 'DATABASE_URL', 'UPSTREAM_URL', 'CONSOLE_SECRET'],
    checks: ['writes', 'disk', 'clock', 'upstream'],
  },
  domain: {
    title: 'Domain and TLS',
    isRequired: true,
    text: 'A host name for the site and one for the console, each with an A record that has the IP address of your server. Add the records where the domain is registered. A proxy in front of the product, for example Caddy, gets the certificates. Ports 80 and 443 must be open. TRUST_PROXY is the number of proxies in front of the product. If the server cannot reach its own public address, for example behind some routers, check from your browser.',
    settings: ['PUBLIC_URL', 'CONSOLE_URL', 'TRUST_PROXY'],
    checks: ['domain', 'certificate', 'site', 'console'],
  },
  email: {
    title: 'Email',
    isRequired: true,
    text: 'An account at a mail provider. The provider’s page "SMTP" has host, port, user and password for SMTP_URL: smtps://USER:PASSWORD@HOST:465. The page "Domains" or "DNS" has the records for SPF and DKIM and the name of the DKIM selector. Add these records, and one for DMARC, where the domain is registered.',
    settings: ['SMTP_URL', 'MAIL_FROM', 'MAIL_DKIM_SELECTOR', 'OPERATOR_EMAIL'],
    checks: ['mail', 'sender domain'],
  },
  payments: {
    title: 'Razorpay',
    isRequired: true,
    text: 'In the Razorpay dashboard, API keys are at Account & Settings, API Keys. Live keys appear after your account is activated. Add a webhook at Account & Settings, Webhooks: its URL is <PUBLIC_URL>/api/webhooks/razorpay, its events are payment.*, order.paid and refund.*, and its secret is RAZORPAY_WEBHOOK_SECRET. Set "Payment capture" to automatic.',
    settings: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
    checks: ['payments', 'capture', 'webhooks'],
  },
  crm: {
    title: 'Zoho CRM',
    // Sales do not need the CRM: leads are stored here, and delivered when the CRM is set up.
    isRequired: false,
    text: 'At api-console.zoho.in add a "Self Client". Its id and secret are ZOHO_CLIENT_ID and ZOHO_CLIENT_SECRET. Generate a code for the scopes ZohoCRM.modules.leads.ALL,ZohoCRM.settings.fields.READ and exchange it within ten minutes for a refresh token. docs/how-to/connect-partners.md has the command. In Zoho CRM, Setup, Modules and Fields, Leads, create these fields: Page_URL (URL), Page_name, Form_Name, Social_Lead_ID and Course_Name1 (single line), and a unique single line field whose API name is ZOHO_LEAD_ID_FIELD.',
    settings: [
      'ZOHO_ACCOUNTS_URL',
      'ZOHO_CLIENT_ID',
      'ZOHO_CLIENT_SECRET',
      'ZOHO_REFRESH_TOKEN',
      'ZOHO_LEAD_ID_FIELD',
    ],
    checks: ['crm'],
  },
  supplier: {
    title: 'Company and tax',
    isRequired: true,
    text: 'The GST registration certificate (form REG-06, at gst.gov.in) has the legal name, address, GSTIN and authorised signatory. Decide with your accountant when invoices are issued and what the place of supply of online training is.',
    settings: [
      'SUPPLIER_LEGAL_NAME',
      'SUPPLIER_ADDRESS',
      'SUPPLIER_GSTIN',
      'SUPPLIER_SIGNATORY',
      'INVOICE_PREFIX',
      'INVOICE_ISSUE',
      'ONLINE_PLACE_OF_SUPPLY',
      'FOREIGN_BUYERS',
    ],
    checks: ['supplier'],
  },
  policies: {
    title: 'Policies',
    isRequired: true,
    text: 'Privacy policy, terms, refund policy and complaint handling, written in the content of the upstream. The terms of refunds and moves are set on the page Sales and terms or by `ops terms`, and shown on the site’s page about cancellation and refund.',
    settings: [],
    checks: ['policies'],
  },
  grievance: {
    title: 'Grievance officer',
    isRequired: true,
    text: 'A person who answers complaints, with name, email address and phone number: the Consumer Protection (E-Commerce) Rules require one. Pages and emails name this person. All three are set as `grievance` in site.yaml in your brand’s folder (docs/how-to/brand.md). INSTANCE_DIR is the path of this folder. With compose.production.yml, enter ./instance.',
    settings: ['INSTANCE_DIR'],
    checks: ['grievance officer'],
  },
  backup: {
    title: 'Backup taken and restored',
    isRequired: true,
    text: 'A base backup of the database on a different disk from the database, and a tested restore. docs/how-to/back-up-and-restore.md has the scripts. The drill scripts record the restore. After any other restore, press Record a restore, or run `ops setup record-drill`.',
    settings: [],
    checks: ['backups', 'restore drill'],
  },
  order: {
    title: 'Test payment',
    isRequired: true,
    text: 'A real payment of ₹1 with your own card, refunded within minutes. It proves that payment page, capture and refund work together. The step Razorpay checks the webhook. It makes no booking, invoice, lead or email.',
    settings: [],
    checks: ['test payment'],
  },
};

/** All steps, in order. */
export const stepEntries = setupStepIds.map((id) => ({ id, ...steps[id] }));
