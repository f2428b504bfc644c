import type { FormName } from '@meridian/contracts/calls';
import type { Resource } from '@meridian/contracts/site/resources';

/** The initial request: all categories, no search text. */
export const wholeLibrary = { resources_category_id: 0, search_val: '' };

/** The two kinds of downloads, with their names and forms. */
export const kinds = {
  ebook: {
    title: 'E-Books',
    dialogTitle: 'Download E-Book',
    form: 'resources_download_ebook',
    nameField: 'ebook_name',
  },
  practice_test: {
    title: 'Practice Test Courses',
    dialogTitle: 'Download Practice Test',
    form: 'resources_download_practice_test',
    nameField: 'practice_test_course_name',
  },
} as const satisfies Record<
  string,
  { title: string; dialogTitle: string; form: FormName; nameField: string }
>;

export type ResourceKind = keyof typeof kinds;

/** A download that the visitor has chosen. */
export interface PickedResource {
  kind: ResourceKind;
  resource: Resource;
}
