/** Type of a form table entry. */
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
  /** Page context for the CRM only. */
  crmContext?: Readonly<Record<string, z.ZodType>>;
  /** Shown after success. */
  confirmation: 'toast' | 'thank-you';
  /** Download form: the answer may have `data.file_url`. */
  download?: true;
  /** Shows the boxes for marketing. Of forms that open in a dialog: the others only ask for an answer. */
  asksMarketing?: true;
  crm: {
    /** Form name in `POST /zoho/<form>`. */
    form: string;
    source: 'Direct' | 'Blog';
    /** On course pages; `utm_source` in the URL makes the source `Google Ads`. */
    onCoursePage?: true;
    trigger: readonly CrmTrigger[];
    /** `Form_Name` of the record; such forms also send Page_name, Social_Lead_ID and Course_Name1. */
    formName?: string;
    /** Context field for `Course_Name1` and `Page_name`. */
    courseName?: string;
  };
}
