/** Type of an entry of the form table. */
import type { z } from 'zod';
import type { Field } from './fields.ts';

export type CrmTrigger = 'workflow' | 'approval' | 'blueprint';

export interface Form {
  title: string;
  /** Label of the submit button. */
  action: string;
  fields: readonly Field[];
  /** Page context for the upstream, by its field names. */
  context: Readonly<Record<string, z.ZodType>>;
  /** Page context that only the CRM gets. */
  crmContext?: Readonly<Record<string, z.ZodType>>;
  /**
   * Shown after the form is accepted: a toast with the message of the response, or a dialog with a fixed text
   * (`apps/web/src/features/leads/thank-you.tsx`).
   */
  confirmation: 'toast' | 'thank-you';
  /** True for a download form: the response may have `data.file_url`. */
  download?: true;
  /**
   * True if the form shows the marketing check boxes. Visitors send the other forms only to get an answer.
   */
  asksMarketing?: true;
  crm: {
    /** Form name in `POST /zoho/<form>`. */
    form: string;
    source: 'Direct' | 'Blog';
    /** True for forms on course pages. `utm_source` in the URL then makes the source `Google Ads`. */
    onCoursePage?: true;
    trigger: readonly CrmTrigger[];
    /**
     * `Form_Name` of the record. If it is absent, Page_name, Social_Lead_ID and Course_Name1 are not sent
     * either.
     */
    formName?: string;
    /** Name of the context field for `Course_Name1` and `Page_name`. */
    courseName?: string;
  };
}
