import type { FormName } from '@meridian/contracts/calls';
import type { SubmitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { Download } from '../content/articles.ts';
import type { Content } from '../content/content.ts';
import { mediaUrl } from '../content/media.ts';
import type { SubmissionAnswer } from '../database/tables.ts';
import { thanks, thanksWithoutFile } from './messages.ts';
import type { FormValues } from './submission-form.ts';

function fileOf(downloads: readonly Download[], id: unknown): string | undefined {
  return downloads.find(({ listItem }) => listItem.id === id)?.file;
}

function requestedFile(form: FormName, values: FormValues, content: Content): string | undefined {
  const course = typeof values.course_id === 'number' ? content.courseById.get(values.course_id) : undefined;
  switch (form) {
    case 'course_download_syllabus':
      return course?.syllabusFile;
    case 'course_download_curriculum':
      return course?.curriculumFile;
    case 'resources_download_ebook':
      return fileOf(content.ebooks, values.resources_id);
    case 'resources_download_practice_test':
      return fileOf(content.practiceTests, values.resources_id);
    default:
      return undefined;
  }
}

/** Returns the data of the answer: the URL of the file if the file exists. */
function dataFor(form: FormName, values: FormValues, content: Content): SubmitData {
  const file = requestedFile(form, values, content);
  if (file === undefined) return {};
  const isElsewhere = mediaUrl(file) === file;
  return isElsewhere || content.media.has(file) ? { file_url: mediaUrl(file) } : {};
}

/** Returns the answer to a form that was recorded. */
export function answerFor(form: FormName, values: FormValues, content: Content): SubmissionAnswer {
  const data = dataFor(form, values, content);
  const lacksFile = formOf(form).download === true && data.file_url === undefined;
  return { message: lacksFile ? thanksWithoutFile : thanks[form], data };
}
