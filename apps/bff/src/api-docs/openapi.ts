/** The API's description (OpenAPI 3.1), made from the contracts: what is added there appears here. */
import { brand } from '@meridian/contracts/brand';
import { callPath, readCallNames } from '@meridian/contracts/calls';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { paymentReturnPath } from '../checkout/return-route.ts';
import { cspReportPath } from '../http/security-headers.ts';
import { purgePath } from '../purge/routes.ts';
import {
  bookingPath,
  checkoutPath,
  paymentReturnCall,
  receiptPaths,
  webhookPath,
} from './openapi-checkout.ts';
import { cspReportCall, healthPaths, purgeCall } from './openapi-operations.ts';
import { type Json, problemComponents } from './openapi-parts.ts';
import { crmPath, formPath, readComponents, readPath } from './openapi-paths.ts';

const tags = {
  reads: 'What the site shows. Answers are cached and carry an ETag.',
  forms: 'Leads. The same submission id again is the same lead, and gets the same answer.',
  crm: 'Leads that were saved elsewhere.',
  checkout: 'Paying for seats.',
  operations: 'For whoever runs it.',
};

/** @param publicUrl origin of the site */
export function openApiDocument(publicUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version: '1.0.0',
      description:
        'Every answer is {status, message, data}: status 1 is success, any other a refusal whose message is for ' +
        'people. An address below /api that is not listed answers 404, another method 405.',
    },
    servers: [{ url: publicUrl }],
    // Every call is public but those that say otherwise.
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: {
      ...Object.fromEntries(readCallNames.map((name) => [`/api${callPath(name)}`, readPath(name)])),
      ...Object.fromEntries(formNames.map((name) => [`/api${callPath(name)}`, formPath(name)])),
      ...Object.fromEntries(formNames.map((name) => [`/api/zoho/${formOf(name).crm.form}`, crmPath(name)])),
      '/api/checkout': checkoutPath,
      '/api/booking': bookingPath,
      [paymentReturnPath]: paymentReturnCall,
      '/api/webhooks/razorpay': webhookPath,
      ...receiptPaths,
      [purgePath]: purgeCall,
      [cspReportPath]: cspReportCall,
      ...healthPaths,
    },
    components: {
      securitySchemes: { operators: { type: 'http', scheme: 'bearer', description: 'OPS_TOKEN' } },
      schemas: { ...problemComponents.schemas, ...readComponents(readCallNames) },
      responses: problemComponents.responses,
    },
  };
}
